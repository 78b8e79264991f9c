import { DnsError, makeZoneClient, type Zone } from "@mon/dns"
import { layerZone } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  compareDnsSnapshots as compare,
  type DnsSnapshot,
  type RecordSet,
  takeDnsSnapshot,
  type WatchedType,
  watchedTypes
} from "../src/index.ts"
import { snapshotDns } from "../src/effect.ts"

const ZONE: Zone = {
  "example.com": {
    NS: ["NS2.example.net", "ns1.example.net"],
    A: ["203.0.113.9", "203.0.113.10"],
    AAAA: ["2001:DB8:0::1"],
    MX: [
      { preference: 20, exchange: "mx2.example.net" },
      { preference: 10, exchange: "mx1.example.net" }
    ],
    TXT: ["v=spf1 -all", ["in ", 'two "pieces"']],
    CAA: [{ flags: 0, tag: "issue", value: "ca.example" }]
  },
  "nomail.example": { MX: [{ preference: 0, exchange: "." }] }
}

const RECORDS = {
  NS: { status: "ok", records: ["ns1.example.net", "ns2.example.net"] },
  A: { status: "ok", records: ["203.0.113.10", "203.0.113.9"] },
  AAAA: { status: "ok", records: ["2001:db8::1"] },
  MX: { status: "ok", records: ["10 mx1.example.net", "20 mx2.example.net"] },
  TXT: { status: "ok", records: ['"in two \\"pieces\\""', '"v=spf1 -all"'] },
  CAA: { status: "ok", records: ['0 issue "ca.example"'] }
}

const take = (name: string, zone: Zone = ZONE, types: ReadonlyArray<WatchedType> = watchedTypes) =>
  takeDnsSnapshot(name, { dns: makeZoneClient(zone), types })
const of = (sets: DnsSnapshot["sets"]): DnsSnapshot => ({ name: "example.com", takenAt: 1, sets })
const ok = (...records: ReadonlyArray<string>): RecordSet => ({ status: "ok", records })
const nothing: RecordSet = { status: "nodata", records: [] }
const failed: RecordSet = { status: "failed", reason: "Timeout" }

describe("a snapshot", () => {
  it("normalises spelling and order of all records", async () => {
    expect((await take("example.com")).sets).toEqual(RECORDS)
  })

  it("is the same with Effect", async () => {
    const snapshot = await Effect.runPromise(snapshotDns("example.com").pipe(Effect.provide(layerZone(ZONE))))
    expect([snapshot.name, snapshot.sets]).toEqual(["example.com", RECORDS])
  })

  it("distinguishes no record from no name, and a null MX from none", async () => {
    expect((await take("nomail.example", ZONE, ["MX", "A"])).sets).toEqual({ MX: ok("0 ."), A: nothing })
    expect((await take("other.example", ZONE, ["A"])).sets).toEqual({ A: { status: "nxdomain", records: [] } })
  })

  it("reports which queries failed", async () => {
    const zone: Zone = { "example.com": { A: { fail: "Timeout" }, NS: ["ns1.example.net"] } }
    const sets = { A: failed, NS: ok("ns1.example.net") }
    expect((await take("example.com", zone, ["A", "NS"])).sets).toEqual(sets)
    expect(
      (await Effect.runPromise(snapshotDns("example.com", ["A", "NS"]).pipe(Effect.provide(layerZone(zone))))).sets
    ).toEqual(sets)
  })

  it("rejects with the signal's reason when it is aborted", async () => {
    const reason = new Error("enough")
    const controller = new AbortController()
    const dns = {
      query: () => {
        controller.abort(reason)
        return Promise.reject(
          new DnsError({ queryName: "example.com", type: "A", server: null, reason: "Network", detail: "" })
        )
      }
    }
    await expect(takeDnsSnapshot("example.com", { dns, signal: controller.signal })).rejects.toBe(reason)
    await expect(takeDnsSnapshot("example.com", { dns, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe("two snapshots", () => {
  it("name what was added and removed, type by type", () => {
    const before = of({
      A: ok("203.0.113.9"),
      NS: ok("ns1.example.net", "ns2.example.net"),
      TXT: nothing,
      CAA: ok('0 issue "ca.example"'),
      MX: ok("10 mx.example.net")
    })
    const after = of({
      A: ok("203.0.113.9"),
      NS: ok("ns1.evil.example", "ns2.example.net"),
      TXT: ok('"x"'),
      CAA: nothing,
      MX: ok("20 mx.example.net")
    })
    expect(compare(before, after)).toMatchObject({
      changed: true,
      unknown: [],
      changes: [
        { type: "NS", kind: "changed", added: ["ns1.evil.example"], removed: ["ns1.example.net"] },
        { type: "MX", kind: "changed", added: ["20 mx.example.net"], removed: ["10 mx.example.net"] },
        { type: "TXT", kind: "appeared", added: ['"x"'], removed: [] },
        { type: "CAA", kind: "gone", added: [], removed: ['0 issue "ca.example"'] }
      ]
    })
  })

  it("do not differ by failed queries, and the baseline preserves the last known records", () => {
    const before = of({ A: ok("203.0.113.9"), NS: failed })
    const after = { ...of({ A: failed, NS: ok("ns1.example.net"), MX: nothing }), takenAt: 2 }
    expect(compare(before, after)).toEqual({
      changed: false,
      changes: [],
      unknown: ["NS", "A", "MX"],
      baseline: {
        name: "example.com",
        takenAt: 2,
        sets: { A: ok("203.0.113.9"), NS: ok("ns1.example.net"), MX: nothing }
      }
    })
    expect(compare(of({ A: failed }), of({ A: failed })).baseline.sets).toEqual({ A: failed })
  })

  it("do not differ by the order in the answers", () => {
    const addresses = fc.uniqueArray(fc.ipV4(), { minLength: 1, maxLength: 8 })
    return fc.assert(
      fc.asyncProperty(
        addresses.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        async ([a, b]) => {
          const [before, after] = await Promise.all(
            [a, b].map((addressesNow) => take("example.com", { "example.com": { A: addressesNow } }, ["A"]))
          )
          if (before === undefined || after === undefined) throw new Error("unreachable")
          expect(compare(before, after)).toMatchObject({ changed: false, changes: [], unknown: [] })
        }
      )
    )
  })

  it("can be stored as JSON", async () => {
    const snapshot = await take("example.com")
    expect(compare(JSON.parse(JSON.stringify(snapshot)) as DnsSnapshot, snapshot).changed).toBe(false)
  })
})
