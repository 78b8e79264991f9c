import type { ZoneRecords } from "@mon/tooling/testbed"
import type { KnownType } from "../src/index.ts"

/** A record of each type, first in the form of a zone and then in the form of an answer. */
export const RECORD_TABLE: ReadonlyArray<readonly [KnownType, ZoneRecords, object]> = [
  ["A", { A: ["192.0.2.1"] }, { address: "192.0.2.1", ttl: 60 }],
  ["AAAA", { AAAA: ["2001:db8:0:0:1::1"] }, { address: "2001:db8::1:0:0:1", ttl: 60 }],
  ["AAAA", { AAAA: ["::ffff:192.0.2.1"] }, { address: "::ffff:192.0.2.1", ttl: 60 }],
  ["MX", { MX: [{ preference: 10, exchange: "MX.Example.com" }] }, { exchange: "mx.example.com", preference: 10 }],
  ["MX", { MX: [{ preference: 0, exchange: "." }] }, { exchange: "", preference: 0 }],
  ["TXT", { TXT: [["v=spf1 ", "\u00ff\u00e4"]] }, { chunks: ["v=spf1 ", "\u00ff\u00e4"] }],
  ["TXT", { TXT: [[""]] }, { chunks: [""] }],
  ["NS", { NS: ["ns.example.com"] }, { target: "ns.example.com" }],
  ["PTR", { PTR: ["host.example.com"] }, { target: "host.example.com" }],
  ["CNAME", { CNAME: "Other.example.com" }, { target: "other.example.com" }],
  [
    "SOA",
    {
      SOA: {
        mname: "ns.example.com",
        rname: "first\\.last.example.com",
        serial: 4_000_000_000,
        refresh: 1,
        retry: 2,
        expire: 3,
        minimum: 4
      }
    },
    {
      mname: "ns.example.com",
      rname: "first\\.last.example.com",
      serial: 4_000_000_000,
      refresh: 1,
      retry: 2,
      expire: 3,
      minimum: 4
    }
  ],
  [
    "CAA",
    { CAA: [{ flags: 128, tag: "issue", value: "ca.example; account=1" }] },
    { flags: 128, tag: "issue", value: "ca.example; account=1" }
  ],
  [
    "SRV",
    { SRV: [{ priority: 1, weight: 2, port: 443, target: "host.example.com" }] },
    { priority: 1, weight: 2, port: 443, target: "host.example.com" }
  ],
  [
    "TLSA",
    { TLSA: [{ usage: 3, selector: 1, matchingType: 1, data: "00ff" }] },
    { usage: 3, selector: 1, matchingType: 1, data: "00ff" }
  ],
  [
    "DS",
    { DS: [{ keyTag: 60_485, algorithm: 13, digestType: 2, digest: "d4b7ff" }] },
    { keyTag: 60_485, algorithm: 13, digestType: 2, digest: "d4b7ff" }
  ]
]
