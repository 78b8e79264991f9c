// Sends every endpoint of the contract with every kind of credential that allows less than a write key of the owner.
import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RequestOptions } from "../ApiConnection.ts"
import { conforms, type Endpoint, endpoints, sample } from "../Contract.ts"
import { expectError } from "../Expected.ts"
import { TAKE_OVER_REQUEST } from "../takeOverRequest.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const BAD = "Missing or invalid API key."
const MANAGED = "API keys are managed in the dashboard."
const SESSIONS_MANAGED = "Sessions and two-factor sign-in are managed in the dashboard."
const READ_ONLY = "This API key is read-only."
const ONLY_HEARTBEATS = "This API key is only for heartbeats."
const OVER =
  "Your Free plan allows 2 API keys per person, and this key is over the limit. Delete an older key or get a larger plan."

/** The requests other than GET that a read key may make. */
const readPosts = new Set([
  "POST /email-health",
  "POST /email-health/message",
  "POST /domains/:id/email-health",
  "POST /domains/:id/email-health/verify",
  "POST /check-disposable-email",
  "POST /config/plan",
  "POST /on-call/preview",
  "POST /on-call/schedules/:id/calendar-import/preview",
  "POST /on-call/schedules/:id/preview",
  "POST /routes/try",
  "POST /routes/:id/try",
  "POST /campaign-simulate/estimate",
  "POST /campaign-simulate/:jobId/share-info"
])

/** The message that refuses keys, by the first segment of the path. */
const sessionPaths: Readonly<Record<string, string>> = {
  keys: MANAGED,
  "second-factor": SESSIONS_MANAGED,
  sessions: SESSIONS_MANAGED
}
const refusalOf = ({ path }: Endpoint): string => sessionPaths[path.split("/")[1] ?? ""] ?? ""
const isForSessions = (endpoint: Endpoint) => refusalOf(endpoint) !== ""
const isRead = (endpoint: Endpoint) =>
  !isForSessions(endpoint) && (endpoint.method === "GET" || readPosts.has(endpoint.label))
const isWrite = (endpoint: Endpoint) => !isForSessions(endpoint) && !isRead(endpoint)
const isForHeartbeats = ({ label, path }: Endpoint) => path.split("/")[1] === "heartbeats" || label === "GET /tags"
const resourceOf = ({ path }: Endpoint): string =>
  path.startsWith("/alert-sources/incidents/") ? "source-incidents" : (path.split("/")[1] ?? "")
const parameter = /:\w+/u
/** Returns whether an endpoint is about an own channel of the owner, which no other member of the account can see. */
const isOwnChannel = ({ path }: Endpoint) => path.startsWith("/own-channels/:id")
/** Returns whether an endpoint is about an alert of another tool, which members see only if they got it. */
const isOfTool = ({ path }: Endpoint) => path.startsWith("/alert-sources/incidents/:incidentId")
const hasId = ({ path }: Endpoint) => path.includes(":")

const CHANGE = `
  insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
    removed_lines, similarity, approximate, diff, hunks)
  select gen_random_uuid(), m.account_id, m.id, mon_now(), '', 1, 1, 1, 1, false, '', '[]' from monitor m
  where m.public_id = $1::uuid returning public_id::text as id`

const SUBSCRIBER = `
  insert into status_subscriber (public_id, page_id, kind, address, address_key, language, state, confirmed_at)
  select gen_random_uuid(), p.id, 'email', 'reader@test.example', 'reader@test.example', 'en', 'confirmed', mon_now()
  from status_page p where p.public_id = $1::uuid returning public_id::text as id`

const INCIDENT = `
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
  select gen_random_uuid(), m.account_id, m.id, mon_now(), mon_now() from monitor m
  where m.public_id = $1::uuid returning public_id::text as id`

const SOURCE_INCIDENT = `
  insert into incident (public_id, account_id, source_id, source_key, source, started_at, confirmed_at)
  select gen_random_uuid(), account_id, id, 'disk', jsonb_build_object('title', 'Disk full', 'summary', null,
    'severity', 'error', 'link', null, 'labels', '[]'::jsonb, 'alerts', 1, 'lastReceivedAt', mon_iso(mon_now()),
    'source', jsonb_build_object('id', public_id, 'name', name, 'kind', kind)), mon_now(), mon_now()
  from alert_source where public_id = $1::uuid returning public_id::text as id`

const SHARED = `
  insert into domain_access (membership_id, monitor_id, can_write)
  select ms.id, h.id, true from membership ms, monitor h
  where h.public_id = $1::uuid and ms.public_id = $2::uuid`

const TABLES = [
  "account",
  "app_user",
  "user_setting",
  "membership",
  "monitor",
  "tag",
  "webhook",
  "maintenance_window",
  "maintenance_monitor",
  "team_invite",
  "incident",
  "marker",
  "alert_route",
  "alert_source",
  "alert_channel",
  "own_channel",
  "contact_rules",
  "on_call_schedule",
  "on_call_override",
  "on_call_request",
  "on_call_calendar",
  "status_page",
  "status_component",
  "status_post",
  "status_update",
  "status_subscriber"
]

describe("every endpoint", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let stranger: TestAccount
  /** The ids of the owner's resources, by the first segment of their path. */
  const own = new Map<string, string>()
  const keys = { read: "", heartbeats: "", member: "", stranger: "", expired: "", revoked: "", removed: "", over: "" }

  const pathOf = ({ path }: Endpoint, id: string) =>
    path
      .replace(":overrideId", own.get("overrides") ?? absent)
      .replace(":requestId", own.get("requests") ?? absent)
      .replace(":changeId", own.get("changes") ?? absent)
      .replace(":componentId", own.get("components") ?? absent)
      .replace(":postId", own.get("posts") ?? absent)
      .replace(":updateId", own.get("updates") ?? absent)
      .replace(":subscriberId", own.get("subscribers") ?? absent)
      .replace("/markers/:id", `/markers/${own.get("markers") ?? absent}`)
      .replace(parameter, id)
  const mine = (endpoint: Endpoint) => pathOf(endpoint, own.get(resourceOf(endpoint)) ?? absent)
  let sent = 0
  /** Returns one of many addresses, because one address may send only some hundreds of wrong keys a minute. */
  const clientAddress = () => `192.0.2.${++sent % 250}`
  const bodyOf = ({ body }: Endpoint): object =>
    body === null ? {} : (sample(body, (name) => (name.startsWith("domain") ? own.get("domains") : absent)) as object)
  const send = (endpoint: Endpoint, path: string, options: RequestOptions) =>
    api.send(endpoint.method, `${BASE_PATH}${path}`, {
      body: bodyOf(endpoint),
      ...options,
      headers: { "X-Forwarded-For": clientAddress(), ...options.headers }
    })

  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: { trustedProxies: ["127.0.0.1/32"] } })
    owner = await world.account("agency")
    stranger = await world.account("agency")
    own.set("domains", (await addDomain(api, owner)).id)
    for (const endpoint of endpoints.filter(({ method, path }) => method === "POST" && !path.includes(":"))) {
      const { data, status } = await send(endpoint, endpoint.path, { key: owner.key })
      const id = status === 201 ? (data["membershipId"] ?? data["jobId"] ?? data.id) : null
      const segment = endpoint.path.split("/")[1] ?? ""
      if (typeof id === "string" && !own.has(segment)) own.set(segment, id)
    }
    const route = { name: "All", steps: [{ afterMinutes: 0, targets: ["email"] }] }
    own.set("routes", (await api.send("POST", `${BASE_PATH}/routes`, { key: owner.key, body: route })).data.id)
    const rotation = { groups: [[owner.email]], handOff: { every: 1, unit: "weeks", start: "2027-01-04T09:00" } }
    const onCall = { name: "Operations", timezone: "UTC", layers: [rotation] }
    const schedule = await api.send("POST", `${BASE_PATH}/on-call/schedules`, { key: owner.key, body: onCall })
    own.set("on-call", schedule.data.id)
    const override = { start: "2027-01-08T17:00:00Z", end: "2027-01-11T08:00:00Z", people: [] }
    const overrides = `${BASE_PATH}/on-call/schedules/${schedule.data.id}/overrides`
    own.set("overrides", (await api.send("POST", overrides, { key: owner.key, body: override })).data.id)
    const asked = await world.member(owner, [])
    const [request] = await world.sql(TAKE_OVER_REQUEST, schedule.data.id, owner.membershipId, asked.membershipId)
    own.set("requests", String(Reflect.get(request ?? {}, "id")))
    const report = { name: "All", every: "month", recipients: ["customer@else.example"] }
    const scheduled = await api.send("POST", `${BASE_PATH}/scheduled-reports`, { key: owner.key, body: report })
    own.set("scheduled-reports", scheduled.data.id)
    const page = await api.send("GET", `${BASE_PATH}/status-pages/${own.get("status-pages")}`, { key: owner.key })
    own.set("components", String(Reflect.get(Object(Reflect.get(Object(page.data["components"]), 0)), "id")))
    const post = { kind: "incident", title: "Slow", body: "We investigate.", notifySubscribers: false }
    const posted = await api.send("POST", `${BASE_PATH}/status-pages/${own.get("status-pages")}/posts`, {
      key: owner.key,
      body: post
    })
    own.set("posts", posted.data.id)
    own.set("updates", String(Reflect.get(Object(Reflect.get(Object(posted.data["updates"]), 0)), "id")))
    const [subscriber] = await world.sql(SUBSCRIBER, own.get("status-pages"))
    own.set("subscribers", String(Reflect.get(subscriber ?? {}, "id")))
    const markers = `${BASE_PATH}/domains/${own.get("domains")}/markers`
    own.set("markers", (await api.send("POST", markers, { key: owner.key, body: { text: "4.2.0" } })).data.id)
    const [change] = await world.sql(CHANGE, own.get("urls"))
    own.set("changes", String(Reflect.get(change ?? {}, "id")))
    const [incident] = await world.sql(INCIDENT, own.get("domains"))
    own.set("incidents", String(Reflect.get(incident ?? {}, "id")))
    const [alerted] = await world.sql(SOURCE_INCIDENT, own.get("alert-sources"))
    own.set("source-incidents", String(Reflect.get(alerted ?? {}, "id")))
    const member = await world.member(owner, [{ domainId: own.get("domains") ?? "", canWrite: true }])
    own.set("team", member.membershipId)
    for (const kind of ["heartbeats", "services"]) await world.sql(SHARED, own.get(kind), member.membershipId)
    const removed = await world.member(owner, [])
    keys.read = await world.keyFor(owner.membershipId, { scope: "read" })
    keys.heartbeats = await world.keyFor(owner.membershipId, { scope: "heartbeats" })
    keys.member = await world.keyFor(member.membershipId, { scope: "read" })
    keys.stranger = await world.keyFor(stranger.membershipId, { scope: "read" })
    const soon = new Date(Date.now() + 3_600_000)
    keys.expired = await world.keyFor(owner.membershipId, { name: "Expired", expiresAt: soon })
    await world.sql("update api_key set expires_at = mon_now() where name = 'Expired'")
    keys.revoked = await world.keyFor(owner.membershipId, { name: "Revoked" })
    await world.sql("update api_key set revoked_at = mon_now() where name = 'Revoked'")
    keys.removed = removed.key
    await api.send("DELETE", `/api/v1/team/${removed.membershipId}`, { key: owner.key })
    const free = await world.account("free")
    await world.keyFor(free.membershipId)
    keys.over = await world.keyFor(free.membershipId)
  })
  afterAll(() => world.close())

  /** Returns all data that a key could change. */
  const stateOf = () =>
    Promise.all(
      TABLES.map((table) => world.sql(`select md5(string_agg(t::text, ',' order by t::text)) from ${table} t`))
    )

  it("has something of the owner's for every path with an id", () => {
    expect([...own.keys()]).toEqual(
      expect.arrayContaining([
        "domains",
        "urls",
        "tags",
        "webhooks",
        "team",
        "campaign-simulate",
        "status-pages",
        "posts",
        "updates",
        "subscribers"
      ])
    )
  })

  it.each(endpoints)(
    "$label answers 401 to an expired or revoked key, and to the key of a removed member",
    async (one) => {
      for (const key of [keys.expired, keys.revoked, keys.removed])
        expectError(await send(one, mine(one), { key }), 401, BAD)
    }
  )

  it.each(endpoints)("$label refuses a key beyond the limit of the plan, and says why", async (one) => {
    expectError(await send(one, mine(one), { key: keys.over }), 403, OVER)
  })

  it.each(endpoints.filter(isForSessions))("$label is refused to every key", async (one) => {
    for (const key of [owner.key, keys.read, keys.heartbeats, keys.member])
      expectError(await send(one, mine(one), { key }), 403, refusalOf(one))
  })

  it.each(endpoints.filter(isRead))("$label answers a read key as it answers a write key", async (one) => {
    const read = await send(one, mine(one), { key: keys.read })
    // Otherwise, a second call of an endpoint that allows one call in several minutes would be refused, whatever its
    // key.
    await world.sql("delete from attempt_limit")
    await world.sql("update account set exported_at = null")
    const write = await send(one, mine(one), { key: owner.key })
    if (one.path !== "/prometheus") conforms(one, read, "a read key")
    expect(read.status).toBe(write.status)
    expect([401, 403]).not.toContain(read.status)
  })

  it.each(endpoints.filter(isWrite))("$label refuses a read key and changes nothing", async (one) => {
    const before = await stateOf()
    expectError(await send(one, mine(one), { key: keys.read }), 403, READ_ONLY)
    const bearer = { headers: { Authorization: `Bearer ${keys.read}` } }
    expectError(await send(one, mine(one), bearer), 403, READ_ONLY)
    const repeated = { key: keys.read, headers: { "Idempotency-Key": "a-key-of-the-owner" } }
    expectError(await send(one, mine(one), repeated), 403, READ_ONLY)
    const answer = await send(one, mine(one), { key: keys.member })
    conforms(one, answer, "a member's read key")
    if (isOwnChannel(one)) expectError(answer, 404, "Channel not found.")
    else if (isOfTool(one)) expectError(answer, 404, "Incident not found.")
    else expectError(answer, 403, READ_ONLY)
    expect(await stateOf()).toEqual(before)
  })

  it.each(endpoints.filter((one) => !isForSessions(one) && !isForHeartbeats(one)))(
    "$label refuses a key for heartbeats and changes nothing",
    async (one) => {
      const before = await stateOf()
      // The API checks the query before the permission of the key.
      const query = one.path === "/routes/simulation" ? `?monitorId=${own.get("domains")}` : ""
      const answer = await send(one, `${mine(one)}${query}`, { key: keys.heartbeats })
      expectError(answer, 403, ONLY_HEARTBEATS)
      conforms(one, answer, "a key for heartbeats")
      expect(await stateOf()).toEqual(before)
    }
  )

  it.each(endpoints.filter((one) => isForHeartbeats(one) && (one.method === "GET" || hasId(one))))(
    "$label answers a key for heartbeats as it answers a write key",
    async (one) => {
      const [limited, write] = [keys.heartbeats, owner.key].map((key) => send(one, pathOf(one, absent), { key }))
      expect((await limited)?.body).toEqual((await write)?.body)
      expect([401, 403]).not.toContain((await limited)?.status)
    }
  )

  it.each(endpoints.filter((one) => isWrite(one) && hasId(one)))(
    "$label answers a read key 404 as it answers a write key for what is absent or belongs to others",
    async (one) => {
      for (const id of [absent, "nonsense"]) {
        const write = await send(one, pathOf(one, id), { key: owner.key })
        expect(write.status).toBe(404)
        expect((await send(one, pathOf(one, id), { key: keys.read })).body).toEqual(write.body)
      }
      const theirs = await send(one, mine(one), { key: keys.stranger })
      expectError(theirs, 404, expect.stringMatching(/not found/iu))
    }
  )

  it.each(endpoints.filter((one) => isWrite(one) && one.body !== null))(
    "$label examines the body of a read key before its right",
    async (one) => {
      expectError(await send(one, mine(one), { key: keys.read, body: "{" }), 400, "Request body is not valid JSON.")
    }
  )

  it("replays no response of a write key to a read key", async () => {
    const options = { body: { name: "Once" }, headers: { "Idempotency-Key": "once" } }
    expect((await api.send("POST", "/api/v1/tags", { key: owner.key, ...options })).status).toBe(201)
    expectError(await api.send("POST", "/api/v1/tags", { key: keys.read, ...options }), 403, READ_ONLY)
  })
})
