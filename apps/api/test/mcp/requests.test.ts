// The requirements of the transport and of the JSON API's limits for /mcp.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Tracer } from "effect"
import { planTable } from "@mon/model"
import { signUp } from "../pages/Visitor.ts"
import type { ApiResponse, RequestOptions } from "../ApiConnection.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { answerOf, connectClient } from "./McpConnection.ts"

const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" }
const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params })

const remaining = ({ headers }: ApiResponse) => Number(headers["x-ratelimit-remaining"])

describe("a request to /mcp", () => {
  let world: World
  let api: TestApi
  let account: TestAccount
  const spans: Array<Tracer.Span> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ spans })
    account = await world.account("agency")
    await addDomain(api, account, { name: "Shop" })
  })
  afterAll(() => world.close())

  const post = (body: unknown, { headers, ...options }: RequestOptions = {}) =>
    api.send("POST", "/mcp", { key: account.key, body, ...options, headers: { ...json, ...headers } })
  const call = (name: string, args: object = {}, key = account.key) =>
    post(message("tools/call", { name, arguments: args }), { key })

  it.each(["GET", "HEAD", "DELETE", "PUT", "OPTIONS"])("is refused for the method %s", async (method) => {
    const response = await api.send(method, "/mcp", { key: account.key, headers: json })
    expect(response.status).toBe(405)
    expect(response.headers["allow"]).toBe("POST")
  })

  it("is refused from another website, and gets no CORS header", async () => {
    for (const origin of ["https://evil.example", "null", `http://localhost:${api.port}`]) {
      const response = await post(message("tools/list"), { headers: { Origin: origin } })
      expect(response.status).toBe(403)
      expect(response.headers["access-control-allow-origin"]).toBeUndefined()
    }
    expect((await post(message("tools/list"), { headers: { Origin: api.origin } })).status).toBe(200)
  })

  it("is refused to a rebound host name, whose Origin is that of the attacker", async () => {
    const host = `evil.example:${api.port}`
    const response = await post(message("tools/list"), { headers: { Host: host, Origin: `http://${host}` } })
    expect(response.status).toBe(403)
  })

  it("needs JSON in both directions", async () => {
    expect((await post(message("ping"), { headers: { "Content-Type": "text/plain" } })).status).toBe(415)
    expect((await post(message("ping"), { headers: { Accept: "text/html" } })).status).toBe(406)
    expect((await post("{", {})).body).toMatchObject({ error: { code: -32_700 } })
    expect((await post([message("ping")])).status).toBe(400)
    expect((await post("x".repeat(2 ** 20 + 1))).status).toBe(413)
  })

  it("needs a key, and a cookie does not count", async () => {
    const person = await signUp(world, api, "agent@example.com")
    const page = await person.get("/api/v1/account")
    expect(page.status).toBe(200)
    const headers = {
      ...json,
      Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "Sec-Fetch-Site": "same-origin"
    }
    const response = await api.send("POST", "/mcp", { body: message("tools/list"), headers })
    expect(response.status).toBe(401)
    expect(response.headers["www-authenticate"]).toBe('Bearer realm="Mon"')
    expect(response.body).toMatchObject({ jsonrpc: "2.0", error: { message: "Missing or invalid API key." } })
    expect((await post(message("ping"), { key: "wrong" })).status).toBe(401)
    const bearer = { ...json, Authorization: `Bearer ${account.key}` }
    expect((await api.send("POST", "/mcp", { body: message("ping"), headers: bearer })).status).toBe(200)
  })

  it("gets no answer to a notification", async () => {
    const response = await post({ jsonrpc: "2.0", method: "notifications/initialized" })
    expect(response).toMatchObject({ status: 202, text: "" })
  })

  it("needs no session, so that another process answers the next message", async () => {
    const other = await world.startApi()
    const first = await post(message("initialize", { protocolVersion: "2025-11-25" }))
    expect(first.headers["mcp-session-id"]).toBeUndefined()
    const headers = { ...json, "Mcp-Session-Id": "of-another-process", "MCP-Protocol-Version": "2025-11-25" }
    const list = message("tools/call", { name: "list_monitors", arguments: {} })
    expect((await other.send("POST", "/mcp", { key: account.key, body: list, headers })).status).toBe(200)
  })

  it("is one request of the key for each call", async () => {
    const first = await call("account_overview")
    const second = await call("list_monitors")
    expect(remaining(first) - remaining(second)).toBe(1)
  })

  it("passes through the seam of changes with its tool and its key", async () => {
    spans.length = 0
    await call("check_disposable_email", { email: "ada@mailinator.com" })
    const [span] = spans.filter(({ name }) => name === "POST /mcp")
    expect(Object.fromEntries(span?.attributes ?? [])).toMatchObject({
      "mcp.tool": "check_disposable_email",
      actor: "key",
      membership: account.membershipId,
      account: account.id
    })
  })

  it("counts in the metrics of HTTP requests", async () => {
    await call("list_channels")
    const { text } = await api.send("GET", "/metrics")
    expect(text).toMatch(/mon_http_requests_total\{[^}]*route="\/mcp"[^}]*\} [1-9]/u)
  })

  it("gets only tools that a read key may use", async () => {
    const readKey = await world.keyFor(account.membershipId, { scope: "read" })
    const client = await connectClient(api, readKey)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(10)
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    for (const { name } of tools) {
      const { isError } = await client.callTool({ name, arguments: {} })
      expect(typeof isError).toBe("boolean")
    }
    await client.close()
  })

  it("shows a member only what the member may see", async () => {
    const member = await world.member(account, [])
    const { body } = await call("list_monitors", {}, member.key)
    const { result } = body as { readonly result: { readonly content: unknown } }
    expect(answerOf(result)).toEqual({ found: 0, monitors: [], next: null })
    const channels = await call("list_channels", {}, member.key)
    expect(channels.body).toMatchObject({ result: { isError: true } })
  })

  it("says who is on call, and who would get the alerts about a monitor", async () => {
    const owner = await world.account("agency")
    const send = (path: string, body: object) => api.send("POST", `/api/v1${path}`, { key: owner.key, body })
    const handOff = { every: 1, unit: "weeks", start: "2026-01-05T09:00" }
    const layers = [{ groups: [[owner.email]], handOff }]
    const schedule = (await send("/on-call/schedules", { name: "Operations", timezone: "UTC", layers })).data.id
    const steps = [{ afterMinutes: 0, targets: [{ schedule, who: "now" }] }]
    await send("/routes", { name: "Night", steps })
    const { id } = await addDomain(api, owner)
    const now = await call("who_is_on_call", {}, owner.key)
    const person = { membershipId: owner.membershipId, isMember: true }
    const { result } = now.body as { readonly result: { readonly content: unknown } }
    expect(answerOf(result)).toMatchObject({ schedules: [{ scheduleId: schedule, people: [person] }] })
    const alerted = await call("who_would_be_alerted", { monitorId: id }, owner.key)
    expect(alerted.text).toContain(owner.email)
    const member = await world.member(owner, [])
    expect((await call("who_is_on_call", {}, member.key)).body).toMatchObject({ result: { isError: false } })
    expect((await call("who_would_be_alerted", { monitorId: id }, member.key)).body).toMatchObject({
      result: { isError: true }
    })
  })

  it("shows nothing of another account", async () => {
    const stranger = await world.account()
    const { id } = await addDomain(api, account)
    const { body } = await call("show_monitor", { kind: "domain", id }, stranger.key)
    expect(body).toMatchObject({ result: { isError: true, content: [{ text: "Domain not found." }] } })
  })

  it("does not exist elsewhere", async () => {
    for (const path of ["/mcp/", "/mcp/sse", "/api/v1/mcp"]) {
      expect((await api.send("POST", path, { key: account.key, body: message("ping"), headers: json })).status).toBe(
        404
      )
    }
  })
})

describe("the limits of the plan", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld(planTable)
    api = await world.startApi()
    world.clock.advance(60_000 - (world.clock.now() % 60_000))
  })
  afterAll(() => world.close())

  it("end the calls of a key in its window, with the time to wait", async () => {
    const { key } = await world.account("free")
    const { requestsPerMinute } = planTable.free
    const send = () => api.send("POST", "/mcp", { key, body: message("ping"), headers: json })
    for (let used = 1; used <= requestsPerMinute; used += 1) expect((await send()).status).toBe(200)
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect(refused.body).toMatchObject({ jsonrpc: "2.0", error: { message: expect.stringMatching(/seconds/u) } })
    expect((await api.send("GET", "/api/v1/account", { key })).status).toBe(429)
  })
})
