import { BadRequest, messages } from "@mon/api-contract"
import { findProof, hostsOfCheck, proofDemands, unsafeSteps } from "@mon/checks"
import { HostProofChecks, ServiceProofs } from "@mon/core-store"
import { type ServiceCheck, serviceLimits } from "@mon/model"
import { Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"

const refuse = (message: string) => new BadRequest({ message })

/** Whether the operator requires a proof of the hosts of services (MON_SERVICE_TARGETS). */
export const requiresProofs = Effect.map(ApiConfig, ({ serviceTargets = "any" }) => serviceTargets === "proven")

/**
 * Refuses a check if the caller's account has not proven to own all hosts that the check needs, or if no proof would be
 * enough. Does nothing if the operator does not require proofs.
 */
export const requireOwnHosts = Effect.fnUntraced(function* ({ principal, viewer }: Caller, check: ServiceCheck) {
  if (!(yield* requiresProofs)) return
  const account = { accountKey: viewer.accountKey, accountId: principal.accountId }
  const demands = proofDemands(check)
  for (const demand of demands)
    if (demand._tag === "refused")
      return yield* refuse(
        {
          udp: messages.serviceUdp,
          address: messages.serviceAddressProof,
          port: messages.servicePort(check.type)
        }[demand.cause]
      )
  for (const demand of demands) {
    if (demand._tag !== "proof") continue
    const { hostname, takesExchange } = demand.needed
    const { missing } = yield* findProof(account, demand.needed)
    if (missing?.cause === "record") {
      const { name, value } = missing
      return yield* refuse(
        (takesExchange ? messages.mailHostNotProven : messages.serviceNotProven)(hostname, name, value)
      )
    }
    yield* (yield* ServiceProofs).hurry(viewer, hostname)
    if (!takesExchange) yield* (yield* HostProofChecks).confirm(viewer.accountKey, hostname)
  }
})

/** The hosts whose proofs a change needs. */
export interface HostsToProve {
  readonly hostnames: ReadonlyArray<string>
  /** The hosts that an MX record of a monitored domain proves, too. */
  readonly mailHosts: ReadonlyArray<string>
}

/**
 * Returns the hosts whose proofs the given checks need. If the operator does not require proofs, these are the hosts of
 * steps that may change something.
 */
export const hostsToProve = Effect.fnUntraced(function* (checks: ReadonlyArray<ServiceCheck>) {
  const ofSteps = checks.flatMap(unsafeSteps).map(({ hostname }) => hostname)
  if (!(yield* requiresProofs)) return { hostnames: ofSteps, mailHosts: [] } satisfies HostsToProve
  const needed = checks.flatMap(proofDemands).flatMap((demand) => (demand._tag === "proof" ? [demand.needed] : []))
  return {
    hostnames: [...ofSteps, ...needed.map(({ hostname }) => hostname)],
    mailHosts: needed.flatMap(({ hostname, takesExchange }) => (takesExchange ? [hostname] : []))
  } satisfies HostsToProve
})

/** Returns the hosts on which a check counts for the limit of services per host. */
const countedHosts = (check: ServiceCheck): ReadonlyArray<string> =>
  proofDemands(check).every(({ _tag }) => _tag === "none") ? [] : hostsOfCheck(check)

/** Returns whether a check counts for the limit of services per host, which depends on the account's other services. */
export const countsOnHost = (check: ServiceCheck | undefined) =>
  check === undefined || countedHosts(check).length === 0 ? Effect.succeed(false) : requiresProofs

/**
 * Returns the reason why an account cannot have a check on its hosts again, or null. `ids`: the services that get the
 * check, or null for one new service. A service with several hosts counts on each of them.
 */
export const hostSurplus = Effect.fnUntraced(function* (
  { viewer }: Caller,
  check: ServiceCheck | undefined,
  ids: ReadonlyArray<string> | null
) {
  if (check === undefined || !(yield* countsOnHost(check))) return null
  const count = ids === null ? 1 : new Set(ids).size
  for (const hostname of countedHosts(check)) {
    const others = yield* (yield* ServiceProofs).checksOn(viewer, hostname, ids ?? [])
    const used = others.filter((other) => countedHosts(other).includes(hostname)).length
    if (used + count > serviceLimits.perHost) return messages.servicesPerHost(serviceLimits.perHost, hostname)
  }
  return null
})
