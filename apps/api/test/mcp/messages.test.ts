import { describe, expect, it } from "vitest"
import { tools } from "../../src/mcp/agentTools.ts"
import { type TransportHeaders, refuseByHeaders } from "../../src/mcp/httpRules.ts"
import { replyTo } from "../../src/mcp/protocol.ts"

const none: TransportHeaders = {
  accept: null,
  contentType: "application/json",
  origin: null,
  protocolVersion: null,
  mcpMethod: null,
  mcpName: null
}
const facts = { name: "Mon", version: "1.0.0", tools }

const META = "io.modelcontextprotocol/"
const modernMeta = { [`${META}protocolVersion`]: "2026-07-28", [`${META}clientCapabilities`]: {} }

const modern = (method: string, params: object = {}, headers: Partial<TransportHeaders> = {}) =>
  replyTo(
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: modernMeta } },
    { ...none, protocolVersion: "2026-07-28", mcpMethod: method, ...headers },
    facts
  )
const legacy = (method: string, params: object = {}, protocolVersion: string | null = "2025-11-25") =>
  replyTo({ jsonrpc: "2.0", id: 1, method, params }, { ...none, protocolVersion }, facts)

const withMeta = (_meta: object) => ({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } })

const failure = (status: number, code: number) => ({ kind: "answer", status, body: { error: { code } } })

describe("a message of revision 2026-07-28", () => {
  it("gets the facts of the server without a handshake", () => {
    expect(modern("server/discover")).toMatchObject({
      status: 200,
      body: {
        id: 1,
        result: {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {} },
          ttlMs: 3_600_000,
          cacheScope: "public",
          _meta: { [`${META}serverInfo`]: { name: "Mon" } }
        }
      }
    })
  })

  it("gets the tools in a fixed order, for its key only", () => {
    expect(modern("tools/list")).toMatchObject({ body: { result: { ttlMs: 300_000, cacheScope: "private" } } })
    expect(modern("tools/list")).toEqual(modern("tools/list"))
  })

  it("must have headers that match its body", () => {
    const call = { name: "list_channels", arguments: {} }
    expect(modern("tools/call", call, { mcpName: "list_channels" })).toMatchObject({ kind: "call" })
    expect(modern("tools/call", call, { mcpName: "=?base64?bGlzdF9jaGFubmVscw==?=" })).toMatchObject({ kind: "call" })
    for (const headers of [
      { mcpName: null },
      { mcpName: "list_monitors" },
      { mcpName: "=?base64?____?=" },
      { mcpMethod: null, mcpName: "list_channels" },
      { mcpMethod: "tools/list", mcpName: "list_channels" },
      { protocolVersion: null, mcpName: "list_channels" },
      { protocolVersion: "2025-11-25", mcpName: "list_channels" }
    ]) {
      expect(modern("tools/call", call, headers)).toMatchObject(failure(400, -32_020))
    }
  })

  it("must state its revision and the capabilities of the client", () => {
    const headers = { ...none, protocolVersion: "2026-07-28", mcpMethod: "tools/list" }
    expect(replyTo(withMeta({}), headers, facts)).toMatchObject(failure(400, -32_602))
    const withoutCapabilities = { [`${META}protocolVersion`]: "2026-07-28" }
    expect(replyTo(withMeta(withoutCapabilities), headers, facts)).toMatchObject(failure(400, -32_602))
  })

  it("is refused with the supported revisions if its own is unknown", () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: { _meta: { ...modernMeta, [`${META}protocolVersion`]: "1900-01-01" } }
    }
    const headers = { ...none, protocolVersion: "1900-01-01", mcpMethod: "tools/list" }
    expect(replyTo(message, headers, facts)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: -32_022,
          data: { supported: ["2026-07-28", "2025-11-25", "2025-06-18"], requested: "1900-01-01" }
        }
      }
    })
  })

  it.each(["initialize", "ping", "resources/list", "subscriptions/listen"])("finds no method %s", (method) => {
    expect(modern(method)).toMatchObject(failure(404, -32_601))
  })
})

describe("a message of an earlier revision", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2024-11-05", "2025-11-25"],
    [undefined, "2025-11-25"]
  ])("that initializes with %s gets %s", (asked, answered) => {
    expect(legacy("initialize", { protocolVersion: asked }, null)).toMatchObject({
      status: 200,
      body: { result: { protocolVersion: answered, capabilities: { tools: {} }, serverInfo: { name: "Mon" } } }
    })
  })

  it("can ping, list tools and call them, with and without the header of its revision", () => {
    expect(legacy("ping")).toMatchObject({ status: 200, body: { id: 1, result: {} } })
    for (const header of ["2025-11-25", "2025-06-18", "2025-03-26", null]) {
      expect(legacy("tools/list", {}, header)).toMatchObject({ status: 200, body: { result: { tools: {} } } })
    }
    expect(legacy("tools/call", { name: "list_channels" })).toMatchObject({ kind: "call", arguments: {} })
  })

  it("gets errors as answers", () => {
    expect(legacy("resources/list")).toMatchObject(failure(200, -32_601))
    expect(legacy("tools/call", { name: "unknown" })).toMatchObject(failure(200, -32_602))
    expect(legacy("tools/list", { cursor: "2" })).toMatchObject(failure(200, -32_602))
    expect(legacy("tools/list", {}, "1900-01-01")).toMatchObject(failure(400, -32_022))
  })

  it("is accepted without an answer if it is a notification", () => {
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" }
    expect(replyTo(notification, { ...none, protocolVersion: "2025-11-25" }, facts)).toEqual({ kind: "accepted" })
    expect(replyTo(notification, { ...none, protocolVersion: "x" }, facts)).toMatchObject(failure(400, -32_022))
  })

  it("cancels the request that a notification names, and nothing if it names none", () => {
    const cancelled = (requestId: unknown) =>
      replyTo({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }, none, facts)
    expect(cancelled(7)).toEqual({ kind: "cancel", id: 7 })
    expect(cancelled("a")).toEqual({ kind: "cancel", id: "a" })
    for (const id of [undefined, null, 1.5, {}, "x".repeat(200)]) expect(cancelled(id)).toEqual({ kind: "accepted" })
  })
})

it.each([
  [[{ jsonrpc: "2.0", id: 1, method: "ping" }]],
  [{ id: 1, method: "ping" }],
  [{ jsonrpc: "2.0", id: 1, result: {} }],
  [{ jsonrpc: "2.0", id: null, method: "ping" }],
  [{ jsonrpc: "2.0", id: "x".repeat(200), method: "ping" }],
  [{ jsonrpc: "2.0", id: 1.5, method: "ping" }],
  [{ jsonrpc: "2.0", id: 1, method: "ping", params: [] }],
  [null]
])("refuses %j", (body) => {
  expect(replyTo(body, none, facts)).toMatchObject(failure(400, -32_600))
})

describe("the headers of a request", () => {
  const own = "https://mon.example.com"
  it.each([
    ["GET", {}, 405],
    ["DELETE", {}, 405],
    ["OPTIONS", {}, 405],
    ["POST", { contentType: "text/plain" }, 415],
    ["POST", { contentType: null }, 415],
    ["POST", { accept: "text/html" }, 406],
    ["POST", { origin: "https://evil.example" }, 403],
    ["POST", { origin: "null" }, 403],
    ["POST", { origin: "http://mon.example.com" }, 403],
    ["POST", { origin: "https://mon.example.com.evil.example" }, 403],
    ["GET", { origin: "https://evil.example" }, 403]
  ])("are refused for %s with %j", (method, headers, status) => {
    expect(refuseByHeaders(method, { ...none, ...headers }, own)).toMatchObject({ status })
  })

  it.each([
    {},
    { accept: "application/json, text/event-stream" },
    { accept: "*/*" },
    { contentType: "application/json; charset=utf-8" },
    { origin: "https://mon.example.com" }
  ])("are accepted for POST with %j", (headers) => {
    expect(refuseByHeaders("POST", { ...none, ...headers }, own)).toBeNull()
  })
})
