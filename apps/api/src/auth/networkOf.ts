import { isIPv6 } from "node:net"

/**
 * The network that counts as one client for limits: an IPv4 address, or an IPv6 /64, which one household or host owns
 * (RFC 6177).
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  if (address.startsWith("::ffff:")) return address.slice(7)
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":")
    while (groups.length + rest.length < 8) groups.push("0")
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, ""))
    .join(":")
}
