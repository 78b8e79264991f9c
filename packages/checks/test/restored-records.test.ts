import { assert, describe, it } from "@effect/vitest"
import type { TrackedDnsRepair } from "@mon/core-store"
import type { DnsTypeChange, RepairRecordSet } from "@mon/model"
import type { DnsSetName, DnsWatchState, RecordSetAnswer } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { dnsChangeEvidence } from "../src/diagnoses/dnsChangeEvidence.ts"
import { dnsRepairFindings } from "../src/dnsWatch/restoredRecords.ts"
import { RecordObserver } from "../src/emailHealth/RecordObserver.ts"

const HOST = "example.com"
const AT = "2026-11-21T08:00:00.000Z"

type Sets = Readonly<Partial<Record<DnsSetName, ReadonlyArray<string>>>>

const NAMES = ["NS", "DS", "CAA", "MX", "TXT", "A"] as const

const stateOf = (sets: Sets): DnsWatchState => ({
  sets: Object.fromEntries(
    Object.entries(sets).map(([name, records]) => [
      name,
      {
        records,
        acceptedAt: 0,
        serial: null,
        superseded: [],
        servers: [],
        behind: [],
        candidate: null,
        seen: {},
        learnsUntil: 0,
        pinned: []
      }
    ])
  )
})

const changesOf = (before: Sets, now: Sets): ReadonlyArray<DnsTypeChange> =>
  NAMES.flatMap((type) => {
    const [was, is] = [before[type] ?? [], now[type] ?? []]
    const added = is.filter((line) => !was.includes(line))
    const removed = was.filter((line) => !is.includes(line))
    return added.length + removed.length === 0 ? [] : [{ type, name: HOST, added, removed, firstSeenAt: AT }]
  })

const SPF = '"v=spf1 include:_spf.mail-host.example -all"'
const spf = "v=spf1 include:_spf.mail-host.example -all"
const MX = ["10 mx.example.net", "20 mx2.example.net"]
const OTHER = ["10 mx.other.example"]

const good: Sets = {
  NS: ["ns1.example.net", "ns2.example.net"],
  MX,
  TXT: [SPF, '"site-check=1"'],
  A: ["192.0.2.1"]
}

/** Returns the findings of an observation, and the records about which servers were asked. */
const findingsOf = Effect.fnUntraced(function* (repair: TrackedDnsRepair | null, before: Sets, now: Sets) {
  const asked: Array<string> = []
  const answer = (server: string): RecordSetAnswer => ({ server, status: "ok", values: MX, ttl: 60 })
  const observer = Layer.succeed(RecordObserver, {
    observe: ({ name, type }) =>
      Effect.sync(() => {
        asked.push(`${type} ${name}`)
        return { servers: [answer("ns1 192.0.2.53")], resolver: answer("resolver"), resolvers: [answer("resolver 2")] }
      })
  })
  const changes = changesOf(before, now)
  const [was, is] = [stateOf(before), stateOf(now)]
  const facts =
    changes.length === 0 ? null : dnsChangeEvidence({ hostname: HOST, at: AT, before: was, now: is, changes })
  const findings = yield* Effect.provide(dnsRepairFindings(repair, { before: was, now: is, changes, facts }), observer)
  return { findings, asked }
})

const record = (
  type: "MX" | "TXT",
  values: ReadonlyArray<string>,
  replaces: ReadonlyArray<string>
): RepairRecordSet => ({
  type,
  host: HOST,
  values,
  replaces
})

describe("the repair of changed records", () => {
  it.effect.each<readonly [string, Sets, ReadonlyArray<RepairRecordSet>, boolean]>([
    ["other mail exchangers", { MX: OTHER }, [record("MX", MX, OTHER)], true],
    ["no mail exchangers", { MX: [] }, [record("MX", MX, [])], true],
    ["an SPF record that is gone", { TXT: ['"site-check=1"'] }, [record("TXT", [spf], [])], true],
    [
      "mail exchangers and SPF, beside a text that is new",
      { MX: OTHER, TXT: ['"v=spf1 -all"', '"site-check=2"'] },
      [record("MX", MX, OTHER), record("TXT", [spf], ["v=spf1 -all"])],
      true
    ],
    [
      "mail exchangers with an address, which the incident is about",
      { MX: OTHER, A: ["192.0.2.9"] },
      [record("MX", MX, OTHER)],
      true
    ],
    ["a text that is no SPF record", { TXT: [SPF, '"site-check=2"'] }, [], false],
    ["an address", { A: ["192.0.2.9"] }, [], false],
    ["name servers", { NS: ["ns1.other.example", "ns2.other.example"] }, [], false],
    ["records about certificates", { CAA: ['0 issue "ca.example"'] }, [], false]
  ])("after a change of %s", ([, more, expected, hasCause]) =>
    Effect.gen(function* () {
      const { asked, findings } = yield* findingsOf(null, good, { ...good, ...more })
      assert.deepStrictEqual(
        (findings?.changed ?? []).map(({ host, replaces, type, values }) => ({ type, host, values, replaces })),
        expected
      )
      assert.strictEqual((findings?.cause ?? null) !== null, hasCause)
      assert.deepStrictEqual([findings?.asked ?? null, asked], [null, []])
    })
  )

  it.effect("compares texts as servers have them, not as zone files write them", () =>
    Effect.gen(function* () {
      const { findings } = yield* findingsOf(null, { TXT: [String.raw`"v=spf1 exp=\"a\".\228 -all"`] }, { TXT: [] })
      assert.deepStrictEqual(findings?.changed[0]?.values, ['v=spf1 exp="a".ä -all'])
    })
  )

  const records = [record("MX", MX, OTHER)]

  it.effect.each<readonly [string, TrackedDnsRepair, Sets, Sets, boolean | null]>([
    ["nobody while they are not as before", { state: "open", records }, { MX: OTHER }, { MX: OTHER }, null],
    ["nobody while the watch does not know them", { state: "open", records }, {}, {}, null],
    ["when they are as before", { state: "open", records }, { MX: OTHER }, { MX: [...MX, "30 mx3.example.net"] }, true],
    ["until they are verified", { state: "applied", records }, { MX }, { MX }, true],
    ["also when they are not as before any more", { state: "applied", records }, { MX }, { MX: OTHER }, false]
  ])("asks servers about records: %s", ([, repair, before, now, isConfirmed]) =>
    Effect.gen(function* () {
      const { asked, findings } = yield* findingsOf(repair, before, now)
      assert.deepStrictEqual(asked, isConfirmed === null ? [] : [`MX ${HOST}`])
      assert.strictEqual(findings?.asked?.isConfirmed ?? null, isConfirmed)
      if (isConfirmed !== null) assert.deepInclude(findings?.asked, { state: "verified" })
    })
  )
})
