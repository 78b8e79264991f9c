/** Why a connection attempt failed. */
export type ConnectFault = "connect_refused" | "connect_timeout" | "connect_reset" | "no_route" | "local_fault"

/** Error codes of connect(2). Any other code counts as a local fault, so that it is never blamed on the remote host. */
const FAULT_OF_ERRNO: ReadonlyMap<string, ConnectFault> = new Map([
  ["ECONNREFUSED", "connect_refused"],
  ["ETIMEDOUT", "connect_timeout"],
  ["ECONNRESET", "connect_reset"],
  ["ECONNABORTED", "connect_reset"],
  ["EPIPE", "connect_reset"],
  ["EHOSTUNREACH", "no_route"],
  ["EHOSTDOWN", "no_route"]
])

/** Most significant first: what the remote host did says more than a fault of the local network. */
const BY_SIGNIFICANCE: ReadonlyArray<ConnectFault> = [
  "connect_refused",
  "connect_reset",
  "connect_timeout",
  "no_route",
  "local_fault"
]

/** The fault behind a system error code such as "ECONNREFUSED". */
export const connectFaultOf = (errno: string): ConnectFault => FAULT_OF_ERRNO.get(errno) ?? "local_fault"

/** The most significant fault of a series of failed attempts. */
export const mostSignificant = (faults: ReadonlyArray<string>): ConnectFault =>
  BY_SIGNIFICANCE.find((fault) => faults.includes(fault)) ?? "local_fault"
