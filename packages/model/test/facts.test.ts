import { SEED } from "@mon/tooling/seed"
import { assert, describe, expect, it } from "@effect/vitest"
import {
  decodeFact,
  Fact,
  factKey,
  factKeyPaths,
  type FactKind,
  NotificationType,
  notificationTypeOf,
  toStoredFact
} from "../src/index.ts"

const kinds = Object.keys(Fact.cases) as ReadonlyArray<FactKind>

const monitor = { id: "m1", name: "Shop", url: "https://shop.example.com/" }
const incident = {
  id: "i1",
  startedAt: "2026-11-21T13:05:09.000Z",
  resolvedAt: null,
  triggerStatusCode: 503,
  resolutionStatusCode: null,
  triggerError: null
}

/** Returns the values that identify a fact, read from its data. */
const identityOf = (fact: Fact): ReadonlyArray<string> =>
  factKeyPaths[fact.kind].map((path) =>
    String(path.reduce<unknown>((value, name) => Reflect.get(Object(value), name), fact))
  )

/**
 * Returns the values that identify a fact, read from its key. Ids and numbers contain no colon, but a time or a
 * fingerprint in the middle may.
 */
const identityIn = (key: string): ReadonlyArray<string> => {
  const [kind = "", first = "", ...rest] = key.split(":")
  const last = factKeyPaths[kind as FactKind].length === 3 ? rest.splice(-1) : []
  return [first, ...(rest.length === 0 ? [] : [rest.join(":")]), ...last]
}

const runs = { arbitrary: { runs: 500, seed: SEED } }

describe("a fact", () => {
  it.prop(
    "comes back from JSON as it was, under its kind",
    [Fact],
    ([fact]) => {
      const { data, kind, type } = toStoredFact(fact)
      assert.deepStrictEqual(decodeFact(kind, JSON.parse(JSON.stringify(data))), JSON.parse(JSON.stringify(fact)))
      assert.strictEqual(type, notificationTypeOf(fact.kind))
    },
    runs
  )

  it("has one of the notification types of the API, and each of them has a kind", () => {
    expect(new Set(kinds.map(notificationTypeOf))).toEqual(new Set(NotificationType.literals))
  })

  it("needs no checks of its incident, and leaves out what it does not know", () => {
    expect(decodeFact("down", { monitor: { ...monitor, colour: "red" }, incident, later: true })).toEqual({
      kind: "down",
      monitor,
      incident: { ...incident, checks: [] }
    })
  })

  it.each([
    ["degraded", { monitor }],
    ["toString", {}],
    ["down", { monitor }],
    ["down", { state: "down", url: "https://shop.example.com/", incidentId: "i1" }],
    ["down", { monitor: { ...monitor, id: "m1:i1" }, incident }],
    ["down", null],
    ["down", "down"],
    ["down", []]
  ])("is null when it cannot be read: %s %j", (kind, data) => expect(decodeFact(kind, data)).toBeNull())
})

describe("the key of a fact", () => {
  it("is the kind, the subject and the detail", () => {
    const certificate = { subject: "", issuer: "", validTo: "", daysRemaining: 6, fingerprint256: "AB:CD" }
    const down = { kind: "down", monitor, incident: { ...incident, checks: [] } } as const
    expect(factKey(down)).toBe("down:i1")
    expect(factKey({ ...down, kind: "up" })).toBe("up:i1")
    expect(factKey({ kind: "certificate_expiring", monitor, certificate, thresholdDays: 7 })).toBe(
      "certificate_expiring:m1:AB:CD:7"
    )
    expect(
      factKey({
        kind: "weekly_report",
        membershipId: "s1",
        accountId: "a1",
        from: "2026-11-16T00:00:00.000Z",
        to: "2026-11-23T00:00:00.000Z",
        domains: [],
        urls: [],
        checks: 0,
        checksMissed: 0
      })
    ).toBe("weekly_report:s1:2026-11-16T00:00:00.000Z")
  })

  it.prop(
    "is the same for the same fact, and different for different facts",
    [Fact],
    ([fact]) => {
      assert.strictEqual(factKey(structuredClone(fact)), factKey(fact))
      assert.strictEqual(factKey(fact).split(":")[0], fact.kind)
      assert.deepStrictEqual(identityIn(factKey(fact)), identityOf(fact))
    },
    runs
  )

  it.each(kinds)("comes from values that every fact of the kind %s has", (kind) => {
    const paths = factKeyPaths[kind]
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      const schema = path.reduce<object | undefined>(
        (found, name) => Reflect.get(Object(found && Reflect.get(found, "fields")), name),
        Fact.cases[kind]
      )
      expect(schema, path.join(".")).toBeDefined()
    }
  })
})
