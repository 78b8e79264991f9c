/** How a connection attempt ended that did not succeed. */
export type ConnectFault = "connect_refused" | "connect_timeout" | "connect_reset" | "no_route" | "local_fault"

/** System error codes of connect(2); what is not listed is taken as ours, so that it never speaks against the other side. */
const FAULT_OF_ERRNO: ReadonlyMap<string, ConnectFault> = new Map([
  ["ECONNREFUSED", "connect_refused"],
  ["ETIMEDOUT", "connect_timeout"],
  ["ECONNRESET", "connect_reset"],
  ["ECONNABORTED", "connect_reset"],
  ["EPIPE", "connect_reset"],
  ["EHOSTUNREACH", "no_route"],
  ["EHOSTDOWN", "no_route"]
])

/** The most telling first: what the other side did says more than what our own network could not do. */
const BY_SIGNIFICANCE: ReadonlyArray<ConnectFault> = [
  "connect_refused",
  "connect_reset",
  "connect_timeout",
  "no_route",
  "local_fault"
]

/** The fault behind a system error code such as "ECONNREFUSED". */
export const connectFaultOf = (errno: string): ConnectFault => FAULT_OF_ERRNO.get(errno) ?? "local_fault"

/** The fault that speaks for a series of failed attempts. */
export const mostSignificant = (faults: ReadonlyArray<string>): ConnectFault =>
  BY_SIGNIFICANCE.find((fault) => faults.includes(fault)) ?? "local_fault"
