import { CertificateRepairs } from "@mon/core-store"
import * as Effect from "effect/Effect"

/** The most repairs that are checked in one round. */
const AT_ONCE = 200
const CONCURRENCY = 8

/**
 * Checks the certificate repairs whose state may have changed, and updates them. Returns the number of these repairs.
 */
export const followCertificateRepairs = Effect.fn("followCertificateRepairs")(function* () {
  const repairs = yield* CertificateRepairs
  const moving = yield* repairs.claim(AT_ONCE)
  yield* Effect.forEach(moving, repairs.follow, { concurrency: CONCURRENCY, discard: true })
  return moving.length
})
