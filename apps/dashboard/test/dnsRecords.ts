import type { DnsServerState, DnsWatchRecord } from "@mon/model"
import type { Site } from "./records.ts"

const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const server = (index: number, more: Partial<DnsServerState> = {}): DnsServerState => ({
  server: `ns${index}.dns-host.example 192.0.2.${50 + index}`,
  status: "ok",
  reason: null,
  isDifferent: false,
  records: [],
  ...more
})

const servers = [server(1), server(2)]

/** Returns the watched DNS of a site: off, waiting, over the limit, or with records, findings and changes. */
export const dnsOf = ({ host, id, settings }: Site): DnsWatchRecord => {
  const nothing = { checkedAt: null, nextCheckAt: null, sets: [], findings: [], changes: [] }
  if (id === "id-12" && settings["dnsWatch"] == null) return { status: "off", ...nothing }
  if (id === "id-13") return { status: "waiting", ...nothing }
  if (id === "id-14") return { status: "over_limit", ...nothing }
  const zone = { source: "zone", name: host, acceptedAt: at(4_000), pending: null, servers } as const
  return {
    status: "watching",
    checkedAt: at(2),
    nextCheckAt: at(-1),
    sets: [
      { ...zone, type: "NS", source: "parent", records: ["ns1.dns-host.example", "ns2.dns-host.example"] },
      {
        ...zone,
        type: "MX",
        records: ["10 mx1.mail-host.example", "20 mx2.mail-host.example"],
        pending: { records: ["10 mx.somewhere-else.example"], firstSeenAt: at(1) },
        servers: [
          server(1, { isDifferent: true, records: ["10 mx.somewhere-else.example"] }),
          server(2),
          server(3, { status: "failed", reason: "Timeout" })
        ]
      },
      {
        ...zone,
        type: "TXT",
        records: [
          '"v=spf1 include:_spf.mail-host.example include:_spf.news-letters.example ~all"',
          '"site-check=1a2b3c"'
        ]
      },
      { ...zone, type: "CAA", records: [] },
      { ...zone, type: "A", records: ["192.0.2.80"] }
    ],
    findings: [
      {
        code: "delegation_mismatch",
        message: `The parent delegates ${host} to ns1.dns-host.example, ns2.dns-host.example, but the zone lists ns1.dns-host.example, ns3.dns-host.example.`
      }
    ],
    changes: [
      {
        id: "dns-change-1",
        detectedAt: at(4_000),
        changes: [
          {
            type: "MX",
            name: host,
            added: ["10 mx1.mail-host.example", "20 mx2.mail-host.example"],
            removed: ["10 old.mail-host.example"],
            firstSeenAt: at(4_001)
          }
        ]
      }
    ]
  }
}
