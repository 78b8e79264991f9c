import { makeAddressPolicy } from "@mon/public-net"
import type { OutcomeCode, ProbeOptions } from "@mon/uptime-probe"

export const ALL_NETWORKS: ReadonlyArray<string> = ["0.0.0.0/0", "::/0"]

/**
 * Returns the options that limit the addresses that local checks may connect to: public addresses only, as in the
 * service, or all addresses. Without `dnsServers`, the system's servers are used.
 */
export const localPolicy = (allowPrivate: boolean, dnsServers: ReadonlyArray<string> = []): ProbeOptions => ({
  ...(allowPrivate ? { policy: makeAddressPolicy({ allow: ALL_NETWORKS }), internalRedirects: true } : {}),
  ...(dnsServers.length === 0 ? {} : { dnsServers })
})

export const privateHint = (outcome: OutcomeCode): ReadonlyArray<string> =>
  outcome === "blocked_address" ? ["  To check a server in your own network, use --allow-private."] : []
