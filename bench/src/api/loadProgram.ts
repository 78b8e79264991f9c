import { connect, type Socket } from "node:net"
import { answer } from "../harness/Child.ts"
import { percentile } from "../harness/Statistics.ts"
import type { Visitor } from "./Scene.ts"

export interface LoadAsked {
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

/** The process that asks: keep-alive connections, on each one request at a time. */
export type Load = {
  /** Rejects unless every answer is 200 and holds the domain that was asked for. */
  readonly load: (asked: LoadAsked) => Promise<LoadAnswer>
}

const requestOf = ({ domain, key }: Visitor): string =>
  `GET /api/v1/domains/${domain} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nX-API-Key: ${key}\r\n\r\n`

const HEAD_END = "\r\n\r\n"

/** The body of a complete answer with status 200; null while bytes are missing. */
const bodyOf = (bytes: string): string | null => {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return null
  const length = /\r\ncontent-length: (\d+)\r\n/iu.exec(bytes)?.[1]
  if (!bytes.startsWith("HTTP/1.1 200 ") || length === undefined) throw new Error(`An answer that is not good:\n${bytes}`)
  const body = bytes.slice(end + HEAD_END.length)
  return body.length < Number(length) ? null : body
}

const lane = (port: number, next: () => Visitor | null, done: (ms: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true })
    let text = ""
    let asked = 0
    let visitor: Visitor | null = null
    const ask = () => {
      visitor = next()
      if (visitor === null) {
        socket.end()
        return resolve()
      }
      text = ""
      asked = performance.now()
      socket.write(requestOf(visitor), "latin1")
    }
    socket.on("connect", ask)
    socket.on("error", reject)
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1")
      try {
        const body = bodyOf(text)
        if (body === null || visitor === null) return
        if (!body.includes(`"id":"${visitor.domain}"`)) throw new Error(`Not the domain that was asked for:\n${body}`)
        done(performance.now() - asked)
        ask()
      } catch (error) {
        socket.destroy()
        reject(error as Error)
      }
    })
  })

answer<Load>({
  load: async ({ connections, port, requests, visitors }) => {
    const times: Array<number> = []
    let left = requests
    const next = () => left-- > 0 ? visitors[left % visitors.length] ?? null : null
    const started = performance.now()
    await Promise.all(Array.from({ length: connections }, () => lane(port, next, (ms) => times.push(ms))))
    return { wallMs: performance.now() - started, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
  }
})
