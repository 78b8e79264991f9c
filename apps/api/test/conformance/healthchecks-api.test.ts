// The management API of Healthchecks, versions 1 to 3, as its clients use it. The tests restate
// hc/api/tests/test_{create,get,list,update}_check*.py, test_pause.py, test_resume.py, test_get_pings.py,
// test_get_ping_body.py, test_get_flips.py and test_list_channels.py of Healthchecks.
import { Heartbeats, StoreError } from "@mon/core-store"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const UNKNOWN = "07c2f548-9850-4b27-af5d-6c9dc157ec02"
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "X-Api-Key" }

interface CheckBody {
  readonly uuid: string
  readonly unique_key: string
  readonly ping_url: string
  readonly update_url: string
  readonly pause_url: string
  readonly resume_url: string
  readonly [field: string]: unknown
}

/** Returns a repository whose lists fail. */
const failingLists = (error: Effect.Effect<never, StoreError>) =>
  Layer.effect(
    Heartbeats,
    Effect.map(Heartbeats, (real) => Heartbeats.of({ ...real, list: () => error }))
  )

const keyOf = (uuid: string): string => createHash("sha1").update(uuid.replaceAll("-", "").slice(0, 16)).digest("hex")

describe("the management API of Healthchecks", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Pick<TestAccount, "key">, base = "/api/v3") =>
    async (method: string, path: string, body?: unknown) => {
      const sent = await api.send(method, `${base}${path}`, { key, ...(body === undefined ? {} : { body }) })
      return { ...sent, check: sent.body as CheckBody }
    }
  const add = async (account: TestAccount, fields: object = {}) => {
    const { check, status } = await as(account)("POST", "/checks/", { name: "Backup", ...fields })
    expect(status).toBe(201)
    return check
  }
  const checksOf = async (account: Pick<TestAccount, "key">, query = "", base = "/api/v3") =>
    ((await as(account, base)("GET", `/checks/${query}`)).body as { readonly checks: ReadonlyArray<CheckBody> }).checks
  const namesOf = async (account: TestAccount, query: string) =>
    (await checksOf(account, query)).map(({ name }) => name).toSorted()
  const readerOf = async ({ membershipId }: TestAccount) => ({
    key: await world.keyFor(membershipId, { scope: "read" })
  })

  it("adds a check with all fields, and pings reach it", async () => {
    const owner = await world.account()
    const fields = { name: "Foo", tags: "bar,baz quux", timeout: 3_600, grace: 60, channels: "", desc: "", methods: "" }
    const { check, headers, status } = await as(owner)("POST", "/checks/", fields)
    expect(status).toBe(201)
    expect(headers).toMatchObject({ ...CORS, "content-type": "application/json; charset=utf-8" })
    expect(check).toMatchObject({
      name: "Foo",
      slug: "",
      tags: "bar,baz quux",
      timeout: 3_600,
      grace: 60,
      status: "new",
      started: false,
      n_pings: 0,
      last_ping: null,
      next_ping: null,
      channels: ""
    })
    expect(check.ping_url).toBe(`${api.origin}/ping/${check.uuid}`)
    expect(check.update_url).toBe(`${api.origin}/api/v3/checks/${check.uuid}`)
    expect((await api.send("GET", new URL(check.ping_url).pathname)).text).toBe("OK")
    const { data } = await api.send("GET", "/api/v1/heartbeats", { key: owner.key })
    expect(data).toMatchObject([
      { name: "Foo", schedule: { every: 3_600 }, lateAfter: 60, maxRuntime: 60, pings: 1, pingUrl: check.ping_url }
    ])
  })

  it("is served in all versions, also below /hc, and our own paths take precedence", async () => {
    const owner = await world.account()
    for (const version of [1, 2, 3]) {
      for (const prefix of ["", "/hc"]) {
        const base = `${prefix}/api/v${version}`
        const { check, status } = await as(owner, base)("POST", "/checks/", { name: `In ${base}` })
        expect(status).toBe(201)
        expect(check).toMatchObject({
          slug: version === 3 ? "" : `in-${prefix.slice(1)}apiv${version}`,
          update_url: `${api.origin}${base}/checks/${check.uuid}`
        })
        expect((await as(owner, base)("GET", `/checks/${check.uuid}`)).check.uuid).toBe(check.uuid)
      }
    }
    expect(await checksOf(owner, "", "/hc/api/v1")).toHaveLength(6)
    expect((await as(owner, "/api/v1")("GET", "/channels/")).body).toMatchObject({ success: true })
    for (const base of ["/hc/api/v1", "/api/v2", "/api/v3"])
      expect((await as(owner, base)("GET", "/channels/")).body).toEqual({ channels: [] })
    expect(await api.send("GET", "/api/v3/status/")).toMatchObject({ status: 200, text: "OK" })
    expect(await as(owner)("GET", "/badges/")).toMatchObject({
      status: 404,
      body: { error: "badges are not supported" }
    })
    expect((await as(owner, "/hc/api/v4")("GET", "/checks/")).status).toBe(404)
  })

  it("takes the key from the header or the body of a POST", async () => {
    const owner = await world.account()
    const post = (body: unknown) => api.send("POST", "/api/v3/checks/", { body })
    expect((await post({ api_key: owner.key, name: "A" })).status).toBe(201)
    for (const body of [undefined, {}, { api_key: "" }, { api_key: 7 }, { constructor: 1 }])
      expect(await post(body)).toMatchObject({ status: 401, body: { error: "missing api key" }, headers: CORS })
    for (const key of ["X".repeat(32), owner.key.slice(0, -1)])
      expect(await post({ api_key: key })).toMatchObject({ status: 401, body: { error: "wrong api key" } })
    expect((await api.send("GET", "/api/v3/checks/")).body).toEqual({ error: "missing api key" })
    expect((await api.send("GET", "/api/v3/checks/", { key: "wrong" })).body).toEqual({ error: "wrong api key" })
    expect(await post("{")).toMatchObject({ status: 400, body: { error: "could not parse request body" } })
    expect(await post([])).toMatchObject({
      status: 400,
      body: { error: "json validation error: value is not an object" }
    })
    expect((await post(`{"name":"${"a".repeat(70_000)}"}`)).status).toBe(413)
    expect((await post("[".repeat(60_000))).status).toBe(400)
  })

  it("hides its own failures, and asks to try again if the database is not available", async () => {
    const owner = await world.account()
    const unavailable = new StoreError({ reason: "Unavailable", operation: "Heartbeats.list", cause: null })
    for (const [error, status, message] of [
      [Effect.die(new Error("secret detail")), 500, "Internal server error."],
      [Effect.fail(unavailable), 503, "Service temporarily unavailable."]
    ] as const) {
      const failing = await world.startApi({ override: failingLists(error) })
      const answered = await failing.send("GET", "/api/v3/checks/", { key: owner.key })
      expect(answered).toMatchObject({ status, body: { error: message }, headers: CORS })
      await failing.close()
    }
  })

  it("answers preflight requests, and refuses other methods", async () => {
    const owner = await world.account()
    expect(await api.send("OPTIONS", `/api/v3/checks/${UNKNOWN}`)).toMatchObject({
      status: 204,
      text: "",
      headers: { ...CORS, "access-control-allow-methods": "GET, POST, DELETE, OPTIONS" }
    })
    for (const [method, path] of [
      ["PUT", "/checks/"],
      ["GET", `/checks/${UNKNOWN}/pause`],
      ["POST", `/checks/${UNKNOWN}/pings/`],
      ["POST", `/checks/${keyOf(UNKNOWN)}`],
      ["DELETE", `/checks/${keyOf(UNKNOWN)}`],
      ["POST", "/channels/"]
    ] as const)
      expect((await as(owner)(method, path, {})).status).toBe(405)
  })

  it.each([
    [{ name: null }, "json validation error: name is not a string"],
    [{ timeout: 0 }, "json validation error: timeout is too small"],
    [{ unique: ["status"] }, "json validation error: an item in 'unique' has unexpected value"],
    [{ schedule: "bad" }, "json validation error: schedule is not a valid cron or OnCalendar expression"],
    [
      { channels: "*" },
      "json validation error: channels cannot be set, because the alert routes of the account choose the channels"
    ],
    [{ name: "a\u0000" }, "name must be a string of 1 to 200 characters."]
  ])("refuses %j and adds nothing", async (fields, error) => {
    const owner = await world.account()
    expect(await as(owner)("POST", "/checks/", { tags: "new", ...fields })).toMatchObject({
      status: 400,
      body: { error }
    })
    expect((await api.send("GET", "/api/v1/tags", { key: owner.key })).data).toEqual([])
    expect(await checksOf(owner)).toEqual([])
  })

  it("adds nothing if a tag is refused", async () => {
    const owner = await world.account()
    const { body, status } = await as(owner)("POST", "/checks/", { name: "A", tags: `good ${"b".repeat(101)}` })
    expect({ body, status }).toMatchObject({ status: 400, body: { error: expect.stringContaining("name must be") } })
    expect(await checksOf(owner)).toEqual([])
    expect((await api.send("GET", "/api/v1/tags", { key: owner.key })).data).toEqual([])
  })

  it("refuses a check beyond the limit of the plan with 403", async () => {
    const owner = await world.account("free")
    const statuses: Array<number> = []
    while (statuses.at(-1) !== 403 && statuses.length < 100)
      statuses.push((await as(owner)("POST", "/checks/", { name: "A" })).status)
    expect(new Set(statuses)).toEqual(new Set([201, 403]))
    expect((await as(owner)("POST", "/checks/", { name: "A", unique: ["name"] })).status).toBe(200)
  })

  it.each([
    [["name"], { name: "Backup", grace: 120 }, 200],
    [["slug"], { slug: "backup", name: "New name" }, 200],
    [["tags"], { tags: "a b", name: "New name" }, 200],
    [["timeout", "grace"], { timeout: 60, grace: 60, name: "New name" }, 200],
    [["name", "tags"], { name: "Backup" }, 201],
    [[], { name: "Backup" }, 201]
  ])("POST with unique %j and %j", async (unique, fields, status) => {
    const owner = await world.account()
    const { uuid } = await add(owner, { slug: "backup", tags: "a b", timeout: 60, grace: 60 })
    const posted = await as(owner)("POST", "/checks/", { ...fields, unique })
    expect(posted.status).toBe(status)
    expect(posted.check).toMatchObject(fields)
    expect(posted.check.uuid === uuid).toBe(status === 200)
    expect(await checksOf(owner)).toHaveLength(status === 200 ? 1 : 2)
  })

  it("adds one check if several clients send the same one at once", async () => {
    const owner = await world.account()
    const post = () => as(owner)("POST", "/checks/", { name: "Backup", tags: "a", unique: ["name"] })
    const statuses = (await Promise.all([post(), post(), post()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 201])
    expect(await checksOf(owner)).toHaveLength(1)
  })

  it("repeats the answer for the same Idempotency-Key", async () => {
    const { key } = await world.account()
    const post = () =>
      api.send("POST", "/api/v3/checks/", { key, body: { name: "A" }, headers: { "Idempotency-Key": "one" } })
    const [first, second] = [await post(), await post()]
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text])
    expect(second.headers).toMatchObject(CORS)
    expect(await checksOf({ key })).toHaveLength(1)
  })

  it("lists checks by tags and slug", async () => {
    const owner = await world.account()
    await add(owner, { name: "Alice 1", tags: "a1-tag a1-additional-tag", slug: "alice-1" })
    await add(owner, { name: "Alice 2", tags: "a2-tag common", slug: "alice-2" })
    await add(owner, { name: "Alice 3", tags: "common a1-tag" })
    expect(await namesOf(owner, "?tag=a1-tag")).toEqual(["Alice 1", "Alice 3"])
    expect(await namesOf(owner, "?tag=a1-tag&tag=common")).toEqual(["Alice 3"])
    expect(await namesOf(owner, "?tag=a1")).toEqual([])
    expect(await namesOf(owner, "?slug=alice-2")).toEqual(["Alice 2"])
    expect(await namesOf(owner, "?slug=&tag=constructor")).toEqual([])
    expect(await namesOf(await world.account(), "")).toEqual([])
  })

  it("lists more checks than one page of ours", async () => {
    const owner = await world.account()
    for (let count = 0; count < 51; count += 1)
      await api.send("POST", "/api/v1/heartbeats", { key: owner.key, body: { name: `A ${count}` } })
    expect(new Set(await namesOf(owner, "")).size).toBe(51)
  })

  it("changes only the given fields", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner, { tags: "a", timeout: 60, grace: 60, slug: "own" })
    const update = async (body: object) => (await as(owner)("POST", `/checks/${uuid}`, body)).check
    expect(await update({ name: "Other" })).toMatchObject({
      name: "Other",
      tags: "a",
      timeout: 60,
      grace: 60,
      slug: "own"
    })
    const cron = await update({ schedule: "5 4 * * *", tz: "Europe/Kiev" })
    expect(cron).toMatchObject({ schedule: "5 4 * * *", tz: "Europe/Kyiv", grace: 60 })
    expect(cron).not.toHaveProperty("timeout")
    expect(await update({ schedule: "Mon..Fri 03:00" })).toMatchObject({
      schedule: "Mon..Fri 03:00",
      tz: "Europe/Kyiv"
    })
    const simple = await update({ timeout: 5_184_000, tags: "" })
    expect(simple).toMatchObject({ timeout: 5_184_000, tags: "" })
    expect(simple).not.toHaveProperty("schedule")
    expect(await update({ tags: "A b" })).toMatchObject({ tags: "a b" })
    expect((await as(owner, "/api/v1")("POST", `/checks/${uuid}`, { name: "A Name" })).check.slug).toBe("a-name")
    expect(await update({})).toMatchObject({ name: "A Name", tags: "a b" })
  })

  it("says that a job runs: in version 1 as the status", async () => {
    const owner = await world.account()
    const { ping_url, uuid } = await add(owner)
    await api.send("GET", `${new URL(ping_url).pathname}/start`)
    const statusIn = async (version: number) => {
      const { check } = await as(owner, `/api/v${version}`)("GET", `/checks/${uuid}`)
      return [check["status"], check["started"]]
    }
    expect([await statusIn(1), await statusIn(2), await statusIn(3)]).toEqual([
      ["started", true],
      ["new", true],
      ["new", true]
    ])
  })

  it("pauses and resumes", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner)
    const post = (path: string, body?: unknown) => as(owner)("POST", `/checks/${uuid}/${path}`, body)
    expect(await post("resume", {})).toMatchObject({ status: 409, body: { error: "check is not paused" } })
    for (let count = 0; count < 2; count += 1)
      expect(await post("pause", "")).toMatchObject({ status: 200, check: { status: "paused", uuid } })
    expect(await post("resume")).toMatchObject({ status: 200, check: { status: "new" } })
    expect(await post("pause", [])).toMatchObject({
      status: 400,
      body: { error: "json validation error: value is not an object" }
    })
    const body = { api_key: owner.key }
    expect((await api.send("POST", `/api/v3/checks/${uuid}/pause`, { body })).status).toBe(200)
  })

  it("deletes, and returns the deleted check", async () => {
    const owner = await world.account()
    const { ping_url, uuid } = await add(owner)
    expect(await as(owner)("DELETE", `/checks/${uuid}`)).toMatchObject({ status: 200, check: { uuid, name: "Backup" } })
    for (const method of ["GET", "DELETE"]) expect((await as(owner)(method, `/checks/${uuid}`)).status).toBe(404)
    expect((await api.send("GET", new URL(ping_url).pathname)).status).toBe(404)
  })

  it("finds a check by the UUID before a rotation as long as its pings count", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner)
    const { data } = await api.send("GET", "/api/v1/heartbeats", { key: owner.key })
    await api.send("POST", `/api/v1/heartbeats/${Object(data)[0].id}/rotate`, { key: owner.key })
    const { check } = await as(owner)("GET", `/checks/${uuid}`)
    expect(check).toMatchObject({ name: "Backup", ping_url: `${api.origin}/ping/${check.uuid}` })
    expect(check.uuid).not.toBe(uuid)
    await world.sql(
      "update heartbeat_token set replaced_at = mon_now() - interval '8 days' where replaced_at is not null"
    )
    expect((await as(owner)("GET", `/checks/${uuid}`)).status).toBe(404)
    expect((await as(owner)("GET", `/checks/${check.uuid}`)).status).toBe(200)
  })

  it("knows a heartbeat with another kind of token by its id", async () => {
    const owner = await world.account()
    const body = { name: "Moved", token: "kuma-push-token-0123456789abcdef" }
    const { data } = await api.send("POST", "/api/v1/heartbeats", { key: owner.key, body })
    const path = `/checks/${data.id}`
    expect(await checksOf(owner)).toMatchObject([{ uuid: data.id, ping_url: data["pingUrl"] }])
    expect((await as(owner)("POST", `${path}/pause`)).check).toMatchObject({ uuid: data.id, status: "paused" })
    expect((await as(await readerOf(owner))("GET", `/checks/${keyOf(data.id)}`)).check.name).toBe("Moved")
    expect((await as(await world.account())("GET", path)).status).toBe(404)
  })

  it("shows pings and their output byte for byte", async () => {
    const owner = await world.account()
    const { ping_url, uuid } = await add(owner)
    const { pathname } = new URL(ping_url)
    await api.send("GET", `${pathname}/start?rid=${UNKNOWN}`, { headers: { "User-Agent": "foo-agent" } })
    await api.send("POST", `${pathname}?rid=${UNKNOWN}`, { body: "Hëllo <b>" })
    const { body } = await as(owner)("GET", `/checks/${uuid}/pings/`)
    expect(body).toMatchObject({
      pings: [
        { n: 2, type: "success", rid: UNKNOWN, body_url: `${api.origin}/api/v3/checks/${uuid}/pings/2/body` },
        { n: 1, type: "start", ua: "foo-agent", remote_addr: "127.0.0.0/24", body_url: null }
      ]
    })
    expect(await as(owner)("GET", `/checks/${uuid}/pings/2/body`)).toMatchObject({
      status: 200,
      text: "Hëllo <b>",
      headers: { ...CORS, "content-type": "text/plain", "x-content-type-options": "nosniff" }
    })
    for (const n of ["1", "3", "x", "-1", "1e400", "99999999999999999999"])
      expect((await as(owner)("GET", `/checks/${uuid}/pings/${n}/body`)).status).toBe(404)
  })

  it("shows flips by UUID and by unique key", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner)
    await world.sql(
      `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, resolution)
       select gen_random_uuid(), t.account_id, t.monitor_id, x.at::timestamptz, x.at::timestamptz,
         x.until::timestamptz, x.how
       from (select m.id as monitor_id, m.account_id from monitor m join heartbeat_token t on t.monitor_id = m.id
             where t.hash = sha256($1::text::bytea)) t,
         (values ('2020-07-23T10:18:00Z', '2020-07-23T10:20:00.5Z', 'recovered')) x (at, until, how)`,
      uuid
    )
    const flips = async (path: string, query = "") => (await as(owner)("GET", `/checks/${path}/flips/${query}`)).body
    const [down, up] = [
      { timestamp: "2020-07-23T10:18:00+00:00", up: 0 },
      { timestamp: "2020-07-23T10:20:00+00:00", up: 1 }
    ]
    expect(await flips(uuid)).toEqual({ flips: [up, down] })
    expect(await flips(keyOf(uuid))).toEqual({ flips: [up, down] })
    expect(await flips(uuid, `?start=1595499540`)).toEqual({ flips: [up] })
    expect(await flips(uuid, `?end=1595499540`)).toEqual({ flips: [down] })
    expect(await flips(uuid, `?seconds=60`)).toEqual({ flips: [] })
    for (const query of ["?seconds=a", "?start=99999999999", "?end=-1"])
      expect((await as(owner)("GET", `/checks/${uuid}/flips/${query}`)).status).toBe(400)
  })

  it("accepts a key that is only for heartbeats, with tags and channels, and such a key can do nothing else", async () => {
    const owner = await world.account()
    const limited = { ...owner, key: await world.keyFor(owner.membershipId, { scope: "heartbeats" }) }
    const { uuid } = await add(limited, { name: "Backup", tags: "new-tag" })
    expect(await checksOf(limited)).toMatchObject([{ uuid, tags: "new-tag" }])
    expect((await as(limited)("GET", "/channels/")).status).toBe(200)
    expect((await as(limited)("DELETE", `/checks/${uuid}`)).status).toBe(200)
    expect((await api.send("GET", "/api/v1/domains", { key: limited.key })).status).toBe(403)
    expect((await api.send("GET", "/api/v1/events", { key: limited.key })).status).toBe(403)
  })

  it("shows read-only keys the unique key, and lets them change nothing", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner, { tags: "a" })
    const reader = await readerOf(owner)
    const [listed] = await checksOf(reader)
    expect(listed).toMatchObject({ name: "Backup", unique_key: keyOf(uuid) })
    const answers = [
      await as(reader)("GET", "/checks/"),
      await as(reader)("GET", `/checks/${keyOf(uuid)}`),
      await as(reader)("GET", `/checks/${uuid}`)
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { text } of answers) expect(text).not.toMatch(/uuid|_url":"|\/ping\//u)
    expect((await as(reader)("GET", `/checks/${keyOf(uuid)}/flips/`)).body).toEqual({ flips: [] })
    expect((await as(owner)("GET", `/checks/${keyOf(uuid)}`)).check.uuid).toBe(uuid)
    for (const [method, path] of [
      ["POST", "/checks/"],
      ["POST", `/checks/${uuid}`],
      ["DELETE", `/checks/${uuid}`],
      ["POST", `/checks/${uuid}/pause`],
      ["POST", `/checks/${uuid}/resume`],
      ["GET", `/checks/${uuid}/pings/`],
      ["GET", `/checks/${uuid}/pings/1/body`],
      ["GET", "/channels/"]
    ] as const)
      expect(await as(reader)(method, path)).toMatchObject({ status: 401, body: { error: "wrong api key" } })
  })

  it("answers about another account's check as about none", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner)
    const stranger = await world.account()
    const answersTo = (id: string) =>
      Promise.all(
        [
          ["GET", `/checks/${id}`],
          ["POST", `/checks/${id}`],
          ["DELETE", `/checks/${id}`],
          ["POST", `/checks/${id}/pause`],
          ["POST", `/checks/${id}/resume`],
          ["GET", `/checks/${id}/pings/`],
          ["GET", `/checks/${id}/pings/1/body`],
          ["GET", `/checks/${id}/flips/`]
        ].map(async ([method = "", path = ""]) => {
          const { body, status } = await as(stranger)(method, path)
          return { body, status }
        })
      )
    const none = await answersTo(UNKNOWN)
    expect(new Set(none.map(({ status }) => status))).toEqual(new Set([404]))
    expect(await answersTo(uuid)).toEqual(none)
    expect((await as(stranger)("GET", `/checks/${keyOf(uuid)}`)).status).toBe(404)
    for (const id of ["not-a-uuid", uuid.toUpperCase(), uuid.replaceAll("-", ""), "constructor"])
      expect((await as(owner)("GET", `/checks/${id}`)).status).toBe(404)
  })

  it("gives members the rights that they have over heartbeats", async () => {
    const owner = await world.account("agency")
    const { uuid } = await add(owner)
    const { data } = await api.send("GET", "/api/v1/heartbeats", { key: owner.key })
    const domainId = String(Object(data)[0].id)
    const editor = await world.member(owner, [{ domainId, canWrite: true }])
    const viewer = await world.member(owner, [{ domainId, canWrite: false }])
    expect((await as(editor)("POST", `/checks/${uuid}`, { name: "New" })).check).toMatchObject({ name: "New", uuid })
    expect((await as(editor)("POST", "/checks/", { name: "New" })).status).toBe(403)
    expect((await as(editor)("DELETE", `/checks/${uuid}`)).status).toBe(403)
    expect(await checksOf(viewer)).toMatchObject([{ unique_key: keyOf(uuid) }])
    expect((await as(viewer)("POST", `/checks/${uuid}`, { name: "New" })).status).toBe(403)
    expect(await checksOf(await world.member(owner, []))).toEqual([])
  })

  it("leaves entries in the audit log, and no key or UUID in logs", async () => {
    const owner = await world.account()
    const { uuid } = await add(owner, { tags: "a" })
    const { text } = await api.send("GET", "/api/v1/audit", { key: owner.key })
    for (const action of ["heartbeats.create", "heartbeats.setTags", "tags.create"]) expect(text).toContain(action)
    const logs = JSON.stringify(world.logs)
    expect([logs.includes(uuid), logs.includes(owner.key)]).toEqual([false, false])
  })
})
