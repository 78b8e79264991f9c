import { setTimeout as wait } from "node:timers/promises"

/**
 * The number of bytes of output that a service is assumed to store if it announces no limit. Healthchecks announces a
 * limit.
 */
const USUAL_BODY_BYTES = 10_000
/** The wait before the first repetition of a request, in milliseconds. Each further wait is longer by the same time. */
const FIRST_WAIT_MS = 250

/** Returns whether a request with this response status may succeed later (RFC 9110, RFC 6585). */
const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500

/**
 * Returns the URL of a ping. Adds the suffix to the path of the base URL, and the id of the run to its query. Keeps an
 * existing query, such as `create=1`.
 */
export const pingUrl = (base: URL, suffix: string, run: string): URL => {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/u, "")}/${suffix}`
  url.searchParams.set("rid", run)
  return url
}

const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Returns the end of a UTF-8 text, at most `bytes` long, without a partial character at its start. */
export const lastBytes = (text: Uint8Array, bytes: number): Uint8Array => {
  let start = Math.max(0, text.length - bytes)
  if (start > 0) while (continues(text[start])) start += 1
  return text.subarray(start)
}

/** The result of a ping. `problem` is a sentence, or null if the service accepted the ping. */
export interface PingResult {
  readonly problem: string | null
  /** The number of bytes of a ping's body that the service stores. */
  readonly bodyBytes: number
}

const announcedBytes = (headers: Headers): number => {
  const given = Number(headers.get("ping-body-limit") ?? Number.NaN)
  return Number.isInteger(given) && given > 0 ? given : USUAL_BODY_BYTES
}

const firstLine = (text: string): string => text.split(/[\r\n]/u)[0]?.slice(0, 100) ?? ""

type Attempt = PingResult & { readonly isFinal: boolean }

const attempt = async (url: URL, body: Uint8Array, signal: AbortSignal): Promise<Attempt> => {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: new Uint8Array(body),
      signal
    })
    const bodyBytes = announcedBytes(response.headers)
    const text = firstLine(await response.text())
    if (response.ok) return { problem: null, bodyBytes, isFinal: true }
    return { problem: `${response.status} ${text}`.trim(), bodyBytes, isFinal: !isTransient(response.status) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const problem = signal.aborted ? "no answer in time" : cause instanceof Error ? cause.message : String(cause)
    return { problem, bodyBytes: USUAL_BODY_BYTES, isFinal: false }
  }
}

/**
 * Sends a ping, and repeats it after transient problems until the time is up or the signal aborts. Never rejects.
 *
 * @param within Milliseconds.
 */
export const sendPing = async (
  url: URL,
  body: Uint8Array,
  { signal, within }: { readonly within: number; readonly signal?: AbortSignal }
): Promise<PingResult> => {
  const ends = AbortSignal.any([AbortSignal.timeout(within), ...(signal === undefined ? [] : [signal])])
  for (let waitMs = FIRST_WAIT_MS; ; waitMs += FIRST_WAIT_MS) {
    const { isFinal, ...result } = await attempt(url, body, ends)
    if (isFinal) return result
    await wait(waitMs, undefined, { signal: ends }).catch(() => undefined)
    if (ends.aborted) return result
  }
}
