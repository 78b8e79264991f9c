import type { MonitorTarget } from "@mon/core-store"
import { type ServiceCheck, serviceFields } from "@mon/model"
import * as Effect from "effect/Effect"
import { openTexts, placedAt, sealTexts, type Sealing } from "../requests/sealedTexts.ts"

const sealing: Sealing = { form: serviceFields.check.form, label: "service check" }

/**
 * Encrypts the sealed texts of a service's check for an account and the address of the service. The placeholder `***`
 * keeps the stored text, but only if the type and all hosts and ports have not changed.
 */
export const sealCheck = Effect.fn("sealCheck")(function* (
  accountKey: string,
  url: string,
  check: ServiceCheck,
  earlier: Pick<MonitorTarget, "url" | "check"> | null
) {
  const stored = earlier === null ? null : { value: earlier.check, placementOf: placedAt(earlier.url) }
  return yield* sealTexts(sealing, accountKey, placedAt(url), check, stored)
})

/**
 * Decrypts the sealed texts of a service's check. Fails if none of the service's keys can decrypt them for this account
 * and address.
 */
export const openCheck = (accountKey: string, url: string, check: ServiceCheck) =>
  openTexts(sealing, accountKey, placedAt(url), check)
