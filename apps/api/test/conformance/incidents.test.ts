import { IncidentDetails } from "@mon/model"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

/** An incident from 3 hours to 2 hours ago with its checks and alerts, and $2 older incidents of one minute each. */
const INCIDENTS = `
  with m as (select id, account_id from monitor where public_id = $1::uuid), checks as (
    insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us, wait_us,
      download_us, location, error_code, error_message)
    select m.id, date_trunc('second', mon_now()) + x.at, x.verdict, x.status, 184400, 1200, 20000, 31000, 100000, 4000,
      'default', case when x.verdict = 2 then 'http_status' end, case when x.verdict = 2 then 'The server responded with 503.' end
    from m, (values
      (interval '-190 minutes', 1, 200), (interval '-181 minutes', 1, 200), (interval '-180 minutes', 2, 503),
      (interval '-179 minutes', 2, 503), (interval '-150 minutes', 2, 503), (interval '-120 minutes', 1, 200),
      (interval '-119 minutes', 1, 200), (interval '-60 minutes', 1, 200)) x(at, verdict, status)
  ), older as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution)
    select gen_random_uuid(), m.account_id, m.id, mon_now() - n * interval '1 day', mon_now() - n * interval '1 day',
      mon_now() - n * interval '1 day' + interval '1 minute', mon_now() - n * interval '1 day' + interval '2 minutes', 'recovered'
    from m, generate_series(1, $2::int) n
  ), main as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution,
      trigger_status_code, trigger_error_code, trigger_error_message, resolution_status_code)
    select gen_random_uuid(), m.account_id, m.id, date_trunc('second', mon_now()) - interval '180 minutes',
      date_trunc('second', mon_now()) - interval '179 minutes', date_trunc('second', mon_now()) - interval '120 minutes',
      date_trunc('second', mon_now()) - interval '119 minutes', 'recovered', 503, 'http_status',
      'The server responded with 503.', 200 from m
    returning id, public_id, account_id, monitor_id
  ), note as (
    insert into notification (public_id, account_id, key, type, kind, monitor_id, incident_id, data, status)
    select gen_random_uuid(), account_id, 'down ' || public_id, 'status_change', 'down', monitor_id, id, '{}', 'sent' from main
    returning id, account_id
  ), sent as (
    insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, user_id, status, attempts,
      error_code, error_message, settled_at)
    select gen_random_uuid(), note.account_id, note.id, x.target || note.id, x.channel, x.target, u.id, x.status, 1,
      x.code, x.code, mon_now()
    from note, (values
      ('email', 'owner', 'sent', null), ('email', 'ops@example.com', 'failed', 'rejected'), ('email', 'member', 'sent', null)
    ) x(channel, target, status, code)
    left join lateral (
      select ms.user_id as id from membership ms
      where ms.account_id = note.account_id and ms.role = x.target order by ms.id limit 1
    ) u on true
  )
  select public_id::text as id from main`

const idsOf = ({ body }: ApiResponse): ReadonlyArray<string> =>
  (body as { readonly data: ReadonlyArray<{ readonly id: string }> }).data.map(({ id }) => id)

describe("incidents", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const get = ({ key }: TestAccount, path: string) => api.send("GET", `/api/v1/incidents${path}`, { key })
  const happen = async (domainId: string, older = 0): Promise<string> => {
    const [row] = (await world.sql(INCIDENTS, domainId, older)) as ReadonlyArray<{ id: string }>
    return row?.id ?? ""
  }
  it("have a permalink with the checks of their beginning and end, their phases and their deliveries", async () => {
    const owner = await world.account("agency")
    const { id: domainId } = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId, canWrite: false }])
    const id = await happen(domainId)
    const response = await get(owner, `/${id}`)
    expect(response.status).toBe(200)
    const incident = Schema.decodeUnknownSync(IncidentDetails)(response.data)
    expect(incident).toMatchObject({ id, domainId, status: "resolved", durationSeconds: 3_600 })
    expect(incident.evidence.map(({ status, statusCode }) => [status, statusCode])).toEqual([
      ["up", 200],
      ["up", 200],
      ["down", 503],
      ["down", 503],
      ["up", 200],
      ["up", 200]
    ])
    expect(incident.evidence[2]).toMatchObject({
      domainId,
      timings: { dnsMs: 1.2, connectMs: 20, tlsMs: 31, waitMs: 100, downloadMs: 4 },
      location: "default",
      error: { code: "http_status", message: "The server responded with 503." }
    })
    expect(incident.deliveries).toMatchObject([
      { channel: "email", recipient: "owner", status: "sent", attempts: 1, error: null },
      { recipient: "ops@example.com", status: "failed", error: { code: "rejected" } },
      { recipient: "member", status: "sent" }
    ])
    // The notification has the same deliveries, and only people who can see the notification get them.
    const path = `/api/v1/notifications/${incident.deliveries[0]?.notificationId}/deliveries`
    expect((await api.send("GET", path, { key: owner.key })).data).toEqual(incident.deliveries)
    for (const other of [await world.account("agency"), await world.member(owner, [])]) {
      expectError(await api.send("GET", path, { key: other.key }), 404, "Notification not found.")
    }
    // The list contains checks, but no evidence.
    const { data: listed } = await get(owner, "")
    expect(listed).toMatchObject([{ id, checks: expect.any(Array) }])
    expect(JSON.stringify(listed)).not.toContain("evidence")
    // A member sees only their own address.
    const seen = Schema.decodeUnknownSync(IncidentDetails)((await get(member, `/${id}`)).data)
    expect(seen.deliveries.map(({ recipient }) => recipient)).toEqual([null, null, "member"])
    expect(seen.deliveries.map(({ kind, name }) => [kind, name])).toEqual([
      [null, null],
      [null, null],
      [null, "member"]
    ])
  })

  it("name the channels and webhooks that got their alerts, to the owner only, also after they were deleted", async () => {
    const owner = await world.account("agency")
    const { id: domainId } = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    const id = await happen(domainId)
    const send = (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })
    const settings = { topic: "alerts-k3v9" }
    const channel = String((await send("POST", "/channels", { kind: "ntfy", name: "Phones", settings })).data["id"])
    const hook = { url: "https://hooks.example.com/", label: "Tickets", domainId, events: ["status_change"] }
    const webhook = String((await send("POST", "/webhooks", hook)).data["id"])
    await world.sql(
      `insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status, target_kind,
         target_name)
       select gen_random_uuid(), n.account_id, n.id, x.target || n.id, x.channel, x.target, 'sent', x.kind, x.name
       from notification n join incident i on i.id = n.incident_id and i.public_id = $1::uuid
       cross join (values ('channel', $2::text, 'ntfy', 'Phones'), ('webhook', $3::text, null, 'Tickets')) x(channel, target, kind, name)
       order by x.channel`,
      id,
      channel,
      webhook
    )
    const named = async (who: TestAccount) => {
      const { deliveries } = Schema.decodeUnknownSync(IncidentDetails)((await get(who, `/${id}`)).data)
      return deliveries
        .filter((one) => one.channel !== "email")
        .map(({ kind, name, recipient }) => [recipient, kind, name])
    }
    const asSent = [
      [channel, "ntfy", "Phones"],
      [webhook, null, "Tickets"]
    ]
    expect(await named(owner)).toEqual(asSent)
    await send("PATCH", `/channels/${channel}`, { name: "Night duty" })
    expect(await named(owner)).toEqual([[channel, "ntfy", "Night duty"], asSent[1]])
    await send("DELETE", `/channels/${channel}`)
    await send("DELETE", `/webhooks/${webhook}`)
    expect(await named(owner)).toEqual(asSent)
    expect(await named(member)).toEqual([
      [null, null, null],
      [null, null, null]
    ])
  })

  it("are absent for members without the domain, for strangers, and under wrong ids", async () => {
    const owner = await world.account("agency")
    const { id: domainId } = await addDomain(api, owner)
    const id = await happen(domainId)
    for (const account of [await world.member(owner, []), await world.account("agency")]) {
      expectError(await get(account, `/${id}`), 404, "Incident not found.")
      expectError(await get(account, `?before=${id}`), 400, "before must be the id of an incident.")
      expect(idsOf(await get(account, ""))).toEqual([])
    }
    for (const wrong of [absent, "nonsense", domainId]) {
      expectError(await get(owner, `/${wrong}`), 404, "Incident not found.")
      expectError(await get(owner, `?before=${wrong}`), 400, "before must be the id of an incident.")
    }
  })

  it("are listed page by page, open or resolved, without a gap or a repetition", async () => {
    const owner = await world.account("agency")
    const { id: domainId } = await addDomain(api, owner)
    await happen(domainId, 11)
    await world.sql(
      `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
      select gen_random_uuid(), account_id, id, mon_now(), mon_now() from monitor where public_id = $1::uuid`,
      domainId
    )
    const all = idsOf(await get(owner, "?limit=50"))
    expect(all).toHaveLength(13)
    for (const [state, expected] of [
      ["", all],
      ["&state=open", all.slice(0, 1)],
      ["&state=resolved", all.slice(1)]
    ] as const) {
      const found: Array<string> = []
      for (let page = 0; page < 10; page++) {
        const before = found.length === 0 ? "" : `&before=${found.at(-1)}`
        const ids = idsOf(await get(owner, `?limit=4${state}${before}`))
        if (ids.length === 0) break
        found.push(...ids)
      }
      expect(found).toEqual(expected)
    }
    expectError(await get(owner, "?state=closed"), 400, "state must be one of: open, resolved.")
  })
})
