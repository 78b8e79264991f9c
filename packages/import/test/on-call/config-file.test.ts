import { readConfig } from "@mon/api-contract/config-file"
import { onCallScheduleLimits, routeLimits } from "@mon/model"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onCallReportText } from "../../src/index.ts"
import { importOnCallConfig } from "../../src/node.ts"
import { onCallImportLimits } from "../../src/on-call/onCallLimits.ts"

const now = Date.parse("2026-03-01T00:00Z")
const layer = (...ids: ReadonlyArray<string>) => ({
  id: "L1",
  name: "Week",
  start: "2026-01-05T08:00:00Z",
  rotation_virtual_start: "2026-01-05T08:00:00Z",
  rotation_turn_length_seconds: 604_800,
  users: ids.map((id) => ({ user: { id } }))
})
const schedule = (id: string, name: string) => ({
  id,
  name,
  time_zone: "Europe/Berlin",
  schedule_layers: [layer("P1", "P2")]
})
const users = [
  { id: "P1", name: "Ann", email: "ann@example.org" },
  { id: "P2", name: "Bob" }
]
const policy = {
  id: "E1",
  name: "Web",
  num_loops: 2,
  escalation_rules: [
    { escalation_delay_in_minutes: 10, targets: [{ id: "S1", type: "schedule_reference" }] },
    { escalation_delay_in_minutes: 20, targets: [{ id: "P1", type: "user_reference" }] }
  ]
}
const overrides = [{ id: "O1", start: "2026-03-05T08:00:00Z", end: "2026-03-06T08:00:00Z", user: { id: "P1" } }]

describe("an export of on-call schedules as a configuration file", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mon-on-call-"))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  let files = 0
  const written = async (value: unknown, name = `${(files += 1)}.json`) => {
    const path = join(folder, name)
    await writeFile(path, typeof value === "string" ? value : JSON.stringify(value))
    return path
  }

  it("has schedules and routes that refer to them by key, and names what it cannot contain", async () => {
    const paths = [
      await written({ schedules: [schedule("S1", "Web"), schedule("S2", "Web")], users }),
      await written({ escalation_policies: [policy] }),
      await written({ overrides }, "S1-overrides.json")
    ]
    const result = await importOnCallConfig(paths, { now })
    if (!result.ok) throw new Error(result.message)
    expect(readConfig(result.config)).toMatchObject({ ok: true })
    expect(result.document).toMatchObject({ version: 1, project: "pagerduty", addOnly: true })
    const rotation = {
      groups: [["ann@example.org"], ["Bob"]],
      handOff: { every: 1, unit: "weeks", start: "2026-01-05T09:00" }
    }
    expect(result.document.onCallSchedules).toMatchObject({
      "pagerduty-web": { name: "Web", timezone: "Europe/Berlin", layers: [rotation] },
      "pagerduty-web-2": { name: "Web (2)" }
    })
    expect(result.document.routes).toMatchObject({
      "pagerduty-web": {
        name: "Web",
        steps: [
          { afterMinutes: 0, targets: [{ schedule: "pagerduty-web", who: "now" }] },
          { afterMinutes: 10, targets: ["ann@example.org"] }
        ]
      }
    })
    const text = onCallReportText(result.report)
    expect(text).toContain("2 schedules imported.")
    expect(text).toContain("1 route imported.")
    expect(text).toContain("The export has no email address of: Bob. Replace these names in the file.")
    expect(text).toContain("A configuration file has no overrides. Add them to the schedule afterwards.")
    expect(text).toContain("→ routes.pagerduty-web")
    expect(text).toContain("The route is for alerts about all monitors that no earlier route matches.")
    expect(JSON.stringify(result.report)).not.toMatch(/"to":"overrides/u)
  })

  it("has no more schedules than the plan allows, and no targets of those that were left out", async () => {
    const second = { ...policy, escalation_rules: [{ targets: [{ id: "S2", type: "schedule_reference" }] }] }
    const path = await written({
      schedules: [schedule("S1", "Web"), schedule("S2", "Night")],
      escalation_policies: [second],
      users
    })
    const result = await importOnCallConfig([path], { now, plan: "free", project: "acme" })
    if (!result.ok) throw new Error(result.message)
    expect(result.document.project).toBe("acme")
    expect(Object.keys(result.document.onCallSchedules ?? {})).toEqual(["pagerduty-web"])
    expect(JSON.stringify(result.document)).not.toContain("night")
    expect(result.report.groups.find(({ id }) => id === "S2")?.reason).toBe("The plan allows 1 on-call schedules.")
    expect(readConfig(result.config).ok).toBe(true)
  })

  it("is refused if no tool, or more than one, has exported the files", async () => {
    const grafana = await written([{ id: "C", escalation_chain_id: "X", position: 0, type: "wait" }])
    const pagerDuty = await written({ schedules: [schedule("S1", "Web")], users })
    for (const path of [await written("[]"), await written("not JSON")])
      expect(await importOnCallConfig([path])).toEqual({
        ok: false,
        message: "The files are no export of on-call schedules from PagerDuty, Opsgenie or Grafana OnCall."
      })
    expect(await importOnCallConfig([grafana, pagerDuty])).toEqual({
      ok: false,
      message: "The files are from several tools: grafana-oncall, pagerduty. Import each on its own."
    })
    expect(await importOnCallConfig([join(folder, "none.json")])).toMatchObject({ ok: false })
  })
})

it("the limits of the import are those of the API", () => {
  const { activeHours, groups, layers, nameLength, noteLength, overrides: most, peopleOfGroup } = onCallScheduleLimits
  expect(onCallImportLimits).toEqual({
    name: nameLength,
    layers,
    groups,
    people: peopleOfGroup,
    active: activeHours,
    overrides: most,
    note: noteLength,
    steps: routeLimits.steps,
    targets: routeLimits.targetsOfStep,
    afterMinutes: routeLimits.afterMinutes.maximum,
    rounds: routeLimits.rounds.maximum,
    waitMinutes: routeLimits.waitMinutes.maximum
  })
})
