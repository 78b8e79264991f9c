import type { MonitorTarget } from "@mon/core-store"
import { type ServiceCheck, serviceFields } from "@mon/model"
import * as Effect from "effect/Effect"
import { openTexts, placedAt, type PlacementOf, sealTexts, type Sealing } from "../requests/sealedTexts.ts"

const sealing: Sealing = { form: serviceFields.check.form, label: "service check" }

const STEP = /^steps\[(\d+)\]\.(.+)$/su

/**
 * Returns where the sealed texts of a check belong. The texts of a step belong to the origin of its URL, and to the
 * step's name, so that they stay with their step if the order of the steps changes. All other texts belong to the
 * address of the service, which contains all hosts.
 */
const placementsOf = (url: string, check: ServiceCheck | null): PlacementOf => {
  const other = placedAt(url)
  return (where) => {
    const [, index, rest = ""] = STEP.exec(where) ?? []
    const step = check?.type === "httpSteps" && index !== undefined ? check.steps[Number(index)] : undefined
    if (step === undefined) return where.startsWith("secrets.") ? { address: url, place: where } : other(where)
    return { address: new URL(step.url).origin, place: `${step.name}\n${rest.toLowerCase()}` }
  }
}

/**
 * Encrypts the sealed texts of a service's check for an account and the address of the service. The placeholder `***`
 * keeps the stored text, but only if the type and all hosts and ports have not changed. In HTTP steps, it keeps the
 * stored text of the step with the same name and the same origin.
 */
export const sealCheck = Effect.fn("sealCheck")(function* (
  accountKey: string,
  url: string,
  check: ServiceCheck,
  earlier: Pick<MonitorTarget, "url" | "check"> | null
) {
  const stored =
    earlier === null ? null : { value: earlier.check, placementOf: placementsOf(earlier.url, earlier.check) }
  return yield* sealTexts(sealing, accountKey, placementsOf(url, check), check, stored)
})

/**
 * Decrypts the sealed texts of a service's check. Fails if none of the service's keys can decrypt them for this account
 * and address.
 */
export const openCheck = (accountKey: string, url: string, check: ServiceCheck) =>
  openTexts(sealing, accountKey, placementsOf(url, check), check)
