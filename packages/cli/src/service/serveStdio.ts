import { idOf, isJsonObject, type JsonObject, readMessage, rpcCodes, rpcError, type RpcId } from "@mon/bundled/json-rpc"

export interface StdioBridge {
  /** The bytes that the client writes, with one message per line. */
  readonly input: AsyncIterable<Uint8Array>
  /** Sends a line, without its line feed, to the client. */
  readonly write: (line: string) => void
  /** The URL of the service, without `/mcp`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch?: typeof globalThis.fetch
  /** The longest time that calls may continue after the end of the input, in milliseconds. Default: 5,000. */
  readonly graceMs?: number
}

const META_VERSION = "io.modelcontextprotocol/protocolVersion"
/** The longest accepted line, in characters. The service accepts 1 MiB. */
const LINE_LENGTH = 2 ** 20

/** Splits a stream into lines. Only a line feed ends a line, because JSON texts may contain other separators. */
const linesOf = async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<string | null> {
  const decoder = new TextDecoder()
  let rest = ""
  let isTooLong = false
  for await (const chunk of input) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n")
    rest = parts.pop() ?? ""
    for (const part of parts) {
      yield isTooLong || part.length > LINE_LENGTH ? null : part
      isTooLong = false
    }
    if (rest.length > LINE_LENGTH) {
      rest = ""
      isTooLong = true
    }
  }
  if (rest !== "") yield isTooLong ? null : rest
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PRINTABLE = /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/u

/** Formats a value for a header, encoded if it is not plain (MCP 2026-07-28, streamable HTTP, value encoding). */
const asHeader = (value: string): string => {
  if (PRINTABLE.test(value) && !value.startsWith("=?base64?")) return value
  const bytes = new TextEncoder().encode(value)
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""))}?=`
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)

const versionOf = (params: JsonObject): string | null => {
  const meta = params["_meta"]
  return isJsonObject(meta) ? textOrNull(meta[META_VERSION]) : null
}

const headersOf = (method: string, params: JsonObject, version: string | null, apiKey: string) => ({
  Accept: "application/json, text/event-stream",
  Authorization: `Bearer ${apiKey}`,
  "Content-Type": "application/json",
  "Mcp-Method": asHeader(method),
  ...(typeof params["name"] === "string" ? { "Mcp-Name": asHeader(params["name"]) } : {}),
  ...(version === null ? {} : { "MCP-Protocol-Version": asHeader(version) })
})

const explain = (status: number, body: unknown): string => {
  const { error, message } = isJsonObject(body) ? body : {}
  const said = isJsonObject(error) ? error["message"] : message
  return typeof said === "string" ? said : `The service returned ${status}.`
}

/**
 * Connects a client on standard input and output to the MCP server of a service: each line becomes a request to `/mcp`,
 * and each response a line. The bridge defines no tools itself, so it always matches the service. Resolves at the end
 * of the input, after the calls in progress have ended.
 *
 * @example
 * ```ts
 * await serveStdio({ input: process.stdin, write: (line) => process.stdout.write(`${line}\n`), baseUrl, apiKey })
 * ```
 */
export const serveStdio = async ({
  apiKey,
  baseUrl,
  fetch = globalThis.fetch,
  graceMs = 5_000,
  input,
  write
}: StdioBridge): Promise<void> => {
  const url = `${baseUrl.replace(/\/+$/u, "")}/mcp`
  const calls = new Map<RpcId, AbortController>()
  const running = new Set<Promise<void>>()
  let negotiated: string | null = null
  const send = (message: JsonObject): void => write(JSON.stringify(message))

  const post = async (text: string, id: RpcId | null, method: string, params: JsonObject): Promise<void> => {
    const controller = new AbortController()
    if (id !== null) calls.set(id, controller)
    const version = versionOf(params) ?? (method === "initialize" ? null : negotiated)
    try {
      const headers = headersOf(method, params, version, apiKey)
      const response = await fetch(url, {
        method: "POST",
        headers,
        body: text,
        redirect: "error",
        signal: controller.signal
      })
      const body = parsed(await response.text())
      if (id === null || controller.signal.aborted) return
      if (!isJsonObject(body) || body["id"] !== id) {
        return send(rpcError(id, rpcCodes.internalError, explain(response.status, body)))
      }
      const { result } = body
      if (method === "initialize" && isJsonObject(result)) negotiated = textOrNull(result["protocolVersion"])
      send(body)
    } catch {
      if (id === null || controller.signal.aborted) return
      send(rpcError(id, rpcCodes.internalError, "The service cannot be reached."))
    } finally {
      if (id !== null && calls.get(id) === controller) calls.delete(id)
    }
  }

  const receive = (line: string): void => {
    const value = parsed(line)
    if (value === undefined) return send(rpcError(null, rpcCodes.parseError, "The line is not JSON."))
    const message = readMessage(value)
    if (message.kind === "invalid") return send(rpcError(message.id, rpcCodes.invalidRequest, message.reason))
    if (message.kind === "notification" && message.method === "notifications/cancelled") {
      const cancelled = idOf(message.params["requestId"])
      return cancelled === null ? undefined : calls.get(cancelled)?.abort()
    }
    const id = message.kind === "request" ? message.id : null
    const call = post(line, id, message.method, message.params).finally(() => running.delete(call))
    running.add(call)
  }

  for await (const line of linesOf(input)) {
    if (line === null) send(rpcError(null, rpcCodes.invalidRequest, "The line is longer than 1 MiB."))
    else if (line.trim() !== "") receive(line)
  }
  const timer = setTimeout(() => {
    for (const controller of calls.values()) controller.abort()
  }, graceMs)
  await Promise.all(running)
  clearTimeout(timer)
}
