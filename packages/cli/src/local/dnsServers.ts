import { list, type ValueType } from "@mon/bundled/command-line"
import { parseServerList } from "@mon/dns"

const nameServers: ValueType<ReadonlyArray<string>> = {
  placeholder: "server",
  takes: "a DNS server such as 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53",
  read: (given) => {
    const parsed = parseServerList(given)
    return parsed.ok && parsed.servers.length > 0 ? parsed.servers : undefined
  }
}

export const dnsServers = list(nameServers, "Use this DNS server instead of the system's")
