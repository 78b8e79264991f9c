import { setTimeout as sleep } from "node:timers/promises"
import { waitMs } from "./RateLimitWait.ts"

/** An answer, read to its end. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON; null if it is not JSON. */
  readonly body: unknown
  /** The fields of `data` in the body; empty if there are none. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface Target {
  /** With or without a trailing `/api/v1`. */
  readonly baseUrl: string
  readonly key: string
}

interface RequestOptions {
  readonly body?: unknown
  /** Null sends no key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export type SendRequest = (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>

const BASE_PATH = "/api/v1"
const TIMEOUT_MS = 90_000

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

/** Sends requests to a service, and waits for the next rate-limit window whenever the current one is used up. */
export const connect = ({ baseUrl, key }: Target): SendRequest => {
  const root = rootOf(baseUrl)
  let last: Headers | null = null
  return async (method, path, options = {}) => {
    if (last !== null && options.key === undefined) await sleep(waitMs(last, Date.now()))
    const given = options.key === undefined ? key : options.key
    const response = await fetch(root + path, {
      method,
      headers: { ...(given === null ? {} : { "X-API-Key": given }), ...options.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(options.body === undefined
        ? {}
        : { body: typeof options.body === "string" ? options.body : JSON.stringify(options.body) })
    })
    if (options.key === undefined) last = response.headers
    const body = parse(await response.text())
    return { status: response.status, headers: response.headers, body, data: fieldsOf(fieldsOf(body)["data"]) }
  }
}
