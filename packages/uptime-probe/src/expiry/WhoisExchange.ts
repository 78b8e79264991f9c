import { guard } from "@mon/bundled/callbacks"
import { isUtf8 } from "node:buffer"
import type { Socket } from "node:net"
import { type AddressPolicy, dial, type DialResult, type ResolveAddresses } from "@mon/public-net"
import { startDeadline } from "../probe/ProbePorts.ts"

export interface WhoisServer {
  readonly host: string
  readonly port: number
}

export const rateLimitKey = ({ host, port }: WhoisServer): string => `${host}:${port}`

type WhoisReply = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

/**
 * Sends one line and reads until the server closes the connection (RFC 3912 section 2). Rejects only with the signal's
 * reason.
 */
export type QueryWhois = (server: WhoisServer, line: string, signal: AbortSignal) => Promise<WhoisReply>

/** The port that is assigned to WHOIS (RFC 3912 section 2). */
export const WHOIS_PORT = 43

/** The maximum size of an answer. The longest known answers are below 16 KiB. */
const MAX_BYTES = 256 * 1024

const decode = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString("utf8") : bytes.toString("latin1"))

/** Removes an incomplete last line with digits, because a truncated date could be read as a different date. */
const withoutCutLine = (text: string): string => text.replace(/[^\r\n]*\d[^\r\n]*$/, "")

const exchangeLine = (socket: Socket, line: string, signal: AbortSignal): Promise<WhoisReply> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = []
    let size = 0
    const safely = guard((error) => {
      reject(error)
      signal.removeEventListener("abort", onAbort)
      socket.destroy()
    })
    const settle = (reply: WhoisReply) => {
      signal.removeEventListener("abort", onAbort)
      socket.destroy()
      resolve(reply)
    }
    const onAbort = safely(() => settle({ ok: false, message: "The server did not respond in time." }))
    const onData = safely((bytes: Buffer) => {
      size += bytes.length
      if (size > MAX_BYTES) settle({ ok: false, message: "The server's response is too long." })
      else chunks.push(bytes)
    })
    const onEnd = safely(() => settle({ ok: true, text: withoutCutLine(decode(Buffer.concat(chunks))) }))
    const onClose = safely(() => settle({ ok: false, message: "The server closed the connection too early." }))
    socket.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose)
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) onAbort()
    else socket.write(`${line}\r\n`)
  })

/**
 * Returns an error message that contains the address. This is safe, because only the operator of the program reads the
 * message, and users cannot choose WHOIS servers.
 */
const explained = ({ blocked, message }: Extract<DialResult, { ok: false }>): string =>
  blocked === undefined ? message : `${message} (${blocked.address})`

/** Makes a function that queries servers through the dialler, which enforces the address policy. */
export const makeQueryWhois =
  (policy: AddressPolicy, resolve: ResolveAddresses, timeoutMs: number): QueryWhois =>
  async ({ host, port }, line, signal) => {
    const deadline = startDeadline(timeoutMs, signal)
    try {
      const dialled = await dial({ hostname: host, port, policy, resolve, signal: deadline.signal })
      const reply: WhoisReply = dialled.ok
        ? await exchangeLine(dialled.socket, line, deadline.signal)
        : { ok: false, message: explained(dialled) }
      signal.throwIfAborted()
      return reply
    } finally {
      deadline.end()
    }
  }
