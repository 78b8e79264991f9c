/** The reason why a connection attempt failed. */
export type ConnectFault = "connect_refused" | "connect_timeout" | "connect_reset" | "no_route" | "local_fault"

/**
 * The fault for each error code of connect(2). Any other code counts as a local fault, so that the remote host is never
 * blamed for it.
 */
const FAULT_OF_ERRNO: ReadonlyMap<string, ConnectFault> = new Map([
  ["ECONNREFUSED", "connect_refused"],
  ["ETIMEDOUT", "connect_timeout"],
  ["ECONNRESET", "connect_reset"],
  ["ECONNABORTED", "connect_reset"],
  ["EPIPE", "connect_reset"],
  ["EHOSTUNREACH", "no_route"],
  ["EHOSTDOWN", "no_route"]
])

/**
 * The faults in descending order of significance. A reaction of the remote host says more than a fault of the local
 * network.
 */
const BY_SIGNIFICANCE: ReadonlyArray<ConnectFault> = [
  "connect_refused",
  "connect_reset",
  "connect_timeout",
  "no_route",
  "local_fault"
]

export const connectFaultOf = (errno: string): ConnectFault => FAULT_OF_ERRNO.get(errno) ?? "local_fault"

export const mostSignificant = (faults: ReadonlyArray<string>): ConnectFault =>
  BY_SIGNIFICANCE.find((fault) => faults.includes(fault)) ?? "local_fault"
