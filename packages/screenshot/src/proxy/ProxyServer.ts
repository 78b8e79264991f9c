import { guard } from "@mon/bundled/callbacks"
import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { forwardRequest } from "./forwardRequest.ts"
import { proxyLimits } from "./ProxyLimits.ts"
import type { ProxyNetwork } from "./proxyFilter.ts"
import { openProxySession, type ProxySession } from "./ProxySession.ts"
import { parseAbsolute, parseAuthority } from "./parseProxyRequest.ts"
import { tunnel } from "./tunnel.ts"

/** An HTTP proxy on loopback. It serves only clients that send the credentials of a session. */
export interface FilteringProxy {
  readonly port: number
  /** Opens a session for a page's host. Call `end` of the session to close it. */
  readonly open: (pageHost?: string) => ProxySession
  readonly close: () => Promise<void>
}

const LOOPBACK = "127.0.0.1"
const CHALLENGE = { "Proxy-Authenticate": 'Basic realm="screenshots"' }
const RAW_CHALLENGE =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="screenshots"\r\nContent-Length: 0\r\n\r\n'
/** The maximum number of simultaneous connections of the browser, for all pages together. */
const MAX_CONNECTIONS = 512
const HEADERS_MS = 10_000

const equal = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const refuse = (_: unknown, browser: Duplex): void => guard(() => {})(() => browser.destroy())()

const credentialsOf = (header: string | undefined): { readonly username: string; readonly password: string } | null => {
  const encoded = /^basic ([a-z0-9+/=]{1,256})$/iu.exec(header ?? "")?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, "base64").toString("utf8")
  const colon = text.indexOf(":")
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

export const startFilteringProxy = async (ports: ProxyNetwork): Promise<FilteringProxy> => {
  const sessions = new Map<string, ProxySession>()
  const open: Set<Duplex> = new Set()

  const sessionOf = (request: IncomingMessage): ProxySession | null => {
    const given = credentialsOf(request.headers["proxy-authorization"])
    const session = given === null ? undefined : sessions.get(given.username)
    return given !== null && session !== undefined && equal(session.password, given.password) ? session : null
  }

  // Importing node:http would read all its exports, one of which loads a WebSocket client for 35 ms.
  const { createServer } = process.getBuiltinModule("node:http")
  const server = createServer({ maxHeaderSize: proxyLimits.headBytes, headersTimeout: HEADERS_MS, requestTimeout: 0 })
  server.maxConnections = MAX_CONNECTIONS
  const onConnection = (socket: Socket): void => {
    const safely = guard(() => socket.destroy())
    const add = safely(() => {
      open.add(socket)
      socket.on("error", () => undefined)
      socket.once(
        "close",
        safely(() => open.delete(socket))
      )
    })
    add()
  }

  const onRequest = (asked: IncomingMessage, reply: ServerResponse): void => {
    const session = sessionOf(asked)
    if (session === null) {
      reply.writeHead(407, CHALLENGE).end()
      return
    }
    const target = parseAbsolute(asked.url ?? "")
    if (target === null || !session.admit()) {
      reply.writeHead(400).end()
      return
    }
    session.track(asked.socket)
    forwardRequest(session, target, asked, reply).catch(() => asked.socket.destroy())
  }

  const onConnect = (asked: IncomingMessage, browser: Duplex, head: Buffer): void => {
    browser.on("error", () => undefined)
    const session = sessionOf(asked)
    if (session === null) {
      browser.end(RAW_CHALLENGE)
      return
    }
    const target = parseAuthority(asked.url ?? "")
    if (target === null || !session.admit()) {
      browser.destroy()
      return
    }
    session.track(browser)
    tunnel(session, target, browser, head).catch(() => browser.destroy())
  }
  server.on("connection", onConnection)
  server.on("clientError", refuse)
  server.on("request", (asked, reply) => guard(() => asked.socket.destroy())(onRequest)(asked, reply))
  server.on("connect", (asked, browser, head) => guard(() => browser.destroy())(onConnect)(asked, browser, head))
  // Upgrades are refused, because browsers open WebSockets through a proxy with CONNECT.
  server.on("upgrade", refuse)

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, LOOPBACK, resolve)
  })
  server.unref()
  const address = server.address()

  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    open: (pageHost) => {
      const session = openProxySession(ports, pageHost)
      sessions.set(session.username, session)
      return {
        ...session,
        end: () => {
          sessions.delete(session.username)
          session.end()
        }
      }
    },
    close: async () => {
      for (const session of sessions.values()) session.end()
      sessions.clear()
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}
