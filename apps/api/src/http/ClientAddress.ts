import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** Finds the client's address behind trusted proxies. */
export type ClientAddress = (request: IncomingMessage) => string

const withoutMapping = (address: string): string =>
  address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address

const familyOf = (address: string): "ipv4" | "ipv6" | null => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : null
}

const trustedList = (cidrs: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = "", prefix] = cidr.split("/")
    const family = familyOf(network)
    if (family !== null) list.addSubnet(network, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family)
  }
  return list
}

/**
 * The socket's address or, if that is a trusted proxy (given as CIDRs), the last address in `X-Forwarded-For` that is
 * not itself a trusted proxy.
 */
export const clientAddress = (trustedProxies: ReadonlyArray<string>): ClientAddress => {
  const socketAddress: ClientAddress = ({ socket }) => withoutMapping(socket.remoteAddress ?? "")
  if (trustedProxies.length === 0) return socketAddress
  const list = trustedList(trustedProxies)
  const trusted = (address: string): boolean => {
    const family = familyOf(address)
    return family !== null && list.check(address, family)
  }
  return (request) => {
    const direct = socketAddress(request)
    if (!trusted(direct)) return direct
    const forwarded = [request.headers["x-forwarded-for"] ?? ""]
      .flat()
      .join(",")
      .split(",")
      .map((entry) => withoutMapping(entry.trim()))
    let address = direct
    for (const entry of forwarded.toReversed()) {
      if (familyOf(entry) === null) break
      address = entry
      if (!trusted(entry)) break
    }
    return address
  }
}
