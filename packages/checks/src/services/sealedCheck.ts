import type { MonitorTarget } from "@mon/core-store"
import { type ServiceCheck, serviceFields } from "@mon/model"
import * as Effect from "effect/Effect"
import { openTexts, sealTexts, type Sealing } from "../requests/sealedTexts.ts"

const sealing: Sealing = { form: serviceFields.check.form, label: "service check" }

/**
 * Encrypts the sealed texts of a service's check for an account and the address of the service. The placeholder `***`
 * keeps the stored text, but only if type, host and port have not changed.
 */
export const sealCheck = Effect.fn("sealCheck")(function* (
  accountKey: string,
  url: string,
  check: ServiceCheck,
  earlier: Pick<MonitorTarget, "url" | "check"> | null
) {
  return yield* sealTexts(sealing, accountKey, url, check, earlier?.url === url ? earlier.check : null)
})

/**
 * Decrypts the sealed texts of a service's check. Fails if none of the service's keys can decrypt them for this account
 * and address.
 */
export const openCheck = (accountKey: string, url: string, check: ServiceCheck) =>
  openTexts(sealing, accountKey, url, check)
