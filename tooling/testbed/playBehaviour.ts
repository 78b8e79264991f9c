import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type Behaviour, isEarly, type Redirect, type Reply, type SiteRequest, type Stage } from "./Behaviour.ts"

/** One HTTP exchange: the response, the TCP socket, and timers that end with the site. */
export interface Exchange {
  readonly request: SiteRequest
  readonly response: ServerResponse
  /** The socket with the HTTP data, which is inside TLS for HTTPS. */
  readonly stream: Socket
  readonly resetConnection: () => void
  readonly later: (milliseconds: number, run: () => void) => void
  readonly every: (milliseconds: number, run: () => void) => void
}

const HALF = "<p>half of the"

/** Advances an exchange to a stage. */
const reach = (exchange: Exchange, stage: Stage | true, then: () => void): void => {
  if (stage === "in-headers") {
    exchange.stream.write("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-half: ", then)
  } else if (stage === "in-body") {
    exchange.response.writeHead(200, { "content-type": "text/html", "content-length": 1000 })
    exchange.response.write(HALF, () => then())
  } else {
    then()
  }
}

const pump = (stream: Socket, bytes: string): void => {
  const more = () => {
    let room = true
    while (room && !stream.destroyed) room = stream.write(bytes)
  }
  stream.on("drain", more)
  more()
}

const ENDLESS = {
  body: { head: "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n", more: "<p>and on and on</p>\n".repeat(800) },
  headers: { head: "HTTP/1.1 200 OK\r\n", more: `x-more: ${"and on and on ".repeat(70)}\r\n` },
  interim: { head: "", more: "HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n".repeat(16) }
}

const DRIP = {
  body: { head: "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100000\r\n\r\n", drop: "." },
  headers: { head: "HTTP/1.1 200 OK\r\n", drop: "x-drip: drop\r\n" }
}

const reply = (exchange: Exchange, wanted: Reply): void => {
  const { response, request } = exchange
  const body = wanted.body ?? `<!doctype html><title>${request.host}</title><p>Hello from ${request.host}</p>`
  const bytes =
    typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const bodiless = wanted.status === 204 || wanted.status === 304
  exchange.later(wanted.delayMs ?? 0, () => {
    if (response.destroyed) return
    const own = bodiless ? {} : { "content-type": "text/html; charset=utf-8", "content-length": String(bytes.length) }
    response.writeHead(wanted.status ?? 200, {
      ...own,
      ...(wanted.headers as Record<string, string | Array<string>> | undefined)
    })
    if (wanted.bodyDelayMs !== undefined) response.flushHeaders()
    exchange.later(wanted.bodyDelayMs ?? 0, () => {
      if (!response.destroyed) response.end(bodiless ? undefined : bytes)
    })
  })
}

const toReply = (redirect: Redirect): Reply => ({
  status: redirect.status ?? 302,
  headers: { location: redirect.redirectTo },
  body: "",
  ...(redirect.delayMs === undefined ? {} : { delayMs: redirect.delayMs })
})

export const playBehaviour = async (exchange: Exchange, behaviour: Behaviour): Promise<void> => {
  const { stream } = exchange
  if (typeof behaviour === "function") return playBehaviour(exchange, await behaviour(exchange.request))
  if ("tlsDelayMs" in behaviour) return playBehaviour(exchange, behaviour.then ?? {})
  if ("hang" in behaviour) return reach(exchange, behaviour.hang, () => {})
  if ("reset" in behaviour) return reach(exchange, behaviour.reset, exchange.resetConnection)
  if ("end" in behaviour) return reach(exchange, behaviour.end, () => stream.end())
  if ("endless" in behaviour) {
    stream.write(ENDLESS[behaviour.endless].head)
    return pump(stream, ENDLESS[behaviour.endless].more)
  }
  if ("drip" in behaviour) {
    stream.write(DRIP[behaviour.drip].head)
    return exchange.every(behaviour.everyMs, () => stream.write(DRIP[behaviour.drip].drop))
  }
  if ("raw" in behaviour) {
    stream.end(behaviour.raw)
    return
  }
  return reply(exchange, behaviour.redirectTo === undefined ? behaviour : toReply(behaviour))
}

/** Plays a behaviour that applies before a request. Returns true if the connection must not be served. */
export const playBeforeRequest = (socket: Socket, now: Behaviour): boolean => {
  if (typeof now === "function") return false
  const firstBytes = (run: () => void) => socket.once("data", run)
  if ("hang" in now && now.hang === "tls") {
    socket.resume()
    return true
  }
  if ("reset" in now && isEarly(now.reset)) {
    if (now.reset === "connect") socket.resetAndDestroy()
    else firstBytes(() => socket.resetAndDestroy())
    return true
  }
  if ("end" in now && isEarly(now.end)) {
    if (now.end === "connect") socket.end()
    else firstBytes(() => socket.end())
    return true
  }
  return false
}
