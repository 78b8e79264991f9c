import { guard } from "@mon/bundled/callbacks"
import { type AddressAnswer, vetAddresses } from "@mon/public-net"
import { isIP } from "node:net"
import type { Failure } from "../Outcome.ts"
import { dialFailure } from "../probe/dialFailure.ts"
import { type Deadline, type ProbePorts, suspect } from "../probe/ProbePorts.ts"
import type { ConnectionFacts, ConnectionSettings } from "./Connection.ts"

const MOST_ADDRESSES = 4

type Vetted =
  | { readonly addresses: ReadonlyArray<string> }
  | { readonly failure: Failure; readonly blocked?: ConnectionFacts["blocked"] }

const vetted = (
  { policy }: ProbePorts,
  addresses: ReadonlyArray<string>,
  { family, target: { hostname } }: Pick<ConnectionSettings, "family" | "target">
): Vetted => {
  const found = vetAddresses(policy, addresses)
  if (!found.ok) {
    const { network, use } = found.verdict
    return {
      failure: { outcome: "blocked_address", message: `The address of ${hostname} is not public.` },
      blocked: { address: found.address.slice(0, 64), network, use }
    }
  }
  const usable = [4, 6]
    .filter((version) => family === undefined || version === family)
    .flatMap((version) => addresses.filter((address) => isIP(address) === version))
  return usable.length === 0
    ? { failure: { outcome: "dns_nodata", message: `The host name ${hostname} has no address.` } }
    : { addresses: usable.slice(0, MOST_ADDRESSES) }
}

/**
 * Resolves the name of a target, for a protocol that has no connections. Returns the addresses that the policy allows,
 * IPv4 first, or the reason why there is no such address.
 */
export const vettedAddresses = async (
  ports: ProbePorts,
  settings: Pick<ConnectionSettings, "family" | "target" | "timeoutMs">,
  { signal }: Deadline
): Promise<Vetted> => {
  const {
    target: { hostname },
    timeoutMs
  } = settings
  if (isIP(hostname) !== 0) return vetted(ports, [hostname], settings)
  const suspicion = suspect(ports.resolver, timeoutMs)
  const aborted = new Promise<AddressAnswer>((resolve, reject) => {
    const onAbort = guard(reject)(() => resolve({ status: "failed", reason: "Timeout" }))
    if (signal.aborted) onAbort()
    else signal.addEventListener("abort", onAbort, { once: true })
  })
  const answer = await Promise.race([
    ports
      .resolve(hostname, signal)
      .catch((error: unknown): AddressAnswer => ({ status: "failed", reason: String(error) })),
    aborted
  ])
  suspicion.clear()
  if (answer.status === "failed" && answer.thrown !== undefined) throw answer.thrown
  if (answer.status === "ok") return vetted(ports, answer.addresses, settings)
  const dial =
    answer.status === "failed"
      ? ({ code: "dns_failed", message: "", dnsReason: answer.reason } as const)
      : ({
          code: `dns_${answer.status}`,
          message: `The host name ${hostname} ${answer.status === "nxdomain" ? "does not exist" : "has no address"}.`
        } as const)
  return { failure: await dialFailure(dial, () => suspicion.answers(signal)) }
}
