import { describe, expect, it } from "vitest"
import { draftOf, type RouteTarget, takenAwayFrom, takesTools } from "../src/routing/routeDraft.ts"

const targets: ReadonlyArray<RouteTarget> = [
  { id: "email", name: "Email", isDefault: true },
  { id: "webhooks", name: "Webhooks", isDefault: true },
  { id: "c1", name: "Chat", isDefault: true },
  { id: "c2", name: "Night duty", isDefault: false }
]
const step = (key: number, ...chosen: ReadonlyArray<string>) => ({
  key,
  afterMinutes: String(key),
  targets: chosen,
  hours: null
})

describe("a route takes its alerts away from", () => {
  it.each([
    ["nobody who is in a step", [step(0, "email", "c1"), step(1, "webhooks")], []],
    ["webhooks that no step has", [step(0, "email", "c1")], ["Webhooks"]],
    ["channels that no step has", [step(0, "email", "webhooks", "c2")], ["Chat"]],
    ["everybody else", [step(0, "c2")], ["Email", "Webhooks", "Chat"]]
  ])("%s", (_, steps, names) => {
    expect(takenAwayFrom({ steps }, targets)).toEqual(names)
  })

  it("no webhook, if it is new and unchanged", () => {
    expect(takenAwayFrom(draftOf(null), targets)).toEqual(["Chat"])
  })
})

it.each<[scope: "all" | "chosen", kinds: ReadonlyArray<"down" | "external_alert">, takes: boolean]>([
  ["all", [], true],
  ["all", ["down", "external_alert"], true],
  ["all", ["down"], false],
  ["chosen", [], false],
  ["chosen", ["external_alert"], false]
])("a route takes alerts from other tools only for all monitors and with their kind: %s, %j", (scope, kinds, takes) => {
  expect(takesTools({ scope, kinds })).toBe(takes)
})
