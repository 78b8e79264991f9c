import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type Behaviour, isEarly, type Redirect, type Reply, type SiteRequest, type Stage } from "./Behaviour.ts"

/** What a performance needs: the response, the TCP socket under it, and timers that die with the site. */
export interface Scene {
  readonly request: SiteRequest
  readonly response: ServerResponse
  /** The socket that carries HTTP (inside TLS, where there is TLS). */
  readonly stream: Socket
  readonly resetConnection: () => void
  readonly later: (milliseconds: number, run: () => void) => void
  readonly every: (milliseconds: number, run: () => void) => void
}

const HALF = "<p>half of the"

/** Brings an exchange up to a stage. */
const reach = (scene: Scene, stage: Stage | true, then: () => void): void => {
  if (stage === "in-headers") {
    scene.stream.write("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-half: ", then)
  } else if (stage === "in-body") {
    scene.response.writeHead(200, { "content-type": "text/html", "content-length": 1000 })
    scene.response.write(HALF, () => then())
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

const reply = (scene: Scene, wanted: Reply): void => {
  const { response, request } = scene
  const body = wanted.body ?? `<!doctype html><title>${request.host}</title><p>Hello from ${request.host}</p>`
  const bytes =
    typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const bodiless = wanted.status === 204 || wanted.status === 304
  scene.later(wanted.delayMs ?? 0, () => {
    if (response.destroyed) return
    const own = bodiless ? {} : { "content-type": "text/html; charset=utf-8", "content-length": String(bytes.length) }
    response.writeHead(wanted.status ?? 200, {
      ...own,
      ...(wanted.headers as Record<string, string | Array<string>> | undefined)
    })
    if (wanted.bodyDelayMs !== undefined) response.flushHeaders()
    scene.later(wanted.bodyDelayMs ?? 0, () => {
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

/** Acts a behaviour out on one exchange. */
export const perform = async (scene: Scene, behaviour: Behaviour): Promise<void> => {
  const { stream } = scene
  if (typeof behaviour === "function") return perform(scene, await behaviour(scene.request))
  if ("tlsDelayMs" in behaviour) return perform(scene, behaviour.then ?? {})
  if ("hang" in behaviour) return reach(scene, behaviour.hang, () => {})
  if ("reset" in behaviour) return reach(scene, behaviour.reset, scene.resetConnection)
  if ("end" in behaviour) return reach(scene, behaviour.end, () => stream.end())
  if ("endless" in behaviour) {
    stream.write(ENDLESS[behaviour.endless].head)
    return pump(stream, ENDLESS[behaviour.endless].more)
  }
  if ("drip" in behaviour) {
    stream.write(DRIP[behaviour.drip].head)
    return scene.every(behaviour.everyMs, () => stream.write(DRIP[behaviour.drip].drop))
  }
  if ("raw" in behaviour) {
    stream.end(behaviour.raw)
    return
  }
  return reply(scene, behaviour.redirectTo === undefined ? behaviour : toReply(behaviour))
}

/** Deeds before there is a request; true when the connection is not to be served. */
export const actEarly = (socket: Socket, now: Behaviour): boolean => {
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
