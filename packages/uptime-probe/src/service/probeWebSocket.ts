import { guard } from "@mon/bundled/callbacks"
import { createHash, randomBytes } from "node:crypto"
import { type Deadline, DEFAULT_TIMEOUT_MS, HEADER_BYTES, type ProbePorts } from "../probe/ProbePorts.ts"
import { field, type HttpHead, parseHead } from "../http/HttpHead.ts"
import { safe } from "../http/Http1Exchange.ts"
import type { Failure } from "../Outcome.ts"
import { matchesPattern } from "../pattern/TextPattern.ts"
import { isSecretHeader } from "../probe/RequestPlan.ts"
import { Connection, type Step } from "./Connection.ts"
import { readLine, shownText } from "./Received.ts"
import { type CheckEnd, type Dialogue, runServiceCheck } from "./runServiceCheck.ts"
import type { ServiceExpectation, ServiceOptions, ServiceResult } from "./ServiceResult.ts"
import type { ServiceTarget } from "./ServiceTarget.ts"
import { FRAME_BYTES, opcodes, readFrame, writeFrame } from "./WebSocketFrame.ts"

/** A check of a WebSocket server. */
export interface WebSocketRequest extends ServiceOptions {
  /** A ws or wss URL. */
  readonly url: string
  /** The User-Agent header. Default: the probe's User-Agent. */
  readonly userAgent?: string
  /** The additional header fields of the handshake, such as `origin` or `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The subprotocols to offer, the preferred one first. The server must choose one of them, or none. */
  readonly subprotocols?: ReadonlyArray<string>
  /** Whether the server must answer a ping. Default: false. */
  readonly ping?: boolean
  /** The text of a message that the check sends. */
  readonly send?: string
  /** A pattern. The check waits for a text message that matches it. */
  readonly receive?: string
  /** The conditions that the service must meet. */
  readonly expect?: ReadonlyArray<ServiceExpectation>
}

/** The result of a check of a WebSocket server. */
export interface WebSocketResult extends ServiceResult {
  /** The status of the answer to the handshake. Null if there was no answer. */
  readonly statusCode: number | null
  /** The subprotocol that the server chose. Null if it chose none. */
  readonly subprotocol: string | null
  /** The message that matched `receive`, without control characters and at most 200 characters long. */
  readonly received: string | null
  /** The code of the server's close frame. Null if it sent none. 1005 means that the close frame had no code. */
  readonly closeCode: number | null
}

type Found = Pick<WebSocketResult, "received" | "statusCode" | "subprotocol">

const NOTHING_FOUND: Found = { received: null, statusCode: null, subprotocol: null }

/** The text that is added to the key of the handshake (RFC 6455 section 1.3). */
const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
const NORMAL_CLOSURE = 1_000
/** The code that stands for a close frame without a code (RFC 6455 section 7.4.1). */
const NO_STATUS = 1_005
const SWITCHING = 101

const broken = (message: string): Failure => ({ outcome: "protocol_error", message })

const acceptOf = (key: string): string => createHash("sha1").update(`${key}${ACCEPT_SUFFIX}`).digest("base64")

const tokens = (value: string | null): ReadonlyArray<string> =>
  (value ?? "").split(",").map((token) => token.trim().toLowerCase())

/** Reads the head of the answer to the handshake. No interim answer comes before the status 101. */
const readHead = async (connection: Connection): Promise<Step<HttpHead>> => {
  const lines: Array<string> = []
  for (let size = 0; ;) {
    const line = await connection.read(readLine)
    if (!line.ok) return line
    size += line.value.length
    if (size > HEADER_BYTES)
      return { ok: false, failure: { outcome: "too_large", message: "The response header is too large." } }
    if (lines.length > 0 && line.value === "") break
    lines.push(line.value)
    // The rest of an answer that is not HTTP is not read, because it may never end.
    if (lines.length === 1 && !line.value.startsWith("HTTP/1.")) break
  }
  const head = parseHead(lines.join("\n"))
  return typeof head === "string" ? { ok: false, failure: broken(shownText(head)) } : { ok: true, value: head }
}

/** Returns the fault of a handshake's answer, or null if the connection is now a WebSocket (RFC 6455 section 4.1). */
const handshakeFailure = (
  { headers, statusCode }: HttpHead,
  key: string,
  subprotocols: ReadonlyArray<string>
): Failure | null => {
  if (statusCode !== SWITCHING)
    return { outcome: "http_status", message: `The server returned ${statusCode} and did not open a WebSocket.` }
  if (
    !tokens(field(headers, "upgrade")).includes("websocket") ||
    !tokens(field(headers, "connection")).includes("upgrade")
  )
    return broken("The response with status 101 does not switch to WebSocket.")
  if (field(headers, "sec-websocket-accept") !== acceptOf(key))
    return broken("The response's Sec-WebSocket-Accept header is wrong.")
  if (headers.has("sec-websocket-extensions")) return broken("The server chose an extension that was not offered.")
  const chosen = field(headers, "sec-websocket-protocol")
  return chosen === null || subprotocols.includes(chosen)
    ? null
    : broken("The server chose a subprotocol that was not offered.")
}

const requestHead = (
  url: URL,
  key: string,
  userAgent: string,
  { headers = {}, subprotocols = [] }: WebSocketRequest
) => {
  const fields = {
    host: url.host,
    "user-agent": userAgent,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
    ...(subprotocols.length === 0 ? {} : { "sec-websocket-protocol": subprotocols.join(", ") })
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${safe(value)}\r\n`)
  return Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1")
}

type Event =
  | { readonly kind: "close"; readonly code: number }
  | { readonly kind: "pong" | "text"; readonly payload: Buffer }

const sendFrame = (connection: Connection, opcode: number, payload: Uint8Array): void =>
  connection.send(writeFrame(opcode, payload, randomBytes(4)))

const closeCodeOf = (payload: Buffer): number => (payload.length < 2 ? NO_STATUS : payload.readUInt16BE(0))

/** A connection after its handshake. Control frames may arrive between the fragments of a message (RFC 6455 5.4). */
interface Socket {
  readonly connection: Connection
  /** The fragments of the message that is arriving. Null: none is. */
  arriving: { readonly isText: boolean; readonly parts: Array<Buffer>; size: number } | null
  /** The messages that arrived before the pong, at most {@link EARLY_MESSAGES}. A server may greet first. */
  readonly early: Array<Event>
}

const EARLY_MESSAGES = 16

/** Reads frames until one of the given events happens. Answers pings. */
const nextEvent = async (socket: Socket): Promise<Step<Event>> => {
  for (;;) {
    const frame = await socket.connection.read(readFrame)
    if (!frame.ok) return frame
    const { isFinal, opcode, payload } = frame.value
    if (opcode === opcodes.close) return { ok: true, value: { kind: "close", code: closeCodeOf(payload) } }
    if (opcode === opcodes.pong) return { ok: true, value: { kind: "pong", payload } }
    if (opcode === opcodes.ping) {
      sendFrame(socket.connection, opcodes.pong, payload)
      continue
    }
    if ((opcode === opcodes.continuation) !== (socket.arriving !== null))
      return { ok: false, failure: broken("The fragments of a WebSocket message are out of order.") }
    const message = (socket.arriving ??= { isText: opcode === opcodes.text, parts: [], size: 0 })
    message.parts.push(payload)
    message.size += payload.length
    if (message.size > FRAME_BYTES)
      return {
        ok: false,
        failure: { outcome: "too_large", message: `A WebSocket message is larger than ${FRAME_BYTES / 1024} KiB.` }
      }
    if (!isFinal) continue
    socket.arriving = null
    if (message.isText) return { ok: true, value: { kind: "text", payload: Buffer.concat(message.parts) } }
  }
}

const closedEarly = (code: number): Failure => broken(`The server closed the WebSocket with code ${code}.`)

const awaitPong = async (socket: Socket): Promise<Failure | null> => {
  const payload = randomBytes(8)
  sendFrame(socket.connection, opcodes.ping, payload)
  for (;;) {
    const event = await nextEvent(socket)
    if (!event.ok) return event.failure
    if (event.value.kind === "close") return closedEarly(event.value.code)
    if (event.value.kind === "text" && socket.early.length < EARLY_MESSAGES) socket.early.push(event.value)
    if (event.value.kind === "pong" && event.value.payload.equals(payload)) return null
  }
}

const awaitMessage = async (socket: Socket, pattern: string): Promise<Step<string>> => {
  for (;;) {
    const early = socket.early.shift()
    const event = early === undefined ? await nextEvent(socket) : ({ ok: true, value: early } as const)
    if (!event.ok) return event
    if (event.value.kind === "close") return { ok: false, failure: closedEarly(event.value.code) }
    if (event.value.kind !== "text") continue
    const text = event.value.payload.toString("utf8")
    const matches = await matchesPattern(pattern, text)
    if (matches === null)
      return {
        ok: false,
        failure: { outcome: "prober_fault", message: "The search for a pattern took too long and was stopped." }
      }
    if (matches) return { ok: true, value: shownText(text) }
  }
}

/** The maximum time that a server may take to answer a close frame, in milliseconds. */
const CLOSE_MS = 1_000

/**
 * Sends a close frame (RFC 6455 section 7.1.1), and returns the code in the server's close frame. Null if the server
 * only closes the connection, which is accepted too.
 */
const close = async (socket: Socket): Promise<number | null> => {
  const { connection } = socket
  const code = Buffer.alloc(2)
  code.writeUInt16BE(NORMAL_CLOSURE)
  sendFrame(connection, opcodes.close, code)
  const timer = setTimeout(
    guard(() => {})(() => connection.close()),
    CLOSE_MS
  )
  try {
    for (;;) {
      const event = await nextEvent(socket)
      if (!event.ok) return null
      if (event.value.kind === "close") return event.value.code
    }
  } finally {
    clearTimeout(timer)
  }
}

const talk = async (
  socket: Socket,
  url: URL,
  request: WebSocketRequest,
  userAgent: string,
  found: { value: Found }
): Promise<Failure | null> => {
  const { connection } = socket
  const { headers = {}, ping = false, receive, send, subprotocols = [] } = request
  if (url.protocol === "wss:") {
    const failure = await connection.secure(["http/1.1"])
    if (failure !== null) return failure
    const { certificate } = connection.facts()
    if (certificate?.valid === false && Object.keys(headers).some(isSecretHeader))
      return {
        outcome: "tls_handshake",
        message: `The certificate is not valid (${certificate.problems.join(", ")}), so the request's secrets were not sent.`
      }
  }
  const key = randomBytes(16).toString("base64")
  connection.send(requestHead(url, key, userAgent, request))
  const head = await readHead(connection)
  if (!head.ok) return head.failure
  found.value = { ...found.value, statusCode: head.value.statusCode }
  const refused = handshakeFailure(head.value, key, subprotocols)
  if (refused !== null) return refused
  found.value = { ...found.value, subprotocol: field(head.value.headers, "sec-websocket-protocol") }
  if (ping) {
    const failure = await awaitPong(socket)
    if (failure !== null) return failure
  }
  if (send !== undefined) sendFrame(connection, opcodes.text, Buffer.from(send))
  if (receive !== undefined) {
    const message = await awaitMessage(socket, receive)
    if (!message.ok) return message.failure
    found.value = { ...found.value, received: message.value }
  }
  return null
}

const targetOf = (url: URL): ServiceTarget => ({
  hostname: url.hostname.replace(/^\[(.*)\]$/u, "$1").replace(/\.$/u, ""),
  port: url.port === "" ? (url.protocol === "wss:" ? 443 : 80) : Number(url.port)
})

/** Rejects only with the signal's reason. The request must be valid. */
export const probeWebSocket = (
  ports: ProbePorts,
  request: WebSocketRequest,
  end: CheckEnd
): Promise<WebSocketResult> => {
  const { expect = [], family, timeoutMs = DEFAULT_TIMEOUT_MS, userAgent = ports.userAgent } = request
  const url = new URL(request.url)
  url.username = ""
  url.password = ""
  url.hash = ""
  const run = async (deadline: Deadline): Promise<Dialogue<Found & Pick<WebSocketResult, "closeCode">>> => {
    const connection = new Connection(ports, { target: targetOf(url), family, timeoutMs }, deadline)
    const socket: Socket = { connection, arriving: null, early: [] }
    const found = { value: NOTHING_FOUND }
    try {
      const failure = (await connection.open()) ?? (await talk(socket, url, request, userAgent, found))
      const facts = connection.facts()
      const closeCode = failure === null ? await close(socket) : null
      return { failure, facts, extra: { ...found.value, closeCode } }
    } finally {
      connection.close()
    }
  }
  return runServiceCheck(ports, { url: url.href, timeoutMs, expect }, end, { ...NOTHING_FOUND, closeCode: null }, run)
}
