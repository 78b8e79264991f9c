import { readingLimits, readJson } from "../reading/readJson.ts"
import { isEntries } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import type { AccountApi } from "./accountApis.ts"

export const accountLimits = {
  /** The maximum number of requests in one import, including repeated requests. */
  requests: 400,
  /** The maximum duration of one response, in milliseconds. */
  answerMs: 30_000,
  /**
   * The maximum duration of a whole import, in milliseconds. UptimeRobot's free plans allow only 10 requests a minute.
   */
  deadlineMs: 15 * 60_000,
  /** The maximum number of repetitions of one request after an error of the tool. */
  repetitions: 3,
  /** The wait before a repeated request, in seconds, if the tool does not specify one. */
  waitSeconds: 5
} as const

export interface AccountPorts {
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  /** Resolves after the given milliseconds. If the signal aborts, rejects with the signal's reason. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  readonly origin: string
}

const inSeconds = (seconds: number): string =>
  seconds < 120 ? `${seconds} second${seconds === 1 ? "" : "s"}` : `${Math.ceil(seconds / 60)} minutes`

/**
 * Returns `Retry-After` in seconds, or null if the header is missing. The header contains a number or a date (RFC 9110
 * section 10.2.3).
 */
const retryAfter = (headers: Headers, now: number): number | null => {
  const value = headers.get("retry-after")?.trim() ?? ""
  if (/^\d{1,9}$/u.test(value)) return Number(value)
  const at = /[a-z]/iu.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000))
}

const textOf = async (response: Response, name: string): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > readingLimits.bytes) throw new UnreadableSource(`${name} has more than ${readingLimits.bytes} bytes.`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/**
 * Returns a colon and the system's error code for a failed connection, such as ": ENOTFOUND". The text is empty if
 * there is no code.
 */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  return typeof code === "string" && /^[A-Z0-9_]{2,40}$/u.test(code) ? `: ${code}` : ""
}

const refusalOf = ({ key, title }: AccountApi, status: number): string => {
  if (status === 401) return `${title} does not accept the API key. Find the key under ${key}.`
  if (status === 403) return `${title} says that the API key cannot list monitors. Use the key under ${key}.`
  if (status >= 500) return `${title} has a problem: it returned ${status}. Try again later.`
  return `${title} returned ${status} instead of a list of monitors.`
}

interface Remote {
  readonly title: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly redirect: "follow" | "manual"
  readonly refusal: (status: number) => string
}

/** Creates a function that sends requests one after the other, within the limits of one import. */
const makeReader = (
  { redirect, refusal, requestHeaders, title }: Remote,
  { fetch, now, pause, signal }: Omit<AccountPorts, "origin">
) => {
  const deadlineSeconds = accountLimits.deadlineMs / 1_000
  const end = now() + accountLimits.deadlineMs
  let requests = 0

  const send = async (url: URL, name: string): Promise<{ readonly response: Response; readonly text: string }> => {
    requests += 1
    if (requests > accountLimits.requests)
      throw new UnreadableSource(`${title} has more than ${accountLimits.requests} pages.`)
    if (now() >= end)
      throw new UnreadableSource(`${title} is too slow: it did not respond within ${inSeconds(deadlineSeconds)}.`)
    const limit = AbortSignal.timeout(accountLimits.answerMs)
    try {
      const response = await fetch(url, {
        headers: { Accept: "application/json", ...requestHeaders },
        redirect,
        signal: AbortSignal.any([signal, limit])
      })
      if (response.ok) return { response, text: await textOf(response, name) }
      await response.body?.cancel()
      return { response, text: "" }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnreadableSource) throw error
      if (limit.aborted)
        throw new UnreadableSource(`${title} did not respond within ${inSeconds(accountLimits.answerMs / 1_000)}.`)
      throw new UnreadableSource(`${title} cannot be reached${reasonOf(error)}.`)
    }
  }

  /** Returns the wait before a request is repeated, in seconds. Null if a repetition would not help. */
  const waitOf = ({ headers, status }: Response, repeated: number): number | null => {
    if (status !== 429 && status < 500) return null
    const asked = retryAfter(headers, now())
    // A rate limit ends by itself, but an error of the tool may not.
    if (repeated >= accountLimits.repetitions && (status !== 429 || asked === null)) return null
    return Math.max(1, asked ?? accountLimits.waitSeconds)
  }

  return async (url: URL, name: string): Promise<string> => {
    for (let repeated = 0; ; repeated++) {
      const { response, text } = await send(url, name)
      if (response.ok) {
        const type = response.headers.get("content-type") ?? ""
        if (/\bjson\b/iu.test(type)) return text
        const shown = /^[\w.+-]+\/[\w.+-]+/u.exec(type)?.[0] ?? "no content type"
        throw new UnreadableSource(`${title} returned ${shown} instead of JSON.`)
      }
      const wait = waitOf(response, repeated)
      if (wait !== null && now() + wait * 1_000 < end) await pause(wait * 1_000, signal)
      else if (response.status === 429)
        throw new UnreadableSource(
          `${title} is rate limiting requests.${wait === null ? " Try again later." : ` Try again in ${inSeconds(wait)}.`}`
        )
      else throw new UnreadableSource(refusal(response.status))
    }
  }
}

/**
 * Returns the next page of a list. Uses only the query of the link, so that no response can direct a request to another
 * address.
 */
const nextPage = (url: URL, link: unknown): URL | null => {
  const next = typeof link === "string" && link !== "" ? URL.parse(link, url) : null
  if (next === null) return null
  const page = new URL(url)
  page.search = next.search
  return page
}

/** The path of a status page's public JSON, relative to the page's address. */
const SUMMARY = "api/v2/summary.json"

/** Reads the public JSON of a status page. `address` is the address of the page or of its JSON. */
export const readStatusPage = (address: URL, ports: Omit<AccountPorts, "origin">): Promise<string> => {
  const isJson = address.pathname.endsWith(".json")
  const url = isJson ? address : new URL(SUMMARY, address.href.replace(/[?#].*$/u, "").replace(/\/*$/u, "/"))
  const remote: Remote = {
    title: address.host,
    requestHeaders: {},
    redirect: "follow",
    refusal: (status) => `${url.href} returned ${status}. Only pages with the public JSON of Statuspage work.`
  }
  return makeReader(remote, ports)(url, url.href)
}

export const readAccount = async (
  api: AccountApi,
  apiKey: string,
  ports: AccountPorts
): Promise<ReadonlyMap<string, string>> => {
  const remote: Remote = {
    title: api.title,
    requestHeaders: api.headersOf(apiKey),
    // The key must be sent only to this address, so redirects are not followed.
    redirect: "manual",
    refusal: (status) => refusalOf(api, status)
  }
  const read = makeReader(remote, ports)
  const texts = new Map<string, string>()
  for (const list of api.lists) {
    const seen = new Set<string>()
    let url: URL | null = new URL(list, ports.origin)
    const label = url.pathname.split("/").at(-1) ?? ""
    while (url !== null) {
      if (seen.has(url.href)) throw new UnreadableSource(`${api.title} links to the same page of ${label} again.`)
      seen.add(url.href)
      const name = `The response from ${api.title} (${label}, page ${seen.size})`
      const text = await read(url, name)
      texts.set(name, text)
      const answer = readJson(text, name)
      url = isEntries(answer) ? nextPage(url, api.nextOf(answer)) : null
    }
  }
  return texts
}
