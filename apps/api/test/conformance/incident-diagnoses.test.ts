import { IncidentDetails } from "@mon/model"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { OPEN_INCIDENT } from "../openIncident.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const decode = Schema.decodeUnknownSync(IncidentDetails)

const target = { host: "shop.example.com", domain: "example.com" }
const silent = {
  target,
  check: { outcome: "connect_timeout", address: "192.0.2.1" },
  addresses: [{ address: "192.0.2.1", outcome: "connect_timeout" }],
  otherPorts: [{ port: 80, outcome: "connect_timeout" }]
}

describe("the diagnosis of an incident", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let incident: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account()
    const { id } = await addDomain(api, owner)
    const [row] = await world.sql(OPEN_INCIDENT, id)
    incident = String(Reflect.get(row ?? {}, "id"))
  })
  afterAll(() => world.close())

  const diagnosisOf = async (facts: unknown) => {
    await world.sql(
      `update incident_diagnosis set facts = $2::text::jsonb
        where incident_id = (select id from incident where public_id = $1::uuid)`,
      incident,
      JSON.stringify(facts)
    )
    const { data } = await api.send("GET", `/api/v1/incidents/${incident}`, { key: owner.key })
    expect(data).not.toHaveProperty("diagnosisFacts")
    return decode(data).diagnosis
  }

  it("has the causes with their evidence, what speaks against them, and the next step", async () => {
    const diagnosis = await diagnosisOf({
      target,
      since: "2026-11-21T08:15:00Z",
      at: "2026-11-21T08:16:00Z",
      check: { outcome: "connect_refused", address: "192.0.2.1" },
      network: { state: "ok" },
      windows: [{ name: "Update", from: "2026-11-21T08:00:00Z", to: "2026-11-21T09:00:00Z" }]
    })
    expect(diagnosis).toMatchObject({
      result: "known",
      title: "A maintenance window is active",
      missing: expect.arrayContaining(["results from other locations"]),
      rulesVersion: "1"
    })
    expect(diagnosis?.causes.map((cause) => [cause.class, cause.confidence, cause.who])).toEqual([
      ["planned_maintenance", 0.8, "site_operator"],
      ["connection_refused", 0.4, "site_operator"]
    ])
    expect(diagnosis?.causes[1]).toMatchObject({
      title: "Nothing is listening on the port",
      nextStep: expect.stringContaining("Start the web server on shop.example.com"),
      evidence: [
        { code: "outcome", text: "The check failed: the server refused the connection." },
        { code: "own_network_works", text: "The same worker reached other sites at that time." }
      ],
      against: [{ code: "in_window", text: expect.stringContaining("Update") }]
    })
  })

  it.each([
    ["ok", "server_silent", true],
    ["in_doubt", "own_network", false],
    [undefined, null, false]
  ])("says about the worker's network what was known: %s", async (state, cause, reachedOthers) => {
    const diagnosis = await diagnosisOf(state === undefined ? silent : { ...silent, network: { state } })
    const [first] = diagnosis?.causes ?? []
    expect(diagnosis?.result === "known" ? first?.class : null).toBe(cause)
    expect(JSON.stringify(diagnosis).includes("reached other sites")).toBe(reachedOthers)
  })

  it("is null for facts of another release", async () => {
    expect(await diagnosisOf({ check: 7 })).toBeNull()
  })
})
