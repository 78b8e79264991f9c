import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"
import { serveStdio } from "../src/service/serveStdio.ts"

interface Seen {
  readonly headers: Readonly<Record<string, unknown>>
  readonly message: { readonly id?: unknown; readonly method: string }
}

type Answer = (seen: Seen) => { readonly status: number; readonly body: unknown } | null

/**
 * Starts a service that answers each message with a function. If the function returns null, the service never responds.
 */
const startService = async (answer: Answer) => {
  const seen: Array<Seen> = []
  const closed: Array<unknown> = []
  const waiting: Array<() => void> = []
  const server = createServer(async (request, response) => {
    const one = { headers: request.headers, message: JSON.parse(await text(request)) }
    seen.push(one)
    for (const resolve of waiting.splice(0)) resolve()
    response.on("close", () => {
      if (!response.writableEnded) closed.push(one.message.id)
      for (const resolve of waiting.splice(0)) resolve()
    })
    const found = answer(one)
    if (found !== null) response.writeHead(found.status).end(found.body === null ? "" : JSON.stringify(found.body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { baseUrl: `http://127.0.0.1:${port}`, seen, closed, until, close }
}

const startBridge = (baseUrl: string, graceMs = 5_000) => {
  const input = new PassThrough()
  const lines: Array<unknown> = []
  const write = (line: string) => {
    expect(line).not.toContain("\n")
    lines.push(JSON.parse(line))
  }
  const ended = serveStdio({ input, write, baseUrl, apiKey: "the-key", graceMs })
  const send = (message: unknown) => input.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`)
  return { input, lines, ended, send }
}

const echo: Answer = ({ message }) =>
  message.id === undefined
    ? { status: 202, body: null }
    : { status: 200, body: { jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2025-11-25" } } }

it("sends each line with the key, and the negotiated revision after initialize", async () => {
  const service = await startService(echo)
  const { ended, input, lines, send } = startBridge(service.baseUrl)
  send({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } })
  await service.until(() => service.seen.length === 1)
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve))
  send({ jsonrpc: "2.0", method: "notifications/initialized" })
  send({ jsonrpc: "2.0", id: "a\u2028b", method: "tools/call", params: { name: "näme" } })
  input.end()
  await ended
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ id: "a\u2028b" })
  const [first, , third] = service.seen
  expect(first?.headers).toMatchObject({ authorization: "Bearer the-key", "mcp-method": "initialize" })
  expect(first?.headers["mcp-protocol-version"]).toBeUndefined()
  const last = service.seen.find(({ message }) => message.method === "tools/call")
  expect(last?.headers).toMatchObject({ "mcp-protocol-version": "2025-11-25", "mcp-name": "=?base64?bsOkbWU=?=" })
  expect(third).toBeDefined()
  await service.close()
})

it("takes the revision of a request from its _meta", async () => {
  const service = await startService(echo)
  const { ended, input, send } = startBridge(service.baseUrl)
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" }
  send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } })
  input.end()
  await ended
  expect(service.seen[0]?.headers["mcp-protocol-version"]).toBe("2026-07-28")
  await service.close()
})

it("ends the request of a cancelled call and does not answer it", async () => {
  const service = await startService((seen) => (seen.message.id === 1 ? null : echo(seen)))
  const { ended, input, lines, send } = startBridge(service.baseUrl)
  send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_channels" } })
  await service.until(() => service.seen.length === 1)
  send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })
  await service.until(() => service.closed.includes(1))
  input.end()
  await ended
  expect(lines).toEqual([])
  await service.close()
})

it("ends with its input, even if the service does not answer", async () => {
  const service = await startService(() => null)
  const { ended, input, lines, send } = startBridge(service.baseUrl, 0)
  send({ jsonrpc: "2.0", id: 1, method: "ping" })
  await service.until(() => service.seen.length === 1)
  input.end()
  await ended
  expect(lines).toEqual([])
  await service.close()
})

it("explains why a request has no answer", async () => {
  const service = await startService(({ message }) => ({
    status: 401,
    body: message.id === 1 ? { error: { message: "Missing or invalid API key." } } : "no JSON-RPC"
  }))
  const { ended, input, lines, send } = startBridge(service.baseUrl)
  send({ jsonrpc: "2.0", id: 1, method: "ping" })
  send({ jsonrpc: "2.0", id: 2, method: "ping" })
  input.end()
  await ended
  expect(lines).toHaveLength(2)
  expect(lines).toEqual(
    expect.arrayContaining([
      { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "Missing or invalid API key." } },
      { jsonrpc: "2.0", id: 2, error: { code: -32_603, message: "The service returned 401." } }
    ])
  )
  await service.close()
})

it("reports a service that cannot be reached, and lines that are no messages", async () => {
  const service = await startService(echo)
  await service.close()
  const { ended, input, lines, send } = startBridge(service.baseUrl)
  send("not JSON")
  send("")
  send(`"${"x".repeat(2 ** 20)}"`)
  send({ jsonrpc: "2.0", id: 3, method: "ping" })
  input.end()
  await ended
  expect(lines).toMatchObject([
    { error: { code: -32_700 } },
    { error: { code: -32_600, message: "The line is longer than 1 MiB." } },
    { id: 3, error: { message: "The service cannot be reached." } }
  ])
})
