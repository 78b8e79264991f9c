import { connect, type Socket } from "node:net"
import { answer } from "../harness/Child.ts"
import { percentile } from "../harness/Statistics.ts"
import type { Visitor } from "./Fixture.ts"

/** The requests to send. */
export type Endpoint = "get" | "list" | "create"

export interface LoadAsked {
  readonly endpoint: Endpoint
  readonly port: number
  readonly visitors: ReadonlyArray<Visitor>
  readonly requests: number
  readonly connections: number
}

export interface LoadAnswer {
  readonly wallMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** The load generator: keep-alive connections, each with one request at a time. */
export type Load = {
  /** Rejects unless every response succeeds and contains the requested domain. */
  readonly load: (asked: LoadAsked) => Promise<LoadAnswer>
}

/** A request, and what its response must contain. */
interface Asked {
  readonly bytes: string
  readonly holds: string
}

const head = (line: string, key: string): string =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nX-API-Key: ${key}\r\n`

let created = 0

const requests: Readonly<Record<Endpoint, (visitor: Visitor) => Asked>> = {
  get: ({ domain, key }) => ({ bytes: `${head(`GET /api/v1/domains/${domain}`, key)}\r\n`, holds: `"id":"${domain}"` }),
  list: ({ key }) => ({ bytes: `${head("GET /api/v1/domains", key)}\r\n`, holds: '"pagination":{"total":' }),
  create: ({ key }) => {
    created += 1
    const url = `https://made${created}.example.com`
    const body = JSON.stringify({ url })
    const bytes = `${head("POST /api/v1/domains", key)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    return { bytes, holds: `"url":"${url}"` }
  }
}

const GOOD = /^HTTP\/1\.1 20[01] /u

const HEAD_END = "\r\n\r\n"

/** The body of a complete successful response. Null while bytes are missing. */
const bodyOf = (bytes: string): string | null => {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return null
  const length = /\r\ncontent-length: (\d+)\r\n/iu.exec(bytes)?.[1]
  if (!GOOD.test(bytes) || length === undefined) throw new Error(`An answer that is not good:\n${bytes}`)
  const body = bytes.slice(end + HEAD_END.length)
  return body.length < Number(length) ? null : body
}

const lane = (port: number, next: () => Asked | null, done: (ms: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true })
    let text = ""
    let asked = 0
    let request: Asked | null = null
    const ask = () => {
      request = next()
      if (request === null) {
        socket.end()
        return resolve()
      }
      text = ""
      asked = performance.now()
      socket.write(request.bytes, "latin1")
    }
    socket.on("connect", ask)
    socket.on("error", reject)
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1")
      try {
        const body = bodyOf(text)
        if (body === null || request === null) return
        if (!body.includes(request.holds)) throw new Error(`Not the domain that was asked for:\n${body}`)
        done(performance.now() - asked)
        ask()
      } catch (error) {
        socket.destroy()
        reject(error as Error)
      }
    })
  })

answer<Load>({
  load: async ({ connections, endpoint, port, requests: count, visitors }) => {
    const times: Array<number> = []
    let left = count
    const next = () => {
      const visitor = left-- > 0 ? visitors[left % visitors.length] : undefined
      return visitor === undefined ? null : requests[endpoint](visitor)
    }
    const started = performance.now()
    await Promise.all(Array.from({ length: connections }, () => lane(port, next, (ms) => times.push(ms))))
    return { wallMs: performance.now() - started, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
  }
})
