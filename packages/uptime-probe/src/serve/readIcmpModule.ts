import type { ConfigSection } from "./ConfigSection.ts"
import { familyOf } from "./moduleOptions.ts"
import type { IcmpModule } from "./ProbeModule.ts"

const UNSUPPORTED: Readonly<Record<string, string>> = {
  dont_fragment: "the program that sends the packets decides it.",
  source_ip_address: "the system chooses the address.",
  ttl: "the system chooses it."
}

/** The size of blackbox_exporter's packets. */
const DEFAULT_BYTES = 28
/** The largest content of an IPv4 packet. */
const MOST_BYTES = 65_507

export const readIcmpModule = (icmp: ConfigSection): Omit<IcmpModule, "timeoutMs"> => {
  const bytes = icmp.size("payload_size", MOST_BYTES) ?? 0
  const found = {
    prober: "icmp",
    bytes: bytes === 0 ? DEFAULT_BYTES : bytes,
    family: familyOf(icmp),
    verifies: true,
    ignoredProblems: [],
    tlsSettings: {},
    serverName: null
  } as const
  icmp.finish(UNSUPPORTED)
  return found
}
