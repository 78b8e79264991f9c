import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const uuid = "07c2f548-9850-4b27-af5d-6c9dc157ec02"

const pathOf = (url: unknown): string => new URL(String(url)).pathname

describe("heartbeats", () => {
  let world: World
  let api: TestApi
  const statements: Array<string> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ statements })
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Pick<TestAccount, "key">) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const add = async (account: TestAccount, fields: object = {}) => {
    const { data } = await as(account)("POST", "/heartbeats", { name: "Backup", ...fields })
    return { id: data.id, path: pathOf(data["pingUrl"]) }
  }

  it("POST /heartbeats returns the heartbeat with defaults and its ping URL", async () => {
    const owner = await world.account()
    const { data, status } = await as(owner)("POST", "/heartbeats", { name: "Backup" })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      name: "Backup",
      status: "unknown",
      schedule: { every: 86_400 },
      lateAfter: 300,
      maxRuntime: null,
      minRuntime: null,
      atMost: null,
      filters: null,
      slug: null,
      isRunning: false,
      isLate: false,
      expectedAt: null,
      pings: 0,
      earlierPingUrl: null
    })
    expect(data["pingUrl"]).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/ping\/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u
    )
    expect(data).not.toHaveProperty("url")
  })

  it.each([
    [{ schedule: { cron: "0 25 * * *" } }, "schedule.cron must be a cron expression: hour takes 0 to 23; got 25."],
    [{ schedule: { every: 5 } }, "schedule.every must be a whole number between 10 and 31536000."],
    [
      { schedule: { cron: "0 3 * * *", timeZone: "Mars/Base" } },
      "schedule.timeZone must be the name of a time zone such as Europe/Berlin."
    ],
    [{ schedule: { weekly: 1 } }, "schedule must be an object with one of: every, cron, onCalendar."],
    [{ lateAfter: 0 }, "lateAfter must be null or a whole number of seconds between 1 and 31536000."],
    [{ atMost: { runs: 0, period: 60 } }, "atMost.runs must be a whole number between 1 and 100."],
    [{ filters: { failure: "a".repeat(201) } }, "filters.failure must be a string of 1 to 200 characters."],
    [{ filters: { method: "PUT" } }, "filters.method must be one of: POST."],
    [{ filters: { subject: "yes" } }, "filters.subject must be true or false."],
    [{ slug: "Not a slug" }, "slug must be null or 1 to 100 characters: a to z, 0 to 9, - and _."],
    [{ name: "" }, "name must be a string of 1 to 200 characters."]
  ])("POST /heartbeats refuses %j", async (fields, message) => {
    const owner = await world.account()
    expectError(await as(owner)("POST", "/heartbeats", { name: "Backup", ...fields }), 400, message)
  })

  it("store pings, and show them with their output as text", async () => {
    const owner = await world.account()
    const { id, path } = await add(owner)
    expect(await api.send("GET", `${path}/start`)).toMatchObject({ status: 200, text: "OK" })
    const body = Buffer.concat([Buffer.from("copied <b>\n"), Buffer.from([0xff, 0])])
    const headers = { "User-Agent": "curl/8.5.0" }
    expect(await api.send("POST", `${path}/7?rid=${uuid}`, { body, headers })).toMatchObject({
      status: 200,
      text: "OK",
      headers: { "ping-body-limit": "100000", "access-control-allow-origin": "*" }
    })
    const { data } = await as(owner)("GET", `/heartbeats/${id}/pings`)
    expect(data).toMatchObject([
      { n: 2, kind: "fail", exitCode: 7, run: uuid, bodyBytes: 13, client: "curl/8.5.0", network: "127.0.0.0/24" },
      { n: 1, kind: "start", exitCode: null, run: null, bodyBytes: 0, client: null, isNewNetwork: false }
    ])
    expect((await as(owner)("GET", `/heartbeats/${id}/pings/2/body`)).data).toEqual({
      text: "copied <b>\n\ufffd\u0000",
      isCut: false
    })
    for (const n of ["1", "3", "x", "-1", "1e400"])
      expectError(await as(owner)("GET", `/heartbeats/${id}/pings/${n}/body`), 404, "This ping has no stored output.")
  })

  it("keep the end of a long output", async () => {
    const owner = await world.account()
    const { id, path } = await add(owner)
    await api.send("POST", path, { body: `${"x".repeat(250_000)}the end` })
    const { data } = await as(owner)("GET", `/heartbeats/${id}/pings/1/body`)
    expect(data["isCut"]).toBe(true)
    expect(String(data["text"])).toHaveLength(100_000)
    expect(String(data["text"]).endsWith("xthe end")).toBe(true)
  })

  it("answer pings of every service in its own form", async () => {
    const owner = await world.account()
    const { path } = await add(owner)
    const token = path.slice("/ping/".length)
    expect(await api.send("GET", `/api/push/${token}?status=up&msg=OK&ping=`)).toMatchObject({
      status: 200,
      body: { ok: true }
    })
    expect(await api.send("GET", `/api/push/unknown?status=up`)).toMatchObject({
      status: 404,
      body: { ok: false, msg: "Monitor not found or not active." }
    })
    expect((await api.send("HEAD", `/api/v1/heartbeat/${token}`)).status).toBe(200)
    const headers = { Authorization: `Bearer ${token}` }
    expect(await api.send("POST", "/api/v1/endpoints/jobs_backup/external?success=true", { headers })).toMatchObject({
      status: 200,
      text: ""
    })
    expect((await api.send("GET", `/finish/${token}`)).status).toBe(200)
    expect((await api.send("POST", `/hc/ping/${token}/log`)).status).toBe(200)
    expect(await api.send("GET", `/ping/${uuid}`)).toMatchObject({ status: 404, text: "not found" })
    expect(await api.send("GET", `${path}/256`)).toMatchObject({ status: 400, text: "invalid url format" })
    expect(await api.send("GET", `${path}?rid=1`)).toMatchObject({ status: 400, text: "invalid uuid format" })
  })

  it("are found by the slug and the ping key, and added if a ping says so", async () => {
    const owner = await world.account()
    const { data } = await as(owner)("POST", "/heartbeats/ping-key")
    expect((await as(owner)("POST", "/heartbeats/ping-key")).data).toEqual(data)
    const key = String(data["pingKey"])
    await add(owner, { name: "Nightly Backup" })
    expect(await api.send("GET", `/ping/${key}/nightly-backup`)).toMatchObject({ status: 200, text: "OK" })
    expect(await api.send("GET", `/ping/${key}/other`)).toMatchObject({ status: 404, text: "not found" })
    expect(await api.send("GET", `/ping/${key}/new-one?create=1`)).toMatchObject({ status: 201, text: "Created" })
    expect(await api.send("GET", `/ping/${key}/new-one?create=1`)).toMatchObject({ status: 200, text: "OK" })
    await add(owner, { name: "Nightly Backup" })
    expect(await api.send("GET", `/ping/${key}/nightly-backup`)).toMatchObject({ status: 409, text: "ambiguous slug" })
    const member = await world.member(owner, [])
    expectError(await as(member)("POST", "/heartbeats/ping-key"), 403, "Only the account owner can do this.")
  })

  it("are added once if the first pings with a slug arrive at the same time", async () => {
    const owner = await world.account()
    const { data } = await as(owner)("POST", "/heartbeats/ping-key")
    const path = `/ping/${String(data["pingKey"])}/every-host?create=1`
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.send("GET", path)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(7)
    expect((await as(owner)("GET", "/heartbeats")).data).toMatchObject([{ name: "every-host", pings: 8 }])
  })

  it("rotate their URL, and both work", async () => {
    const owner = await world.account()
    const { id, path } = await add(owner)
    const { data } = await as(owner)("POST", `/heartbeats/${id}/rotate`)
    const next = pathOf(data["pingUrl"])
    expect(next).not.toBe(path)
    expect(data["earlierPingUrl"]).toMatchObject({ lastUsedAt: null })
    expect([(await api.send("GET", path)).status, (await api.send("GET", next)).status]).toEqual([200, 200])
    const shown = await as(owner)("GET", `/heartbeats/${id}`)
    expect(shown.data["earlierPingUrl"]).not.toMatchObject({ lastUsedAt: null })
  })

  it("show no ping URL to read-only keys, and nothing to other accounts", async () => {
    const owner = await world.account()
    const { id } = await add(owner)
    const reader = { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
    expect((await as(reader)("GET", `/heartbeats/${id}`)).data["pingUrl"]).toBeNull()
    expect((await as(reader)("GET", "/heartbeats")).text).not.toContain("/ping/")
    const stranger = await world.account()
    for (const [method, path] of [
      ["GET", `/heartbeats/${id}`],
      ["GET", `/heartbeats/${id}/pings`],
      ["GET", `/heartbeats/${id}/pings/1/body`],
      ["POST", `/heartbeats/${id}/rotate`],
      ["DELETE", `/heartbeats/${id}`]
    ] as const)
      expectError(await as(stranger)(method, path), 404, "Heartbeat not found.")
  })

  it("cost no statement if a URL is unknown and was asked for before", async () => {
    await api.send("GET", "/ping/17c2f548-9850-4b27-af5d-6c9dc157ec02")
    const before = statements.filter((text) => text.includes("heartbeat_token")).length
    for (let count = 0; count < 20; count += 1)
      expect((await api.send("GET", "/ping/17c2f548-9850-4b27-af5d-6c9dc157ec02")).status).toBe(404)
    expect(statements.filter((text) => text.includes("heartbeat_token"))).toHaveLength(before)
  })

  it("are all found after a restart, however many jobs a network has", async () => {
    const owner = await world.account("agency")
    const paths: Array<string> = []
    for (let count = 0; count < 120; count += 1) paths.push((await add(owner)).path)
    const restarted = await world.startApi()
    const statuses = new Set<number>()
    for (const path of paths) statuses.add((await restarted.send("GET", path)).status)
    expect(statuses).toEqual(new Set([200]))
    await restarted.close()
  })

  it("let a network that guesses URLs wait, and no job with a URL that was used before", async () => {
    const owner = await world.account()
    const { path } = await add(owner)
    await api.send("GET", path, { localAddress: "127.0.7.1" })
    const guesses = Array.from(
      { length: 110 },
      (_, n) => `27c2f548-9850-4b27-af5d-6c9dc157${String(n).padStart(4, "0")}`
    )
    const statuses: Array<number> = []
    for (const guess of guesses)
      statuses.push((await api.send("GET", `/ping/${guess}`, { localAddress: "127.0.7.1" })).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await api.send("GET", path, { localAddress: "127.0.7.1" })).status).toBe(200)
  })

  it("can be covered by a maintenance window of their own", async () => {
    const owner = await world.account()
    const { id } = await add(owner)
    const window = { name: "Update", minutes: 30, heartbeatIds: [id] }
    expect((await as(owner)("POST", "/maintenance-windows", window)).data).toMatchObject({
      domainIds: [],
      urlIds: [],
      heartbeatIds: [id]
    })
    const stranger = await world.account()
    expectError(await as(stranger)("POST", "/maintenance-windows", window), 404, "Heartbeat not found.")
  })

  it("keep a limit that a configuration file switches off", async () => {
    const owner = await world.account()
    const file = { version: 1, project: "acme", heartbeats: { nightly: { name: "Nightly", lateAfter: null } } }
    const plan = async () => (await as(owner)("POST", "/config/plan", file)).data
    const first = await plan()
    expect(first["create"]).toMatchObject([{ key: "nightly", fields: { lateAfter: null } }])
    await as(owner)("POST", "/config/apply", { planId: first["planId"] })
    expect((await as(owner)("GET", "/heartbeats")).body).toMatchObject({ data: [{ lateAfter: null }] })
    expect((await plan())["changes"]).toBe(0)
  })

  it.each([
    ["Uptime Kuma", "kuma10char", (token: string) => `/api/push/${token}?status=up&msg=OK&ping=`],
    ["Better Stack", "ZBAyfAJkqGzM9KXNsSfXhYYc", (token: string) => `/api/v1/heartbeat/${token}`],
    ["Healthchecks", "9a7c1a52-3e6b-4f0d-8a51-0d5ae3f3e4c1", (token: string) => `/ping/${token}`]
  ])("with a token of %s answer to their old URL", async (_, token, urlOf) => {
    const owner = await world.account()
    const { data } = await as(owner)("POST", "/heartbeats", { name: "Backup", token })
    expect(Object.keys(data)).not.toContain("token")
    const path = pathOf(data["pingUrl"])
    expect(path).toBe(`/ping/${token}`)
    const statuses: Array<number> = []
    for (const each of [urlOf(token), `${path}/start`, `${path}/0`]) statuses.push((await api.send("GET", each)).status)
    expect(statuses).toEqual([200, 200, 200])
    expect((await as(owner)("GET", `/heartbeats/${data.id}`)).data["pings"]).toBe(3)
    expect((await as(owner)("PATCH", `/heartbeats/${data.id}`, { name: "Other", token: "anotherToken" })).status).toBe(
      200
    )
    expect((await api.send("GET", "/ping/anotherToken")).status).toBe(404)
  })

  it.each(["short", "with a space", "a".repeat(129), "pingKey22charactersLng", "sealed:0123456789abcdef", 1, null])(
    "refuse the token %j",
    async (token) => {
      const owner = await world.account()
      expectError(
        await as(owner)("POST", "/heartbeats", { name: "Backup", token }),
        400,
        "token must be 10 to 128 characters, but not 22: A to Z, a to z, 0 to 9, - and _."
      )
    }
  )

  it("refuse a token that another heartbeat has, of any account, until it is deleted", async () => {
    const token = "tokenOfAnyAccount"
    const [owner, stranger] = [await world.account(), await world.account()]
    const { id } = await add(owner, { token })
    for (const account of [owner, stranger])
      expectError(
        await as(account)("POST", "/heartbeats", { name: "Other", token }),
        400,
        "token is already in use. Choose another one, or leave it out."
      )
    expect((await as(stranger)("GET", "/heartbeats")).data).toEqual([])
    await as(owner)("DELETE", `/heartbeats/${id}`)
    const { id: theirs } = await add(stranger, { token })
    expect((await api.send("GET", `/ping/${token}`)).status).toBe(200)
    expect((await as(stranger)("GET", `/heartbeats/${theirs}`)).data["pings"]).toBe(1)
  })

  it("get their token from a configuration file, which no plan and no export shows", async () => {
    const owner = await world.account()
    const token = "tokenOfAFile"
    const plan = (of: TestAccount, wanted: string) =>
      as(of)("POST", "/config/plan", {
        version: 1,
        project: "acme",
        heartbeats: { nightly: { name: "Nightly", token: wanted } }
      })
    const first = await plan(owner, token)
    expect(first.text).not.toContain(token)
    expect((await as(owner)("POST", "/config/apply", { planId: first.data["planId"] })).text).not.toContain(token)
    expect((await api.send("GET", `/api/push/${token}`)).status).toBe(200)
    expect((await plan(owner, token)).data).toMatchObject({ changes: 0, drift: [], refused: [] })
    expect((await plan(owner, "anotherToken")).data).toMatchObject({ changes: 0, drift: [], refused: [] })
    expect((await as(owner)("GET", "/config")).text).not.toContain("token")
    const stranger = await world.account()
    expect((await plan(stranger, token)).data["refused"]).toEqual([
      expect.objectContaining({
        path: "heartbeats.nightly",
        message: "token is already in use. Choose another one, or leave it out."
      })
    ])
  })

  it("have no HTTP status in Prometheus", async () => {
    const owner = await world.account()
    const { id, path } = await add(owner)
    await api.send("GET", path)
    await world.sql(
      "update monitor_schedule s set state = 1, last_checked_at = mon_now() from monitor m where m.id = s.monitor_id and m.public_id = $1::uuid",
      id
    )
    const { text } = await as(owner)("GET", "/prometheus")
    expect(text).toContain(`probe_success{instance="Backup",monitor="${id}",name="Backup",kind="heartbeat"} 1`)
    expect(text).not.toMatch(/probe_http_[^{\n]*\{[^\n]*heartbeat/u)
  })
})
