import { BadRequest, messages } from "@mon/api-contract"
import { addressOfCheck, type CheckedAddress, findProof, proofDemand } from "@mon/checks"
import { HostProofChecks, ServiceProofs } from "@mon/core-store"
import { type ServiceCheck, serviceLimits } from "@mon/model"
import { Effect } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"

const refuse = (message: string) => new BadRequest({ message })

/** Whether the operator requires a proof of the hosts of services (MON_SERVICE_TARGETS). */
export const requiresProofs = Effect.map(ApiConfig, ({ serviceTargets = "any" }) => serviceTargets === "proven")

/**
 * Refuses a check of an address if the caller's account has not proven to own the host, or if no proof would be enough.
 * Does nothing if the operator does not require proofs.
 */
export const requireOwnHost = Effect.fnUntraced(function* (
  { principal, viewer }: Caller,
  check: ServiceCheck,
  address: CheckedAddress
) {
  if (!(yield* requiresProofs)) return
  const demand = proofDemand(check, address)
  switch (demand._tag) {
    case "none":
      return
    case "refused":
      return yield* refuse(
        {
          udp: messages.serviceUdp,
          address: messages.serviceAddressProof,
          port: messages.servicePort(check.type)
        }[demand.cause]
      )
    case "proof": {
      const { hostname, takesExchange } = demand.needed
      const account = { accountKey: viewer.accountKey, accountId: principal.accountId }
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
  }
})

/** The hosts whose proofs a change needs. */
export interface HostsToProve {
  readonly hostnames: ReadonlyArray<string>
  /** The hosts that an MX record of a monitored domain proves, too. */
  readonly mailHosts: ReadonlyArray<string>
}

/** Returns the hosts whose proofs the given checks need. No hosts if the operator does not require proofs. */
export const hostsToProve = Effect.fnUntraced(function* (checks: ReadonlyArray<ServiceCheck>) {
  if (!(yield* requiresProofs)) return { hostnames: [], mailHosts: [] } satisfies HostsToProve
  const needed = checks.flatMap((check) => {
    const address = addressOfCheck(check)
    const demand = address === null ? null : proofDemand(check, address)
    return demand?._tag === "proof" ? [demand.needed] : []
  })
  return {
    hostnames: needed.map(({ hostname }) => hostname),
    mailHosts: needed.flatMap(({ hostname, takesExchange }) => (takesExchange ? [hostname] : []))
  } satisfies HostsToProve
})

/** Returns the host on which a check counts for the limit of services per host. Null if it does not count. */
const countedHost = (check: ServiceCheck): string | null => {
  const address = addressOfCheck(check)
  return address === null || proofDemand(check, address)._tag === "none" ? null : address.hostname
}

/** Returns whether a check counts for the limit of services per host, which depends on the account's other services. */
export const countsOnHost = (check: ServiceCheck | undefined) =>
  check === undefined || countedHost(check) === null ? Effect.succeed(false) : requiresProofs

/**
 * Returns the reason why an account cannot have a check on this host again, or null. `ids`: the services that get the
 * check, or null for one new service.
 */
export const hostSurplus = Effect.fnUntraced(function* (
  { viewer }: Caller,
  check: ServiceCheck | undefined,
  ids: ReadonlyArray<string> | null
) {
  if (check === undefined || !(yield* countsOnHost(check))) return null
  const hostname = countedHost(check)
  if (hostname === null) return null
  const others = yield* (yield* ServiceProofs).checksOn(viewer, hostname, ids ?? [])
  const used = others.filter((other) => countedHost(other) !== null).length
  const count = ids === null ? 1 : new Set(ids).size
  return used + count > serviceLimits.perHost ? messages.servicesPerHost(serviceLimits.perHost, hostname) : null
})
