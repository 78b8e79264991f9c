// A client that was written for Statuspage reads the pages of Mon.
import { Statuspage } from "statuspage.js"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { makeStatusPage } from "./statusPage.ts"

let world: World
let api: TestApi
let owner: TestAccount
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
  owner = await world.account("agency")
})
afterAll(() => world.close())

const HOUR_MS = 3_600_000
const titles = (posts: ReadonlyArray<{ readonly name: string }>) => posts.map(({ name }) => name).toSorted()
const fromNow = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

it("is read by a client for Statuspage: all nine documents, with their times as dates", async () => {
  const { componentId, id, slug } = await makeStatusPage(api, owner)
  const publish = async (post: Readonly<Record<string, unknown>>) => {
    const body = { body: "We are working on it.", notifySubscribers: false, ...post }
    const answer = await api.send("POST", `/api/v1/status-pages/${id}/posts`, { key: owner.key, body })
    expect(answer.status, answer.text).toBe(201)
  }
  const planned = { kind: "maintenance", startedAt: fromNow(24), endsAt: fromNow(26) }
  await publish({ kind: "incident", title: "Slow payments", components: [{ componentId, state: "partial_outage" }] })
  await publish({ kind: "incident", title: "Slow search", state: "resolved" })
  await publish({ ...planned, title: "New disks" })
  await publish({ ...planned, title: "New router", state: "in_progress", startedAt: fromNow(-1) })

  const client = new Statuspage("mon")
  // The client only knows host names of statuspage.io.
  Object.assign(Reflect.get(client, "axios").defaults, { baseURL: `${api.origin}/s/${slug}/api/v2` })

  const summary = await client.summary()
  expect(summary.page).toMatchObject({ name: "Example Shop", updated_at: expect.any(Date) })
  expect(summary.components).toMatchObject([
    { id: componentId, name: "Checkout", status: "partial_outage", created_at: expect.any(Date) }
  ])
  expect(titles(summary.incidents ?? [])).toEqual(["Slow payments"])
  expect(titles(summary.scheduled_maintenances ?? [])).toEqual(["New disks", "New router"])

  expect((await client.status()).status).toEqual(summary.status)
  expect((await client.components()).components).toEqual(summary.components)
  expect(titles((await client.allIncidents()).incidents)).toEqual(["Slow payments", "Slow search"])
  const [open] = (await client.unresolvedIncidents()).incidents
  expect(open).toMatchObject({ name: "Slow payments", status: "investigating", impact: "minor", resolved_at: null })
  expect(open?.incident_updates).toMatchObject([
    { body: "We are working on it.", status: "investigating", display_at: expect.any(Date) }
  ])
  expect(titles((await client.allScheduledMaintenances()).scheduled_maintenances)).toEqual(["New disks", "New router"])
  expect(titles((await client.activeScheduledMaintenances()).scheduled_maintenances)).toEqual(["New router"])
  expect((await client.upcomingScheduledMaintenances()).scheduled_maintenances).toMatchObject([
    { name: "New disks", status: "scheduled", scheduled_for: expect.any(Date), scheduled_until: expect.any(Date) }
  ])
})
