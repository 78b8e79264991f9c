import { makeAddressPolicy } from "@mon/public-net"
import type { OutcomeCode, ProbeOptions } from "@mon/uptime-probe"

/** Every address. */
export const ALL_NETWORKS: ReadonlyArray<string> = ["0.0.0.0/0", "::/0"]

/**
 * Returns the options that limit where checks of this machine may connect: as the service, to public addresses only, or
 * everywhere. Without DNS servers, those of the system are used.
 */
export const localPolicy = (allowPrivate: boolean, dnsServers: ReadonlyArray<string> = []): ProbeOptions => ({
  ...(allowPrivate ? { policy: makeAddressPolicy({ allow: ALL_NETWORKS }), internalRedirects: true } : {}),
  ...(dnsServers.length === 0 ? {} : { dnsServers })
})

/** Returns the lines that explain what a person can do about an outcome on this machine. */
export const privateHint = (outcome: OutcomeCode): ReadonlyArray<string> =>
  outcome === "blocked_address" ? ["  To check a server in your own network, use --allow-private."] : []
