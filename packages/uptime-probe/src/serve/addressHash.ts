import { isIPv4 } from "node:net"

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

const bytesOfIPv6 = (address: string): ReadonlyArray<number> => {
  // A URL writes an IPv4 address at the end of an IPv6 address as two groups.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/u, "")}]`)
  const [head = "", tail] = hostname.slice(1, -1).split("::")
  const [before, after] = [groups(head), groups(tail ?? "")]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** A hash of an IP address: FNV-1a of its bytes in 32 bits, as in blackbox_exporter. */
export const addressHash = (address: string): number => {
  const bytes = isIPv4(address) ? address.split(".").map(Number) : bytesOfIPv6(address)
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, FNV_PRIME) >>> 0, FNV_OFFSET)
}
