import { type AttemptOptions, connect, retryWaitMs, sleep } from "./attempts.ts"
import { MonError } from "./MonError.ts"

/** What a monitor is now. */
export interface MonitorEvent {
  readonly id: string
  readonly state: "unknown" | "up" | "degraded" | "down" | "active" | "changed" | "error" | "paused" | "deleted"
  /** Start of the state as Unix time. Null: unknown. */
  readonly since: number | null
  /** Code of the last failed check. Null: the last check passed. */
  readonly reason: string | null
}

/** The data of each live event, by its name. */
interface EventData {
  readonly domain: MonitorEvent
  readonly url: MonitorEvent
  readonly incident: { readonly id: string; readonly domainId: string | null }
  readonly change: { readonly id: string; readonly urlId: string | null }
  readonly job: { readonly id: string }
  readonly notification: { readonly id: string }
  /** The stream has begun, for the first time or again. Events before it are lost: read again what you show. */
  readonly ready: Readonly<Record<string, never>>
  /** Events may be lost: read again what you show. */
  readonly resync: Readonly<Record<string, never>>
}

/** Something that has changed. */
export type LiveEvent = {
  readonly [Name in keyof EventData]: { readonly name: Name; readonly data: EventData[Name] }
}[keyof EventData]

/** How a stream of events is read. */
export interface EventStreamOptions {
  /** Ends the stream. The iteration then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Called when the connection is lost, before the client connects again. Poll until the next `ready`. */
  readonly onDisconnect?: (error: MonError | null) => void
}

/** The stream of live events. */
export interface EventsRequests {
  /**
   * Events from now on. If the connection is lost, the client connects again, and the next event is `ready`. The
   * iteration ends when the service ends the stream, because the API key does not count any more. It rejects with a
   * {@link MonError} if the service refuses the stream, or if it cannot be reached at first.
   */
  readonly stream: (options?: EventStreamOptions) => AsyncIterable<LiveEvent>
}

const names: ReadonlySet<string> = new Set([
  "domain",
  "url",
  "incident",
  "change",
  "job",
  "notification",
  "ready",
  "resync",
  "end"
])
/** The service sends something every 20 seconds. A connection that is silent for this long is dead. */
const SILENT_MS = 60_000
/** The longest wait between two attempts to connect. */
const LONGEST_BACKOFF = 5

interface RawEvent {
  readonly name: string
  readonly data: unknown
}

/** The event of a block (WHATWG HTML, section 9.2.6); null for a comment, and for an event of a later version. */
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

/** The events of a response, until it ends. */
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

/** Ends a connection that is silent. */
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

/** The stream of events at an address. */
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
            // The contract promises its form.
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
