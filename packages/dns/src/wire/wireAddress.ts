import { SocketAddress } from "node:net"

export const ipv4At = (bytes: Buffer, start: number): string => bytes.subarray(start, start + 4).join(".")

/** Returns the IPv6 address in the form of RFC 5952. */
export const ipv6At = (bytes: Buffer, start: number): string => {
  const address = bytes.toString("hex", start, start + 16).replace(/(....)(?=.)/g, "$1:")
  return new SocketAddress({ address, family: "ipv6" }).address
}
