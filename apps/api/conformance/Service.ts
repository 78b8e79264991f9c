import { setTimeout as sleep } from "node:timers/promises"
import { waitMs } from "./RateLimitWait.ts"

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON; null when it is none. */
  readonly body: unknown
  /** `data` of the body as fields; none when there are none. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface Target {
  /** With or without `/api/v1` at its end. */
  readonly baseUrl: string
  readonly key: string
}

interface AskOptions {
  readonly body?: unknown
  /** Null: no key at all. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export type Ask = (method: string, path: string, options?: AskOptions) => Promise<Answer>

const BASE_PATH = "/api/v1"
const PATIENCE_MS = 90_000

const rootOf = (baseUrl: string): string => {
  const trimmed = baseUrl.replace(/\/+$/u, "")
  return trimmed.endsWith(BASE_PATH) ? trimmed : trimmed + BASE_PATH
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/** Asks a service, and waits for the next window whenever the last answer said that this one is used up. */
export const connect = ({ baseUrl, key }: Target): Ask => {
  const root = rootOf(baseUrl)
  let last: Headers | null = null
  return async (method, path, options = {}) => {
    if (last !== null && options.key === undefined) await sleep(waitMs(last, Date.now()))
    const given = options.key === undefined ? key : options.key
    const response = await fetch(root + path, {
      method,
      headers: { ...(given === null ? {} : { "X-API-Key": given }), ...options.headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(options.body === undefined
        ? {}
        : { body: typeof options.body === "string" ? options.body : JSON.stringify(options.body) })
    })
    if (options.key === undefined) last = response.headers
    const body = parse(await response.text())
    return { status: response.status, headers: response.headers, body, data: fieldsOf(fieldsOf(body)["data"]) }
  }
}
