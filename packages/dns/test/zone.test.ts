import { prototypeWords } from "@mon/tooling/prototypeWords"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DnsResolver, layerZone, makeZoneResolver } from "../src/effect.ts"
import type { RecordType, Zone } from "../src/index.ts"
import { typeNumber } from "../src/wire/recordTypes.ts"

const ZONE: Zone = {
  "Example.com.": {
    A: ["192.0.2.1", { address: "192.0.2.2", ttl: 5 }],
    TXT: ["v=spf1 -all", ["two ", "chunks"]],
    MX: [{ preference: 10, exchange: "MX.example.com." }],
    TYPE65: [{ data: "0001" }]
  },
  "www.example.com": { CNAME: ["example.com."] },
  "chain.example.com": { CNAME: ["www.example.com"] },
  "dangling.example.com": { CNAME: ["gone.example.com"] },
  "a.deep.tree.example.com": { A: ["192.0.2.3"] },
  "*.wild.example.com": { TXT: ["wild"] },
  "own.wild.example.com": { A: ["192.0.2.4"] },
  "loop.example.com": { CNAME: ["loop2.example.com"] },
  "loop2.example.com": { CNAME: ["loop.example.com"] },
  "broken.example.com": { fail: "ServFail" },
  "half.example.com": { A: ["192.0.2.5"], TXT: { fail: "Timeout" } },
  "toBroken.example.com": { CNAME: ["broken.example.com"] },
  ".": { NS: ["ns.example.com"] }
}

const ask = (name: string, type: "A" | "TXT" | "MX" | "CNAME" | "NS" | "TYPE65") =>
  Effect.flatMap(DnsResolver, (resolver) => resolver.query(name, type))
const withZone = <A, E>(effect: Effect.Effect<A, E, DnsResolver>) => Effect.provide(effect, layerZone(ZONE))

describe("a zone", () => {
  it.effect("answers with complete records", () =>
    withZone(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ask("EXAMPLE.com", "A"), {
          name: "example.com",
          type: "A",
          status: "ok",
          records: [
            { address: "192.0.2.1", ttl: 300 },
            { address: "192.0.2.2", ttl: 5 }
          ],
          cnames: [],
          ttl: 5,
          authenticated: null,
          server: null,
          transport: "zone",
          durationMs: 0
        })
        assert.deepStrictEqual((yield* ask("example.com", "TXT")).records, [
          { chunks: ["v=spf1 -all"] },
          { chunks: ["two ", "chunks"] }
        ])
        assert.deepStrictEqual((yield* ask("example.com", "MX")).records, [
          { preference: 10, exchange: "mx.example.com" }
        ])
        assert.deepStrictEqual((yield* ask("example.com", "TYPE65")).records, [{ data: "0001" }])
        assert.deepStrictEqual((yield* ask(".", "NS")).records, [{ target: "ns.example.com" }])
      })
    )
  )

  it.effect("distinguishes NODATA from NXDOMAIN", () =>
    withZone(
      Effect.gen(function* () {
        const statuses = yield* Effect.forEach(
          [
            "example.com",
            "deep.tree.example.com",
            "tree.example.com",
            "gone.example.com",
            "x.a.deep.tree.example.com",
            "com"
          ],
          (name) => Effect.map(ask(name, "NS"), ({ status }) => status)
        )
        assert.deepStrictEqual(statuses, ["nodata", "nodata", "nodata", "nxdomain", "nxdomain", "nodata"])
      })
    )
  )

  it.effect("follows CNAME records and reports them", () =>
    withZone(
      Effect.gen(function* () {
        const { records, cnames } = yield* ask("chain.example.com", "MX")
        assert.deepStrictEqual([records.length, cnames], [1, ["www.example.com", "example.com"]])
        assert.deepStrictEqual((yield* ask("chain.example.com", "CNAME")).records, [{ target: "www.example.com" }])
        const dangling = yield* ask("dangling.example.com", "A")
        assert.deepStrictEqual([dangling.status, dangling.cnames], ["nxdomain", ["gone.example.com"]])
        const without = yield* ask("www.example.com", "NS")
        assert.deepStrictEqual([without.status, without.cnames], ["nodata", ["example.com"]])
        assert.strictEqual((yield* Effect.flip(ask("loop.example.com", "A"))).reason, "ServFail")
        assert.strictEqual((yield* Effect.flip(ask("tobroken.example.com", "A"))).reason, "ServFail")
      })
    )
  )

  it.effect("answers with wildcards for names that are not listed", () =>
    withZone(
      Effect.gen(function* () {
        assert.strictEqual((yield* ask("x.wild.example.com", "TXT")).status, "ok")
        assert.strictEqual((yield* ask("x.y.wild.example.com", "TXT")).status, "ok")
        assert.strictEqual((yield* ask("own.wild.example.com", "TXT")).status, "nodata")
        assert.strictEqual((yield* ask("x.own.wild.example.com", "TXT")).status, "nxdomain")
        assert.strictEqual((yield* ask("wild.example.com", "TXT")).status, "nodata")
      })
    )
  )

  it.effect("simulates faults of a name and of a type", () =>
    withZone(
      Effect.gen(function* () {
        const error = yield* Effect.flip(ask("broken.example.com", "A"))
        assert.deepStrictEqual(
          [error._tag, error.name, error.reason, error.queryName, error.type, error.server],
          ["DnsError", "DnsError", "ServFail", "broken.example.com", "A", null]
        )
        assert.strictEqual((yield* Effect.flip(ask("half.example.com", "TXT"))).reason, "Timeout")
        assert.strictEqual((yield* ask("half.example.com", "A")).status, "ok")
        assert.strictEqual((yield* Effect.flip(ask("a..b", "A"))).reason, "BadName")
      })
    )
  )

  it.effect("records its queries and can be changed", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver(ZONE)
      yield* Effect.gen(function* () {
        yield* ask("new.example.com", "A")
        zone.set("new.example.com", { A: ["192.0.2.9"] })
        assert.strictEqual((yield* ask("NEW.example.com", "A")).status, "ok")
        zone.delete("new.example.com")
        assert.strictEqual((yield* ask("new.example.com", "A")).status, "nxdomain")
      }).pipe(Effect.provide(layerZone(zone)))
      assert.deepStrictEqual(
        zone.queries,
        Array.from({ length: 3 }, () => ({ name: "new.example.com", type: "A" }))
      )
    })
  )

  it("rejects invalid names and types", () => {
    assert.throws(() => makeZoneResolver({ "a..b": { A: [] } }), /"a\.\.b" in the zone is not a domain name/)
    const typo: object = { "example.com": { a: ["192.0.2.1"] } }
    assert.throws(() => makeZoneResolver(typo as Zone), /must be a record type such as A, MX or TXT/)
  })
})

describe.each(prototypeWords)("the word %j", (word) => {
  const types = ["A", "TXT"] as const

  it.effect("is a name that only a zone with it has", () =>
    Effect.gen(function* () {
      for (const type of types) {
        const nothing = yield* makeZoneResolver({ "example.com": { A: ["192.0.2.1"] } }).query(word, type)
        assert.strictEqual(nothing.status, "nxdomain")
      }
      const zone = makeZoneResolver({ [word]: { A: ["192.0.2.9"] } })
      assert.deepStrictEqual((yield* zone.query(word, "A")).records, [{ address: "192.0.2.9", ttl: 300 }])
    })
  )

  it("is no type of records", () => {
    assert.throws(() => makeZoneResolver({ "example.com": { [word]: ["x"] } } as unknown as Zone), TypeError)
    assert.isNull(typeNumber(word as RecordType))
  })
})
