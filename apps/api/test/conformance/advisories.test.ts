// Problems that only a minority of the locations detects. Mon shows them with the domain, but does not open incidents
// for them.
import { type CheckResultRow, Locations, MonitorSchedule } from "@mon/core-store"
import { defaultConfirmationPolicy } from "@mon/model"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestApi, type World } from "../World.ts"

const workers = {
  fra: "00000000-0000-4000-8000-000000000001",
  nyc: "00000000-0000-4000-8000-000000000002",
  osl: "00000000-0000-4000-8000-000000000003"
}

describe("GET /domains/:id/advisories", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  /** Checks all due domains from a location, as the worker of the location does. */
  const check = (location: keyof typeof workers, verdict: CheckResultRow["verdict"]) =>
    world.run(
      Effect.gen(function* () {
        const schedule = yield* MonitorSchedule
        const locations = yield* Locations
        for (const [place, worker] of Object.entries(workers)) yield* locations.announce(worker, place)
        yield* Effect.promise(() => world.sql("update monitor_schedule set next_at = mon_now(), next_location = null"))
        const claims = yield* schedule.claim(100, 30_000, { location })
        return yield* schedule.record(
          claims.map(({ claimedAt, leaseToken, monitorKey }) => ({
            monitorKey,
            leaseToken,
            at: claimedAt,
            verdict,
            deterministic: false,
            suppressed: false,
            statusCode: verdict === "up" ? 200 : 503,
            errorCode: verdict === "up" ? null : "http_status",
            errorMessage: verdict === "up" ? null : "HTTP 503",
            responseUs: 1_000,
            dnsUs: null,
            connectUs: null,
            tlsUs: null,
            waitUs: null,
            downloadUs: null,
            location,
            stalled: false,
            ssl: null,
            redirect: null
          })),
          defaultConfirmationPolicy
        )
      })
    )

  it("lists the outvoted locations without changing the state of the domain", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const send = (key: string) => api.send("GET", `/api/v1/domains/${id}/advisories`, { key })
    await check("fra", "up")
    expect(await send(owner.key)).toMatchObject({ status: 200, data: [] })
    await check("nyc", "down")
    await check("fra", "up")
    await check("osl", "up")
    expect((await send(owner.key)).data).toEqual([
      {
        location: "nyc",
        sees: "down",
        since: TIME,
        seenAt: TIME,
        diagnosis: expect.objectContaining({
          result: "known",
          causes: [
            expect.objectContaining({ class: "one_location", who: "network_operator", nextStep: expect.any(String) })
          ]
        })
      }
    ])
    expect((await api.send("GET", `/api/v1/domains/${id}`, { key: owner.key })).data).toMatchObject({ status: "up" })
    expect((await api.send("GET", `/api/v1/domains/${id}/incidents`, { key: owner.key })).data).toEqual([])

    const stranger = await world.account()
    expect(await send(stranger.key)).toMatchObject({ status: 404 })
  })
})
