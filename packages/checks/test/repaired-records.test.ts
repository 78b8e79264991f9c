import { assert, describe, it } from "@effect/vitest"
import { IncidentRepairs, type RepairInMotion } from "@mon/core-store"
import { causeClasses, causeClassNames, type DiagnosisFacts } from "@mon/diagnosis"
import type { IncidentRepairAnswers } from "@mon/model"
import type { RecordSetAnswer, RecordSetObservation } from "@mon/uptime-probe"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { followIncidentRepairs } from "../src/diagnoses/followIncidentRepairs.ts"
import { answersAbout, recordsToAsk } from "../src/diagnoses/repairedRecords.ts"
import { RecordObserver } from "../src/emailHealth/RecordObserver.ts"

const NS1 = "ns1.example.net 192.0.2.53"
const NS2 = "ns2.example.net 192.0.2.54"
const OLD = "192.0.2.1"
const NEW = "192.0.2.2"

const facts: DiagnosisFacts = {
  target: { host: "www.example.com", domain: "example.com" },
  check: { outcome: "connect_refused", address: OLD },
  dns: {
    changes: [{ type: "A", added: [OLD], removed: [NEW] }],
    alias: { target: "Gone.example.net." },
    answers: [{ server: NS1, type: "A", status: "ok", records: ["10.0.0.5"] }]
  }
}

const answer = (server: string, ...values: ReadonlyArray<string>): RecordSetAnswer => ({
  server,
  status: values.length === 0 ? "nodata" : "ok",
  values,
  ttl: 60
})
const silent = (server: string): RecordSetAnswer => ({ server, status: "failed", reason: "Timeout" })

const observation = (
  servers: ReadonlyArray<RecordSetAnswer>,
  ...[resolver = answer("resolver"), ...resolvers]: ReadonlyArray<RecordSetAnswer>
): RecordSetObservation => ({ servers, resolver, resolvers })

const none = observation([answer(NS1), answer(NS2)], answer("resolver"), answer("resolver 2"))

describe("what servers are asked about the host of an incident", () => {
  it("is nothing if its cause is not in the registration or DNS", () => {
    const asked = causeClassNames.filter((name) => recordsToAsk(facts, name) !== null)
    const expected = causeClassNames.filter((name) =>
      ["registration", "delegation", "dns"].includes(causeClasses[name].area)
    )
    assert.deepStrictEqual(asked, expected)
    assert.isNull(recordsToAsk(facts, null))
    assert.isNull(recordsToAsk({ ...facts, target: { host: "192.0.2.7" } }, "address_removed"))
    assert.isNull(recordsToAsk({}, "address_removed"))
  })

  it.each([
    ["address_changed", [OLD]],
    ["name_servers_differ", [OLD]],
    ["cname_dangling", [OLD, "gone.example.net"]],
    ["address_not_public", ["10.0.0.5"]],
    ["address_removed", []],
    ["registration_expired", []]
  ] as const)("after %s, knows what was wrong", (cause, faulty) => {
    assert.deepStrictEqual(recordsToAsk(facts, cause), { host: "www.example.com", faulty })
  })
})

const asked = { host: "www.example.com", faulty: [OLD] }

describe("what the servers have", () => {
  it.each([
    ["verified", [answer(NS1, NEW), answer(NS2, NEW)], [answer("resolver", NEW), answer("resolver 2", NEW)], 2],
    ["pending", [answer(NS1, NEW), answer(NS2, OLD)], [answer("resolver", NEW), answer("resolver 2", NEW)], 2],
    ["pending", [answer(NS1, NEW), answer(NS2)], [answer("resolver", NEW), answer("resolver 2", NEW)], 2],
    ["pending", [answer(NS1, NEW)], [answer("resolver", OLD), answer("resolver 2", NEW)], 1],
    ["unknown", [answer(NS1, NEW), silent(NS2)], [answer("resolver", NEW), answer("resolver 2", NEW)], 2],
    ["unknown", [answer(NS1, NEW)], [answer("resolver", NEW), silent("resolver 2")], 1],
    ["unknown", [], [answer("resolver", NEW), answer("resolver 2", NEW)], 2]
  ] as const)("is %s: %o, %o", (state, servers, resolvers, agreeing) => {
    const found = answersAbout(asked, [observation(servers, ...resolvers)], false)
    assert.deepStrictEqual([found.state, found.resolvers], [state, agreeing])
  })

  it("says which server still has the old record", () => {
    const { servers } = answersAbout(
      asked,
      [observation([answer(NS1, NEW), answer(NS2, OLD)], answer("resolver", OLD)), none],
      false
    )
    assert.deepStrictEqual(servers.slice(0, 3), [
      { server: NS1, state: "published", values: [NEW] },
      { server: NS2, state: "old", values: [OLD] },
      { server: "resolver", state: "old", values: [OLD] }
    ])
  })

  it("is right as the resolver has it, once the site is up", () => {
    const all = observation([answer(NS1, OLD), answer(NS2, OLD)], answer("resolver", OLD))
    assert.strictEqual(answersAbout(asked, [all], false).state, "pending")
    assert.strictEqual(answersAbout(asked, [all], true).state, "verified")
  })

  it("is an alias, too", () => {
    const alias = observation([answer(NS1, "a.example.net")], answer("resolver", "a.example.net"))
    const address = observation([answer(NS1)], answer("resolver", NEW))
    assert.strictEqual(answersAbout(asked, [alias, address], false).state, "verified")
  })
})

const removed = {
  target: { host: "www.example.com" },
  check: { outcome: "dns_nxdomain" },
  dns: { answers: [{ server: NS1, type: "A", status: "nxdomain" as const }] }
}

/** Follows a repair, and returns its steps: classifications, queries and recorded answers. */
const followed = (moving: Omit<RepairInMotion, "incidentKey">) => {
  const steps: Array<unknown> = []
  const repairs = Layer.mock(IncidentRepairs)({
    claim: () => Effect.succeed([{ incidentKey: "7", ...moving }]),
    classify: (key, cause, asksServers) => Effect.sync(() => steps.push([key, cause, asksServers])),
    answered: (key, { state, servers }: IncidentRepairAnswers) =>
      Effect.sync(() => steps.push([key, state, servers.map((one) => one.server)])),
    follow: (key) => Effect.sync(() => steps.push([key, "followed"]))
  })
  const observer = Layer.succeed(RecordObserver, {
    observe: ({ name, type }) =>
      Effect.sync(() => {
        steps.push(`${type} ${name}`)
        return observation([answer(NS1, NEW)], answer("resolver", NEW))
      })
  })
  return Effect.as(followIncidentRepairs(), steps).pipe(Effect.provide([repairs, observer]))
}

describe("following a repair", () => {
  it.effect("asks the servers if the cause is in the DNS, before it moves", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* followed({ facts: removed, asking: { facts: removed, isUp: false } }), [
        ["7", "address_removed", true],
        "A www.example.com",
        "AAAA www.example.com",
        "CNAME www.example.com",
        ["7", "verified", [NS1, "resolver"]],
        ["7", "followed"]
      ])
    })
  )

  it.effect("asks nobody otherwise", () =>
    Effect.gen(function* () {
      const refused = { target: { host: "www.example.com" }, check: { outcome: "connect_refused" } }
      assert.deepStrictEqual(yield* followed({ facts: refused, asking: null }), [
        ["7", "connection_refused", false],
        ["7", "followed"]
      ])
      assert.deepStrictEqual(yield* followed({ facts: null, asking: { facts: refused, isUp: true } }), [
        ["7", "followed"]
      ])
      assert.deepStrictEqual(yield* followed({ facts: null, asking: null }), [["7", "followed"]])
    })
  )
})
