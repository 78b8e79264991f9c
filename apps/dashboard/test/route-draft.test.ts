import { describe, expect, it } from "vitest"
import {
  draftOf,
  NEW_REPEAT,
  offersFallback,
  problemOf,
  type RouteTarget,
  takenAwayFrom,
  takesTools,
  toRequest
} from "../src/routing/routeDraft.ts"
import { makeRoutes } from "./routeRecords.ts"

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

describe("a draft of a route", () => {
  const [stored] = makeRoutes()
  if (stored === undefined) throw new Error("There is no route.")
  const hours = { start: "22:00", end: "06:00", days: [1, 2], timezone: "Europe/Berlin" }
  const repeat = { rounds: 2, fromStep: 2, waitMinutes: 15 }
  const full = {
    ...stored,
    steps: stored.steps.map((one) => ({ ...one, hours })),
    repeat,
    fallback: ["email"]
  }

  it("keeps hours, repetitions and the fallback of a stored route", () => {
    expect(toRequest(draftOf(full))).toMatchObject({ steps: [{ hours }, { hours }], repeat, fallback: ["email"] })
    expect(toRequest(draftOf(stored))).toMatchObject({ repeat: null, fallback: [] })
  })

  it("repeats from the last step if the chosen step was removed", () => {
    const draft = draftOf(full)
    expect(toRequest({ ...draft, steps: draft.steps.slice(0, 1) }).repeat).toEqual({ ...repeat, fromStep: 1 })
    expect(toRequest({ ...draft, repeat: NEW_REPEAT }).repeat).toEqual({ rounds: 3, fromStep: 1, waitMinutes: 10 })
  })

  it("offers a fallback only if a step asks who is on call, or if the route has a fallback already", () => {
    const draft = draftOf(stored)
    expect(offersFallback(draft)).toBe(false)
    expect(offersFallback({ ...draft, fallback: ["email"] })).toBe(true)
    expect(offersFallback({ ...draft, steps: [step(0, "on-call:s1:next")] })).toBe(true)
  })

  it("needs a day in the hours of each step", () => {
    const steps = [{ ...step(0, "email"), hours: { ...hours, days: [] } }]
    expect(problemOf({ ...draftOf(null), steps })).toEqual({ what: "noDay", step: 1 })
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
