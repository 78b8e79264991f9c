import { importOnCallConfig } from "@mon/import/node"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { configClient } from "../ConfigFile.ts"
import { openWorld, type World } from "../World.ts"

let world: World
let folder = ""
beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), "mon-on-call-plan-"))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

it("a file that was made from an on-call export is planned and applied, once its people are in the account", async () => {
  const client = configClient(await world.startApi())
  const owner = await world.account("agency")
  const rotation = {
    start: "2026-01-05T08:00:00Z",
    rotation_virtual_start: "2026-01-05T08:00:00Z",
    rotation_turn_length_seconds: 604_800,
    users: [{ user: { id: "P1" } }]
  }
  const schedules = [{ id: "S1", name: "Web", time_zone: "Europe/Berlin", schedule_layers: [rotation] }]
  const targets = [{ id: "S1", type: "schedule_reference" }]
  const escalation_policies = [
    { id: "E1", name: "Web", escalation_rules: [{ escalation_delay_in_minutes: 5, targets }] }
  ]
  const fileOf = async (email: string): Promise<string> => {
    const path = join(folder, "all.json")
    await writeFile(path, JSON.stringify({ schedules, escalation_policies, users: [{ id: "P1", name: "Ann", email }] }))
    const result = await importOnCallConfig([path])
    if (!result.ok) throw new Error(result.message)
    return result.config
  }
  const strange = await client.planAs(owner, await fileOf("nobody@else.example"))
  expect(strange.refused).toMatchObject([{ message: expect.stringContaining("nobody@else.example") }])
  const plan = await client.planAs(owner, await fileOf(owner.email))
  expect(plan).toMatchObject({ refused: [], changes: 2, delete: [] })
  expect((await client.applyAs(owner, plan)).data).toMatchObject({ created: 2 })
  const made = await client.as(owner)("GET", "/on-call/schedules")
  expect(made.data).toMatchObject([{ name: "Web", layers: [{ groups: [[owner.membershipId]] }] }])
})
