import type { AddressAnswer, AddressPolicy, DialFault, ResolveAddresses } from "@mon/public-net"
import { dial, hasPublicSuffix } from "@mon/public-net"
import type { Socket } from "node:net"
import { proxyLimits } from "./ProxyLimits.ts"

export interface Refusal {
  readonly code: DialFault | "limit"
  readonly message: string
}

export interface ProxyNetwork {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
}

/**
 * Returns a resolver that resolves each name only once per page, so that all resources use the same addresses. Except
 * for the page's own host, names that cannot exist in the public DNS count as nonexistent, so that a page cannot find
 * out which names a private network has.
 */
const resolveOnce = (
  resolve: ResolveAddresses,
  pageHost: string | undefined,
  signal: AbortSignal
): ResolveAddresses => {
  const asked = new Map<string, Promise<AddressAnswer>>()
  return async (hostname) => {
    if (hostname !== pageHost && !hasPublicSuffix(hostname)) return { status: "nxdomain" }
    const known = asked.get(hostname) ?? resolve(hostname, signal)
    asked.set(hostname, known)
    return known
  }
}

/**
 * Makes the function that connects to an address that the policy allows, or returns the refusal. No other code in the
 * proxy opens connections.
 */
export const makeFilteredConnect = (
  { policy, resolve }: ProxyNetwork,
  pageHost: string | undefined,
  ended: AbortSignal
) => {
  const resolveName = resolveOnce(resolve, pageHost, ended)
  return async (hostname: string, port: number): Promise<Socket | Refusal> => {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(proxyLimits.dialMs)])
    const result = await dial({ hostname, port, policy, resolve: resolveName, signal })
    if (!result.ok) return { code: result.code, message: result.message }
    result.socket.on("error", () => undefined)
    return result.socket
  }
}
