import { connect } from "node:net"
import { percentile } from "../harness/Statistics.ts"

/** A request that many readers send again and again over connections that stay open. */
export interface Reading {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly requests: number
  readonly connections: number
}

/** What readers saw. */
export interface ReadingTimes {
  readonly wallMs: number
  /** To the first byte of the response. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of a response with its head. */
  readonly bytes: number
}

const HEAD_END = Buffer.from("\r\n\r\n")
const LENGTH = /\r\ncontent-length: (\d+)/iu

/** The bytes of a whole response with this status. Null: its head is not complete. */
const sizeOf = (bytes: Buffer, status: number): number | null => {
  const end = bytes.indexOf(HEAD_END)
  if (end === -1) return null
  const head = bytes.subarray(0, end).toString("latin1")
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`An answer that is not good:\n${head}`)
  return end + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0)
}

/** Reads a page over several connections, each with one request at a time. */
export const readAgain = async ({
  connections,
  headers,
  path,
  port,
  requests,
  status
}: Reading): Promise<ReadingTimes> => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`, "latin1")
  const times: Array<number> = []
  let left = requests
  let size = 0
  const lane = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port, noDelay: true })
      let sentAt = 0
      let received = 0
      let expected: number | null = null
      let head = Buffer.alloc(0)
      const send = () => {
        if (left <= 0) {
          socket.end()
          return resolve()
        }
        left -= 1
        received = 0
        expected = null
        head = Buffer.alloc(0)
        sentAt = performance.now()
        socket.write(request)
      }
      socket.on("connect", send)
      socket.on("error", reject)
      socket.on("data", (bytes: Buffer) => {
        if (received === 0) times.push(performance.now() - sentAt)
        received += bytes.length
        try {
          if (expected === null) {
            head = Buffer.concat([head, bytes])
            expected = sizeOf(head, status)
          }
          if (expected === null || received < expected) return
          size = expected
          send()
        } catch (error) {
          socket.destroy()
          reject(error as Error)
        }
      })
    })
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return {
    wallMs: performance.now() - started,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    bytes: size
  }
}
