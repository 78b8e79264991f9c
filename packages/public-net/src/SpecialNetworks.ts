export interface SpecialNetwork {
  readonly network: string
  readonly use: string
  readonly source: string
}

const row = (network: string, use: string, source: string): SpecialNetwork => ({ network, use, source })

/**
 * The networks of the IANA IPv4 and IPv6 Special-Purpose Address Registries. Blocks that contain "globally reachable"
 * anycast addresses (192.0.0.0/24, 2001::/23) are listed as a whole, because the nearest host responds at these
 * addresses, and this host may be in the local network.
 */
export const SPECIAL_NETWORKS: ReadonlyArray<SpecialNetwork> = [
  row("0.0.0.0/8", "this network", "RFC 791"),
  row("10.0.0.0/8", "private-use", "RFC 1918"),
  row("100.64.0.0/10", "shared address space", "RFC 6598"),
  row("127.0.0.0/8", "loopback", "RFC 1122"),
  row("168.63.129.16/32", "cloud platform endpoint", "Azure virtual public IP"),
  row("169.254.0.0/16", "link-local", "RFC 3927"),
  row("172.16.0.0/12", "private-use", "RFC 1918"),
  row("192.0.0.0/24", "IETF protocol assignments", "RFC 6890"),
  row("192.0.2.0/24", "documentation", "RFC 5737"),
  row("192.88.99.0/24", "6to4 relay anycast", "RFC 7526"),
  row("192.168.0.0/16", "private-use", "RFC 1918"),
  row("198.18.0.0/15", "benchmarking", "RFC 2544"),
  row("198.51.100.0/24", "documentation", "RFC 5737"),
  row("203.0.113.0/24", "documentation", "RFC 5737"),
  row("224.0.0.0/4", "multicast", "RFC 5771"),
  row("240.0.0.0/4", "reserved", "RFC 1112"),
  row("255.255.255.255/32", "limited broadcast", "RFC 919"),
  row("::/128", "unspecified", "RFC 4291"),
  row("::1/128", "loopback", "RFC 4291"),
  row("::/96", "IPv4-compatible", "RFC 4291"),
  row("64:ff9b:1::/48", "local-use IPv4/IPv6 translation", "RFC 8215"),
  row("100::/64", "discard-only", "RFC 6666"),
  row("100:0:0:1::/64", "dummy prefix", "RFC 9780"),
  row("2001::/23", "IETF protocol assignments", "RFC 2928"),
  row("2001::/32", "Teredo", "RFC 4380"),
  row("2001:2::/48", "benchmarking", "RFC 5180"),
  row("2001:10::/28", "ORCHID", "RFC 4843"),
  row("2001:db8::/32", "documentation", "RFC 3849"),
  row("3fff::/20", "documentation", "RFC 9637"),
  row("5f00::/16", "segment routing SIDs", "RFC 9602"),
  row("fc00::/7", "unique-local", "RFC 4193"),
  row("fe80::/10", "link-local", "RFC 4291"),
  row("fec0::/10", "site-local", "RFC 3879"),
  row("ff00::/8", "multicast", "RFC 4291")
]

/** The IPv6 networks whose addresses embed an IPv4 address, and the number of bits after the embedded address. */
export const EMBEDDINGS: ReadonlyArray<{ readonly network: string; readonly bitsBehind: bigint }> = [
  { network: "64:ff9b::/96", bitsBehind: 0n }, // RFC 6052, IPv4/IPv6 translation
  { network: "2002::/16", bitsBehind: 80n } // RFC 3056, 6to4
]

/** The only IPv6 block that is allocated as global unicast (RFC 4291 section 2.4, IANA IPv6 address space). */
export const GLOBAL_UNICAST = "2000::/3"

/** The network for IPv6 addresses outside {@link GLOBAL_UNICAST} that are in no other network of the table. */
export const UNALLOCATED: SpecialNetwork = row("::/0", "not allocated as global unicast", "RFC 4291")

/** The network for addresses with a zone id, which are valid on only one interface of one host (RFC 4007). */
export const SCOPED: SpecialNetwork = row("::/0", "scoped to an interface", "RFC 4007")

export const NOT_AN_ADDRESS: SpecialNetwork = row("", "not an IP address", "RFC 4291")
