import { isIPv4, isIPv6 } from "node:net"

/**
 * Returns the network that counts as one client: an IPv4 address, or an IPv6 /64, which belongs to one household or
 * host (RFC 6177).
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  if (address.startsWith("::ffff:")) return address.slice(7)
  return groupsOf(address, HOUSEHOLD_GROUPS)
}

/** Returns the network that counts as one provider or site: an IPv4 /24, or an IPv6 /48 (RFC 6177). */
export const siteOf = (address: string): string => {
  const network = networkOf(address)
  return isIPv4(network) ? network.slice(0, network.lastIndexOf(".")) : groupsOf(address, SITE_GROUPS)
}

const HOUSEHOLD_GROUPS = 4
const SITE_GROUPS = 3

const groupsOf = (address: string, count: number): string => {
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":")
    while (groups.length + rest.length < 8) groups.push("0")
  }
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/u, ""))
    .join(":")
}
