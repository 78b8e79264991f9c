import type { CauseClass } from "@mon/diagnosis"
import type { FaultVariation } from "@mon/diagnosis/faults"
import * as Effect from "effect/Effect"
import { buildFault } from "./faults/buildFault.ts"
import { mailFaults } from "./faults/mailFaults.ts"
import { type Finding, findFault, openLaboratory, staysUp } from "./Laboratory.ts"
import { findLocationFaults, isOfLocations } from "./LocationLaboratory.ts"
import { findMailFault, openMailLaboratory } from "./MailLaboratory.ts"

const AT_ONCE = 12
/** The time limit for a fault. Name servers that do not answer delay the observations of other faults. */
const WITHIN_MS = 180_000

interface Measured {
  readonly id: string
  readonly class: CauseClass
  /** The reason why the fault was not built. */
  readonly unbuilt?: string
  /** Visitors still reached the site, and no check failed. */
  readonly harmless?: true
  /** The reason why there is no diagnosis. */
  readonly failed?: string
  readonly result?: "known" | "not_known"
  /** The causes, the most likely first. */
  readonly causes?: ReadonlyArray<string>
  readonly facts?: object
  readonly alerted?: boolean
}

const measured = (
  { class: cause, id }: FaultVariation,
  { diagnosis, facts }: Finding,
  alerted?: boolean
): Measured => ({
  id,
  class: cause,
  result: diagnosis.result,
  causes: diagnosis.causes.map((one) => one.class),
  facts,
  ...(alerted === undefined ? {} : { alerted })
})

/**
 * Orders faults: the first of each class, then the second of each class, and so on. Many silent sites at once would
 * make our own network appear broken.
 */
const mixed = (faults: ReadonlyArray<FaultVariation>): ReadonlyArray<FaultVariation> => {
  const counts = new Map<string, number>()
  return faults
    .map((fault) => {
      const place = counts.get(fault.class) ?? 0
      counts.set(fault.class, place + 1)
      return { fault, place }
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ fault }) => fault)
}

const isOfMail = ({ class: cause }: FaultVariation): boolean => cause in mailFaults

const orFailed = <E, R>({ class: cause, id }: FaultVariation, effect: Effect.Effect<Measured, E, R>) =>
  Effect.catchCause(effect, (failure) =>
    Effect.succeed<Measured>({ id, class: cause, failed: String(failure).slice(0, 300) })
  )

const measureSites = Effect.fnUntraced(function* (faults: ReadonlyArray<FaultVariation>) {
  const servers = yield* openLaboratory
  return yield* Effect.forEach(
    faults,
    (variation) => {
      const { class: cause, id } = variation
      const fault = buildFault(variation)
      if (fault === null || typeof fault === "string")
        return Effect.succeed<Measured>({ id, class: cause, unbuilt: fault ?? "" })
      if (fault.isHarmless === true)
        return orFailed(
          variation,
          Effect.map(staysUp(servers, fault), (isUp): Measured => ({
            id,
            class: cause,
            ...(isUp ? { harmless: true } : { failed: "false alarm" })
          }))
        )
      return orFailed(
        variation,
        Effect.map(findFault(servers, fault, WITHIN_MS), (found) =>
          found === null ? { id, class: cause, failed: "no incident" } : measured(variation, found)
        )
      )
    },
    { concurrency: AT_ONCE }
  )
}, Effect.scoped)

const measureMail = Effect.fnUntraced(function* (faults: ReadonlyArray<FaultVariation>, contactMailHosts: boolean) {
  const servers = yield* openMailLaboratory(contactMailHosts)
  return yield* Effect.forEach(faults, (variation) =>
    orFailed(
      variation,
      Effect.map(findMailFault(servers, variation), (found) =>
        typeof found === "string"
          ? { id: variation.id, class: variation.class, unbuilt: found }
          : measured(variation, found, found.alerted)
      )
    )
  )
}, Effect.scoped)

const measureLocations = Effect.fnUntraced(function* (faults: ReadonlyArray<FaultVariation>) {
  const results = yield* findLocationFaults(faults, WITHIN_MS)
  return results.map(({ fault, found }): Measured => {
    if (found !== null && typeof found === "object") return measured(fault, found)
    const { class: cause, id } = fault
    return { id, class: cause, ...(found === null ? { failed: "no incident" } : { unbuilt: found }) }
  })
})

/** Builds faults on loopback and collects the causes that the service finds. */
export const measureFaults = Effect.fn("measureFaults")(function* (faults: ReadonlyArray<FaultVariation>) {
  const mail = faults.filter(isOfMail)
  const tls = (wanted: boolean) => mail.filter(({ class: cause }) => (cause === "mx_tls_broken") === wanted)
  const results: Array<Measured> = []
  results.push(...(yield* measureLocations(faults.filter(isOfLocations))))
  const sites = mixed(faults.filter((fault) => !isOfMail(fault) && !isOfLocations(fault)))
  if (sites.length > 0) results.push(...(yield* measureSites(sites)))
  for (const contact of [false, true])
    if (tls(contact).length > 0) results.push(...(yield* measureMail(tls(contact), contact)))
  return results
})
