// The data that the dashboard reads: the service, all monitors, and the account.
import { Locations } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

describe("dashboard, account and settings", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const get = ({ key }: TestAccount, path: string) => api.send("GET", `/api/v1${path}`, { key })
  const patchSettings = ({ key }: TestAccount, body: unknown) => api.send("PATCH", "/api/v1/settings", { key, body })

  it("GET /status returns counts by state and the plan's usage", async () => {
    const owner = await world.account("agency")
    for (const status of ["up", "up", "down", "unknown", "paused"]) {
      const { id } = await addDomain(api, owner)
      if (status === "paused") await api.send("POST", `/api/v1/domains/${id}/pause`, { key: owner.key })
      else {
        await world.sql(
          "update monitor_schedule set state = $1 where monitor_id = (select id from monitor where public_id = $2::uuid)",
          { unknown: 0, up: 1, down: 2 }[status],
          id
        )
      }
    }
    expectResponse(await get(owner, "/status"), 200, {
      success: true,
      data: {
        domains: { total: 5, up: 2, down: 1, unknown: 1, paused: 1 },
        urls: { total: 0, active: 0, changed: 0, error: 0, unknown: 0, paused: 0 },
        plan: "agency",
        usage: {
          domains: { used: 5, limit: 1_000 },
          urls: { used: 0, limit: 1_000 },
          simulationCredits: { balance: expect.any(Number), annual: 12_000 }
        },
        notificationsPausedAt: null,
        notificationsPausedUntil: null,
        service: { networkInDoubt: [], storesEmails: false }
      }
    })
  })

  it("GET /status says since when alerts are paused, and what limits the service", async () => {
    const owner = await world.account()
    const status = async () => (await get(owner, "/status")).data
    const until = "2100-01-01T00:00:00.000Z"
    await api.send("POST", "/api/v1/notifications/pause", { key: owner.key, body: { until } })
    expect(await status()).toMatchObject({ notificationsPausedAt: TIME, notificationsPausedUntil: until })
    const announce = (worker: number, location: string, networkInDoubt: boolean, storesEmails: boolean) =>
      world.run(
        Effect.flatMap(Locations, (locations) =>
          locations.announce(`00000000-0000-4000-8000-00000000000${worker}`, location, { networkInDoubt, storesEmails })
        )
      )
    await announce(1, "fra", true, false)
    await announce(2, "nyc", false, true)
    expect((await status())["service"]).toEqual({ networkInDoubt: ["fra"], storesEmails: true })
    await announce(1, "fra", false, false)
    await announce(2, "nyc", false, false)
    expect((await status())["service"]).toEqual({ networkInDoubt: [], storesEmails: false })
    await announce(1, "fra", true, true)
    await world.sql("update worker_location set seen_at = mon_now() - interval '10 minutes'")
    expect((await status())["service"]).toEqual({ networkInDoubt: [], storesEmails: false })
  })

  it("GET /incidents returns the newest incidents, at most `limit`", async () => {
    const owner = await world.account()
    const { id, name, url } = await addDomain(api, owner, { name: "Shop" })
    const addIncident = (minutesAgo: number, resolved: boolean) =>
      world.sql(
        `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_status_code,
          trigger_error_code, trigger_error_message, resolved_at, closed_at, resolution, resolution_status_code)
        select gen_random_uuid(), account_id, id, now() - $1::int * interval '1 minute', now() - $1::int * interval '1 minute',
          503, 'http_status', 'The server answered 503.',
          case when $2::boolean then now() - $1::int * interval '1 minute' + interval '90 seconds' end,
          case when $2::boolean then now() end, case when $2::boolean then 'recovered' end,
          case when $2::boolean then 200 end
        from monitor where public_id = $3::uuid`,
        minutesAgo,
        resolved,
        id
      )
    for (let minutes = 12; minutes >= 2; minutes--) await addIncident(minutes * 10, true)
    await addIncident(1, false)
    const all = await get(owner, "/incidents")
    const list = all.body as { readonly data: ReadonlyArray<{ readonly startedAt: string }> }
    expect(list.data).toHaveLength(10)
    expect(list.data.map(({ startedAt }) => startedAt)).toEqual(
      list.data
        .map(({ startedAt }) => startedAt)
        .toSorted()
        .toReversed()
    )
    const resolved = {
      id: expect.any(String),
      domainId: id,
      domainName: name,
      domainUrl: url,
      status: "resolved",
      resolution: "recovered",
      startedAt: TIME,
      resolvedAt: TIME,
      durationSeconds: 90,
      triggerStatusCode: 503,
      resolutionStatusCode: 200,
      triggerError: { code: "http_status", message: "The server answered 503." },
      acknowledgement: null,
      maintenanceWindow: null,
      isAnnounced: true,
      triggerScreenshotUrl: null,
      resolutionScreenshotUrl: null,
      checks: []
    }
    expectResponse(await get(owner, "/incidents?limit=2"), 200, {
      success: true,
      data: [
        {
          ...resolved,
          status: "open",
          resolution: null,
          resolvedAt: null,
          durationSeconds: expect.any(Number),
          resolutionStatusCode: null
        },
        resolved
      ]
    })
  })

  it.each(["0", "51", "ten", "", "1.5", "-1", "1&limit=2"])("GET /incidents?limit=%s returns 400", async (limit) => {
    const owner = await world.account()
    expectError(await get(owner, `/incidents?limit=${limit}`), 400, "limit must be a whole number between 1 and 50.")
  })

  it("GET /account returns the profile and the current plan", async () => {
    const owner = await world.account("pro")
    await addDomain(api, owner)
    expectResponse(await get(owner, "/account"), 200, {
      success: true,
      data: {
        id: ID,
        email: owner.email,
        name: expect.any(String),
        role: "owner",
        memberRole: null,
        plan: "pro",
        planExpiresAt: null,
        createdAt: TIME,
        usage: { domains: 1, urls: 0, teamMembers: 0 },
        limits: {
          domains: 100,
          urls: 100,
          services: 100,
          minCheckIntervalDomains: 300,
          minCheckIntervalUrls: 10_800,
          teamMembers: 5,
          dkimSelectors: 10,
          expectations: 20,
          dnsWatches: 100,
          maintenanceWindows: 100,
          requestMethods: ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"],
          pageRendering: true,
          apiKeys: 10,
          channels: 10,
          paidChannels: true,
          routes: 20,
          alertSources: 5,
          statusPages: 5,
          statusPageHosts: 1,
          onCallSchedules: 5,
          statusPageSubscribers: 2_000,
          annualSimulationCredits: 1_200,
          requestsPerMinute: 100_000,
          eventStreams: 5,
          markersPerDay: 100,
          auditLogDays: 90
        },
        refusedAddresses: []
      }
    })
  })

  it("an expired plan behaves as Free", async () => {
    const owner = await world.account("agency")
    await world.sql(
      "update account set plan_expires_at = now() - interval '1 day' where public_id = $1::uuid",
      owner.id
    )
    const { data } = await get(owner, "/account")
    expect(data).toMatchObject({
      plan: "free",
      planExpiresAt: TIME,
      limits: { domains: 5, minCheckIntervalDomains: 900 }
    })
  })

  it("PATCH /settings changes only the sent fields, and GET returns them", async () => {
    const owner = await world.account()
    const settings = {
      timezone: "UTC",
      language: null,
      weeklyReportEnabled: true,
      alertsByEmail: true,
      degradedAlerts: false,
      contentFaultsOffer: false,
      notificationsPaused: false
    }
    expectResponse(await get(owner, "/settings"), 200, { success: true, data: settings })
    expectResponse(await patchSettings(owner, { timezone: "Europe/Berlin" }), 200, {
      success: true,
      data: { ...settings, timezone: "Europe/Berlin" }
    })
    expectResponse(
      await patchSettings(owner, { weeklyReportEnabled: false, notificationsPaused: true, unknown: 1 }),
      200,
      {
        success: true,
        data: {
          timezone: "Europe/Berlin",
          language: null,
          weeklyReportEnabled: false,
          alertsByEmail: true,
          degradedAlerts: false,
          contentFaultsOffer: false,
          notificationsPaused: true
        }
      }
    )
    expectResponse(await patchSettings(owner, {}), 200, {
      success: true,
      data: {
        timezone: "Europe/Berlin",
        language: null,
        weeklyReportEnabled: false,
        alertsByEmail: true,
        degradedAlerts: false,
        contentFaultsOffer: false,
        notificationsPaused: true
      }
    })
    const { data } = await patchSettings(owner, { notificationsPaused: false })
    expect(data["notificationsPaused"]).toBe(false)
  })

  it("PATCH /settings sets the language of the caller alone, and null resets it", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    expect((await patchSettings(member, { language: "de" })).data).toMatchObject({ language: "de" })
    expect((await get(member, "/settings")).data).toMatchObject({ language: "de" })
    expect((await get(owner, "/settings")).data).toMatchObject({ language: null })
    expect((await patchSettings(member, { language: null })).data).toMatchObject({ language: null })
  })

  it.each([
    [{ timezone: "Mars/Base" }, "timezone must be an IANA time zone name such as Europe/Berlin."],
    [{ timezone: "+02:00" }, "timezone must be an IANA time zone name such as Europe/Berlin."],
    [{ timezone: 1 }, "timezone must be an IANA time zone name such as Europe/Berlin."],
    [{ language: "fr" }, "language must be one of: en, de."],
    [{ language: 1 }, "language must be one of: en, de."],
    [{ weeklyReportEnabled: "yes" }, "weeklyReportEnabled must be true or false."],
    [{ notificationsPaused: null }, "notificationsPaused must be true or false."]
  ])("PATCH /settings returns 400 for %j", async (body, message) => {
    expectError(await patchSettings(await world.account(), body), 400, message)
  })
})
