import { type AttemptOptions, connect, send } from "./attempts.ts"
import { eventStream } from "./events.ts"
import { foreignAnswer } from "./MonError.ts"
import { makeListed, makePaged, type Page, type RequestOptions } from "./Paged.ts"
import { type Client, endpoints } from "./generated.ts"

/** The options of a client. */
export interface ClientOptions {
  /** The URL of the service, with or without `/api/v1` at the end. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The number of attempts after the first one. Default: 2. The value 0 means no further attempts. */
  readonly retries?: number
  /** The time limit for each attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number
  /**
   * The longest wait that the client accepts, in seconds. If the service asks for more (`Retry-After`), the request
   * fails at once. Default: 60.
   */
  readonly longestWaitSeconds?: number
  /** The function that sends requests. Default: `fetch` of the runtime. */
  readonly fetch?: typeof globalThis.fetch
}

interface Endpoint {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<string>
  readonly has: ReadonlySet<string>
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

const readEndpoint = (text: string): Endpoint => {
  const [method = "", path = "", ...has] = text.split(" ")
  const parameters = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name)
  return { method, path, parameters, has: new Set(has) }
}

/** Methods that can be sent twice. DELETE cannot: after a lost response, the second request would return 404. */
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "PUT"])

const originOf = (baseUrl: string): string => baseUrl.replace(/\/+$/u, "").replace(/\/api\/v1$/u, "")

const requireText = (name: string, value: unknown): void => {
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a non-empty string.`)
}

/** The longest timer that works in all runtimes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

const requireNumber = (name: string, value: unknown, least: number): void => {
  if (typeof value !== "number" || !(value >= least) || value > LONGEST_TIMER)
    throw new TypeError(`${name} must be a number from ${least} to ${LONGEST_TIMER}.`)
}

const addressOf = ({ parameters, path }: Endpoint, values: ReadonlyArray<string>, query: Query): string => {
  const address = parameters.reduce((text, name, index) => {
    const value = values[index]
    requireText(name, value)
    return text.replace(`{${name}}`, encodeURIComponent(value ?? ""))
  }, path)
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`
}

const checked = (options: ClientOptions): AttemptOptions & { readonly origin: string } => {
  const {
    apiKey,
    baseUrl,
    fetch = globalThis.fetch,
    longestWaitSeconds = 60,
    retries = 2,
    timeoutMs = 30_000
  } = options
  requireText("apiKey", apiKey)
  // A key with other characters cannot be sent in a header, and the error would say that the service does not respond.
  if (!/^[\u0021-\u007e]+$/u.test(apiKey))
    throw new TypeError("apiKey must not contain spaces, line breaks or other characters that never occur in a key.")
  requireNumber("retries", retries, 0)
  requireNumber("timeoutMs", timeoutMs, 1)
  requireNumber("longestWaitSeconds", longestWaitSeconds, 0)
  if (!/^https?:$/u.test(URL.parse(baseUrl)?.protocol ?? ""))
    throw new TypeError("baseUrl must be an http or https URL such as https://mon.example.com.")
  return { origin: originOf(baseUrl), retries, timeoutMs, longestWaitSeconds, fetch: (...args) => fetch(...args) }
}

interface Listable {
  readonly id: string
}

interface Envelope {
  readonly success?: unknown
  readonly data?: unknown
  readonly pagination?: Page<unknown>["pagination"]
}

/** Returns the parsed JSON, or null if the text is not JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads a JSON response. Throws a NoAnswer if the response is not from Mon. */
const readAnswer =
  ({ path }: Endpoint) =>
  async (response: Response): Promise<Envelope> => {
    const answer = parsed(await response.text())
    if (typeof answer !== "object" || answer === null) throw foreignAnswer(response)
    // Documents outside the API, such as /health, have no envelope.
    const needsEnvelope = path.startsWith("/api/v1/")
    if (needsEnvelope && !("success" in answer && answer.success === true)) throw foreignAnswer(response)
    return answer
  }

/**
 * Creates a client of the service. The client has one property for each group of the API, with a function for each
 * request. Each function returns the `data` of the response. The client retries requests that can be repeated, and
 * waits if the service asks for a wait.
 *
 * @example
 * ```ts
 * const mon = createClient({ baseUrl: "https://mon.example.com", apiKey })
 * for await (const domain of mon.domains.list()) console.log(domain.url, domain.status)
 * ```
 *
 * @throws TypeError if an option is invalid
 */
export const createClient = (options: ClientOptions): Client => {
  const settings = checked(options)
  const call = (endpoint: Endpoint) => {
    const { has, method, parameters } = endpoint
    return (...given: ReadonlyArray<unknown>) => {
      const rest = given.slice(parameters.length)
      const body = has.has("body") ? rest.shift() : undefined
      const query = (has.has("query") ? rest.shift() : undefined) as Query | undefined
      const { idempotencyKey, signal } = (rest.shift() ?? {}) as RequestOptions
      // All attempts use the same key.
      const key = has.has("repeatable") ? (idempotencyKey ?? globalThis.crypto.randomUUID()) : null
      const init: RequestInit = {
        method,
        headers: {
          "X-API-Key": options.apiKey,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(key === null ? {} : { "Idempotency-Key": key })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }
      const ask = <A>(more: Query, read: (response: Response) => Promise<A>): Promise<A> =>
        send(
          `${settings.origin}${addressOf(endpoint, given as ReadonlyArray<string>, { ...query, ...more })}`,
          init,
          read,
          settings,
          { isRepeatable: key !== null || REPEATABLE.has(method), signal }
        )
      // A file is requested only once, because it can be long and the caller may already have read a part of it.
      if (has.has("bytes")) {
        const address = addressOf(endpoint, given as ReadonlyArray<string>, query ?? {})
        const ends = signal ?? new AbortController().signal
        return connect(`${settings.origin}${address}`, init, settings, ends).then(
          (response) => response.body ?? new Blob().stream()
        )
      }
      if (has.has("text")) return ask({}, (response) => response.text())
      if (has.has("paged")) {
        const page = async (number: number): Promise<Page<unknown>> => {
          const { data, pagination } = await ask({ page: number }, readAnswer(endpoint))
          return { items: data, pagination } as Page<unknown>
        }
        return makePaged(page, Number(query?.["page"] ?? 1))
      }
      const dataOf = async (response: Response): Promise<unknown> => {
        const answer = await readAnswer(endpoint)(response)
        return answer.data === undefined ? answer : answer.data
      }
      if (has.has("older"))
        return makeListed((before) =>
          ask(
            before === undefined ? {} : { before },
            dataOf as (response: Response) => Promise<ReadonlyArray<Listable>>
          )
        )
      return ask({}, dataOf)
    }
  }
  const groups = Object.entries(endpoints).map(([group, requests]) => [
    group,
    Object.fromEntries(Object.entries(requests).map(([name, text]) => [name, call(readEndpoint(text))]))
  ])
  const events = { stream: eventStream(`${settings.origin}/api/v1/events`, options.apiKey, settings) }
  // The cast is safe: the table of requests and the interface are generated from the same document.
  return { ...Object.fromEntries(groups), events } as Client
}
