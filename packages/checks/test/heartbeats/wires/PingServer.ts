import type { HeartbeatMemory, Ping } from "../../../src/heartbeats/Heartbeat.ts"
import { newHeartbeat } from "../../../src/heartbeats/Heartbeat.ts"
import { recordPing } from "../../../src/heartbeats/recordPing.ts"
import type { PingAnswer, PingCall, PingOutcome, PingTarget } from "../../../src/heartbeats/wires/PingCall.ts"
import { readPing } from "../../../src/heartbeats/wires/readPing.ts"
import { hourly, SECOND } from "../job.ts"

type Headers = Readonly<Record<string, string>>

/** Reads a request whose path and query are those of a URL. */
export const read = (method: string, url: string, headers: Headers = {}): PingCall | PingAnswer | null => {
  const [path = "", query = ""] = url.split("?", 2)
  const named = new Map(Object.entries(headers))
  return readPing({ method, path, query: new URLSearchParams(query), header: (name) => named.get(name) })
}

/** Reads a request that is a valid ping. */
export const readCall = (method: string, url: string, headers: Headers = {}): PingCall => {
  const result = read(method, url, headers)
  if (result?._tag !== "Call") throw new Error(`${method} ${url} is not a valid ping: ${result?.status}`)
  return result
}

/** Reads a request that is answered without a heartbeat. */
export const readAnswer = (method: string, url: string, headers: Headers = {}): PingAnswer => {
  const result = read(method, url, headers)
  if (result?._tag !== "Answer") throw new Error(`${method} ${url} has no immediate response`)
  return result
}

interface Stored {
  readonly memory: HeartbeatMemory
  readonly runtimeMs: number | null
  readonly pings: ReadonlyArray<Ping>
  readonly texts: ReadonlyArray<string>
}

const EMPTY: Stored = { memory: newHeartbeat, runtimeMs: null, pings: [], texts: [] }

const nameOf = (target: PingTarget): string => (target._tag === "Token" ? target.token : `${target.key}/${target.slug}`)

/** Returns a server with the given heartbeats: tokens, or keys and slugs as in `key/slug`. */
export const pingServer = (names: ReadonlyArray<string>, now = 0) => {
  const stored = new Map(names.map((name) => [name, EMPTY]))
  const copies = new Map(names.map((name) => [name, names.filter((other) => other === name).length]))
  let at = now

  const outcomeFor = (target: PingTarget): PingOutcome => {
    const name = nameOf(target)
    if (stored.has(name)) return copies.get(name) === 1 ? "recorded" : "ambiguous"
    const isKeyKnown = target._tag === "Slug" && names.some((one) => one.startsWith(`${target.key}/`))
    return isKeyKnown && target.creates ? "created" : "unknown"
  }

  const record = ({ ping, target, text }: PingCall, body: string): void => {
    const before = stored.get(nameOf(target)) ?? EMPTY
    const one = { ...ping, at }
    stored.set(nameOf(target), {
      ...recordPing(hourly, before.memory, one),
      pings: [...before.pings, one],
      texts: [...before.texts, text ?? body]
    })
    copies.set(nameOf(target), 1)
  }

  return {
    /** Sends a request ten seconds after the one before. */
    send: (method: string, url: string, more: { readonly body?: string; readonly headers?: Headers } = {}) => {
      at += 10 * SECOND
      const result = read(method, url, more.headers)
      if (result?._tag !== "Call") return result
      const outcome = outcomeFor(result.target)
      if (outcome === "recorded" || outcome === "created") record(result, more.body ?? "")
      return result.answer(outcome)
    },
    heartbeat: (name: string): Stored => stored.get(name) ?? EMPTY,
    names: (): ReadonlyArray<string> => Array.from(stored.keys())
  }
}
