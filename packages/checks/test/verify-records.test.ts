import { assert, describe, it } from "@effect/vitest"
import type { RecordSetAnswer, RecordSetTarget } from "@mon/uptime-probe"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { RecordObserver } from "../src/emailHealth/RecordObserver.ts"
import {
  MAX_VERIFIED_RECORDS,
  planState,
  type PublishedState,
  publishedState,
  recordState,
  verifyRecords
} from "../src/emailHealth/verifyRecords.ts"

const server = "ns1.example.net 192.0.2.53"
const answer = (...values: ReadonlyArray<string>): RecordSetAnswer => ({ server, status: "ok", values, ttl: 300 })
const txt = { type: "TXT", values: ["v=spf1 -all"], replaces: ["v=spf1 +all"] } as const

const record = (host: string) => ({
  ...txt,
  host,
  foreign: false,
  findings: [],
  form: { name: "@", ttl: 3_600, strings: [], provider: null }
})

describe("what a server has of a record", () => {
  it("are the new values, whatever else is at the name", () => {
    assert.deepStrictEqual(publishedState(answer("other", "v=spf1 -all"), txt), {
      server,
      state: "published",
      reason: null,
      ttl: 300
    })
  })

  it("is an old value, also beside the new one", () => {
    assert.strictEqual(publishedState(answer("v=spf1 +all"), txt).state, "old")
    assert.strictEqual(publishedState(answer("v=spf1 -all", "v=spf1 +all"), txt).state, "old")
  })

  it("is nothing yet", () => {
    assert.strictEqual(publishedState({ server, status: "nxdomain", values: [], ttl: null }, txt).state, "missing")
    assert.strictEqual(publishedState(answer("V=SPF1 -ALL"), txt).state, "missing")
  })

  it("is right without the values that are only deleted", () => {
    const deleted = { ...txt, values: [] }
    assert.strictEqual(publishedState(answer("other"), deleted).state, "published")
    assert.strictEqual(publishedState(answer("v=spf1 +all"), deleted).state, "old")
  })

  it("is compared without case and final dot if it is a name", () => {
    const mx = { type: "MX", values: ["10 MX.example.com."], replaces: [] } as const
    assert.strictEqual(publishedState(answer("10 mx.example.com"), mx).state, "published")
  })

  it("is unknown if the server failed", () => {
    assert.deepStrictEqual(publishedState({ server, status: "failed", reason: "Refused" }, txt), {
      server,
      state: "failed",
      reason: "Refused",
      ttl: null
    })
  })

  it("is decided for every answer of a stranger", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), fc.array(fc.string()), (found, values, replaces) => {
        const { state } = publishedState(answer(...found), { type: "CNAME", values, replaces })
        assert.include(["published", "old", "missing"], state)
        if (state === "published")
          for (const value of values)
            assert.include(
              found.map((one) => one.toLowerCase().replace(/\.$/u, "")),
              value.toLowerCase().replace(/\.$/u, "")
            )
      })
    )
  })
})

const named = (states: ReadonlyArray<PublishedState>) => states.map((state, n) => ({ server: `ns${n}`, state }))

describe("a record", () => {
  it.each<readonly [ReadonlyArray<PublishedState>, boolean, string]>([
    [["published", "published"], true, "verified"],
    [["published", "old"], true, "pending"],
    [["published", "missing", "failed"], true, "pending"],
    [["published", "failed"], true, "unknown"],
    [["published"], false, "unknown"]
  ])("with the servers %s is %s, %s", (states, hasZone, expected) => {
    assert.strictEqual(recordState(named(states), hasZone), expected)
  })

  it.each<readonly [what: string, resolvers: ReadonlyArray<PublishedState>, expected: string]>([
    ["the only resolver has", ["published"], "verified"],
    ["the only resolver is silent about", ["failed"], "unknown"],
    ["both resolvers have", ["published", "published"], "verified"],
    ["a silent second resolver does not confirm", ["published", "failed"], "unknown"],
    ["a silent first resolver does not confirm", ["failed", "published"], "unknown"],
    ["two of three resolvers have", ["published", "failed", "published"], "verified"],
    ["one of three resolvers has", ["published", "failed", "failed"], "unknown"],
    ["a resolver still has the old one of", ["published", "published", "old"], "pending"]
  ])("that all servers have and %s", (_, resolvers, expected) => {
    const labelled = resolvers.map((state, n) => ({ server: n === 0 ? "resolver" : `resolver ${n + 1}`, state }))
    assert.strictEqual(recordState([...named(["published"]), ...labelled], true), expected)
  })

  it("is not confirmed by a server whose name only begins like that of a resolver", () => {
    const answers = [...named(["published"]), { server: "resolver 192.0.2.1", state: "failed" as const }]
    assert.strictEqual(recordState(answers, true), "unknown")
  })
})

describe("a plan", () => {
  it("is verified if all of its records are", () => {
    assert.strictEqual(planState([]), "verified")
    assert.strictEqual(planState([{ state: "verified" }, { state: "unknown" }]), "unknown")
    assert.strictEqual(planState([{ state: "unknown" }, { state: "pending" }]), "pending")
    assert.strictEqual(planState([{ state: "verified" }]), "verified")
  })

  it.effect("asks for a limited number of records, each once", () => {
    const asked: Array<RecordSetTarget> = []
    const observer = Layer.succeed(RecordObserver, {
      observe: (target) =>
        Effect.sync(() => {
          asked.push(target)
          return {
            servers: [answer("v=spf1 -all")],
            resolver: { ...answer("v=spf1 +all"), server: "resolver" },
            resolvers: []
          }
        })
    })
    return Effect.gen(function* () {
      const records = yield* verifyRecords(Array.from({ length: 30 }, (_, index) => record(`h${index}.example.com`)))
      assert.lengthOf(records, MAX_VERIFIED_RECORDS)
      assert.strictEqual(new Set(asked.map(({ name }) => name)).size, MAX_VERIFIED_RECORDS)
      assert.deepStrictEqual(
        records[0]?.servers.map(({ state }) => state),
        ["published", "old"]
      )
      assert.strictEqual(records[0]?.state, "pending")
    }).pipe(Effect.provide(observer))
  })
})
