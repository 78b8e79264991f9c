import { errorOf, MonError, noAnswer } from "./MonError.ts"

export interface AttemptOptions {
  readonly retries: number
  readonly timeoutMs: number
  /** The longest wait that the client accepts, in seconds. If the service asks for more, the request fails at once. */
  readonly longestWaitSeconds: number
  readonly fetch: typeof globalThis.fetch
}

/**
 * The wait before the second attempt, in milliseconds. The wait doubles with each attempt. Half of each wait is random,
 * so that clients do not all retry at the same moment.
 */
const FIRST_WAIT_MS = 500

/** Waits. Rejects with the signal's reason if the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      // A signal's reason may be any value, not only an error.
      reject(signal?.reason)
    }
    if (signal?.aborted === true) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, ms)
    signal?.addEventListener("abort", end, { once: true })
  })

/**
 * Returns whether a failed request can be sent again: if the rate limit refused it, or if the request may be repeated
 * and the service was unavailable or did not respond.
 */
const mayRepeat = ({ code }: MonError, isRepeatable: boolean): boolean =>
  code === "too_many_requests" || (isRepeatable && (code === "unavailable" || code === "no_answer"))

/**
 * Returns the wait before the next attempt, in milliseconds. `error` is null if the connection was lost without an
 * error of the service.
 */
export const retryWaitMs = (error: MonError | null, attempt: number): number =>
  (error?.retryAfterSeconds ?? null) === null
    ? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2)
    : Number(error?.retryAfterSeconds) * 1_000

/** Sends a request once. A redirect is an error, because following it would send the API key to another address. */
const requestOnce = (url: string, init: RequestInit, { fetch }: AttemptOptions, signal: AbortSignal) =>
  fetch(url, { ...init, redirect: "manual", signal })

/**
 * Sends a request once and returns its response. Limits the time until the response begins, not the time to read it.
 * Rejects with a {@link MonError}.
 */
export const connect = async (
  url: string,
  init: RequestInit,
  options: AttemptOptions,
  signal: AbortSignal
): Promise<Response> => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), options.timeoutMs)
  let response: Response
  try {
    response = await requestOnce(url, init, options, AbortSignal.any([signal, limit.signal]))
  } catch (cause) {
    throw noAnswer(cause)
  } finally {
    clearTimeout(timer)
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

const once = async <A>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<A>,
  options: AttemptOptions,
  signal: AbortSignal | undefined
): Promise<A | MonError> => {
  const limit = AbortSignal.timeout(options.timeoutMs)
  try {
    const ends = signal === undefined ? limit : AbortSignal.any([signal, limit])
    const response = await requestOnce(url, init, options, ends)
    return response.ok ? await read(response) : await errorOf(response)
  } catch (cause) {
    signal?.throwIfAborted()
    // A program other than Mon responded, and it would respond in the same way again.
    if (cause instanceof MonError) throw cause
    return noAnswer(cause)
  }
}

/**
 * Sends a request until it succeeds or cannot be repeated. `isRepeatable` says whether executing the request twice is
 * harmless. Rejects with a {@link MonError}, or with the signal's reason.
 */
export const send = async <A>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<A>,
  options: AttemptOptions,
  { isRepeatable, signal }: { readonly isRepeatable: boolean; readonly signal: AbortSignal | undefined }
): Promise<A> => {
  signal?.throwIfAborted()
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await once(url, init, read, options, signal)
    if (!(outcome instanceof Error)) return outcome
    const isTooLong = (outcome.retryAfterSeconds ?? 0) > options.longestWaitSeconds
    if (attempt >= options.retries || isTooLong || !mayRepeat(outcome, isRepeatable)) throw outcome
    await sleep(retryWaitMs(outcome, attempt), signal)
  }
}
