import { type AttemptOptions, connect, retryWaitMs, sleep } from "./attempts.ts"
import { MonError } from "./MonError.ts"

/** The current state of a monitor. */
export interface MonitorEvent {
  readonly id: string
  readonly state: "unknown" | "up" | "degraded" | "down" | "active" | "changed" | "error" | "paused" | "deleted"
  /** The Unix time at which the monitor entered this state. Null if the time is unknown. */
  readonly since: number | null
  /** The code of the last failed check. Null if the last check passed. */
  readonly reason: string | null
}

interface EventData {
  readonly domain: MonitorEvent
  readonly url: MonitorEvent
  readonly heartbeat: MonitorEvent
  readonly service: MonitorEvent
  readonly incident: { readonly id: string; readonly domainId: string | null }
  readonly change: { readonly id: string; readonly urlId: string | null }
  readonly job: { readonly id: string }
  readonly notification: { readonly id: string }
  /** The stream has started or resumed. Earlier events are lost, so reload the data that you show. */
  readonly ready: Readonly<Record<string, never>>
  /** Events may be lost, so reload the data that you show. */
  readonly resync: Readonly<Record<string, never>>
}

/** A live event with its name and data. */
export type LiveEvent = {
  readonly [Name in keyof EventData]: { readonly name: Name; readonly data: EventData[Name] }
}[keyof EventData]

/** The options for reading a stream of events. */
export interface EventStreamOptions {
  /** A signal that ends the stream. The iteration then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called when the connection is lost, before the client reconnects. Poll until the next `ready`. */
  readonly onDisconnect?: (error: MonError | null) => void
}

/** The requests for live events. */
export interface EventsRequests {
  /**
   * Returns events from now on. If the connection is lost, the client reconnects, and the next event is `ready`. The
   * iteration ends when the service ends the stream because the API key is no longer valid. The iteration rejects with
   * a {@link MonError} if the service refuses the stream, or if the first connection fails.
   */
  readonly stream: (options?: EventStreamOptions) => AsyncIterable<LiveEvent>
}

const names: ReadonlySet<string> = new Set([
  "domain",
  "url",
  "heartbeat",
  "service",
  "incident",
  "change",
  "job",
  "notification",
  "ready",
  "resync",
  "end"
])
/**
 * The time without data after which a connection counts as lost, in milliseconds. The service sends something every 20
 * s.
 */
const SILENT_MS = 60_000
/** The largest exponent of the exponential backoff between two attempts to connect. */
const LONGEST_BACKOFF = 5

interface RawEvent {
  readonly name: string
  readonly data: unknown
}

/**
 * Parses a block of the stream (WHATWG HTML, section 9.2.6). Returns null for a comment or an unknown event of a later
 * version.
 */
const parseBlock = (block: string): RawEvent | null => {
  let name = ""
  const data: Array<string> = []
  for (const line of block.split("\n")) {
    const [field = "", ...rest] = line.split(":")
    const value = rest.join(":").replace(/^ /u, "")
    if (field === "event") name = value
    if (field === "data") data.push(value)
  }
  return names.has(name) ? { name, data: JSON.parse(data.join("\n") || "{}") } : null
}

async function* readBody(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<RawEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      const blocks = (rest + decoder.decode(value, { stream: true }).replaceAll("\r", "")).split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event !== null) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const makeWatchdog = () => {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), SILENT_MS)
  }
  return { alive, signal: controller.signal, stop: () => clearTimeout(timer) }
}

const isPassing = ({ code }: MonError): boolean =>
  code === "no_answer" || code === "unavailable" || code === "too_many_requests" || code === "internal_error"

export const eventStream = (url: string, apiKey: string, settings: AttemptOptions): EventsRequests["stream"] =>
  async function* ({ onDisconnect, signal }: EventStreamOptions = {}): AsyncGenerator<LiveEvent, void> {
    let hasBegun = false
    for (let failures = 0; ; failures += 1) {
      signal?.throwIfAborted()
      const watchdog = makeWatchdog()
      const ended = signal === undefined ? watchdog.signal : AbortSignal.any([signal, watchdog.signal])
      let error: MonError | null = null
      try {
        const headers = { Accept: "text/event-stream", "X-API-Key": apiKey }
        const response = await connect(url, { headers }, settings, ended)
        if (response.body !== null) {
          watchdog.alive()
          for await (const event of readBody(response.body, watchdog.alive)) {
            if (event.name === "end") return
            hasBegun = true
            failures = 0
            // The cast is safe: the contract guarantees this form.
            yield event as LiveEvent
          }
        }
      } catch (cause) {
        signal?.throwIfAborted()
        if (cause instanceof MonError) {
          error = cause
          const isRefused = !isPassing(cause) || (cause.retryAfterSeconds ?? 0) > settings.longestWaitSeconds
          if (isRefused || (!hasBegun && failures >= settings.retries)) throw cause
        }
      } finally {
        watchdog.stop()
      }
      onDisconnect?.(error)
      await sleep(retryWaitMs(error, Math.min(failures, LONGEST_BACKOFF)), signal)
    }
  }
