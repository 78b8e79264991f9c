import { type Client, MonError } from "@mon/api-contract/plain"
import type { CliTerminal } from "../CliTerminal.ts"
import { listMonitors, type Monitor } from "./monitors.ts"

export interface Sight {
  readonly monitors: ReadonlyArray<Monitor>
  /** The time at which the monitors were read, as Unix time in milliseconds. */
  readonly readAt: number
  /** Whether events arrive. Without events, the service is polled. */
  readonly isLive: boolean
  /**
   * The reason why the last request failed. Null if the last request succeeded. After a failure, the monitors are from
   * an earlier request.
   */
  readonly trouble: string | null
}

interface WatchOptions extends Pick<CliTerminal, "now" | "pause" | "signal"> {
  readonly everyMs: number
}

/** The time in which events are collected, in milliseconds. All events within this time cause only one request. */
const GATHER_MS = 500
/** The interval at which times since a change are redrawn while events arrive, in milliseconds. */
const LIVE_REFRESH_MS = 60_000

/** Creates an abort signal for a wait, and a function that ends the wait when there is something to read. */
const makeWake = () => {
  let current = new AbortController()
  return {
    wake: () => current.abort(),
    next: () => {
      current = new AbortController()
      return current.signal
    }
  }
}

/**
 * Follows the events of the service. Returns if the service has no stream or refuses it. The caller then polls the
 * service.
 */
const followEvents = async (
  client: Client,
  signal: AbortSignal,
  onEvent: () => void,
  onLive: (isLive: boolean) => void
) => {
  try {
    const stream = client.events.stream({ signal, onDisconnect: () => onLive(false) })
    for await (const { name } of stream) {
      onLive(true)
      if (name !== "job" && name !== "notification") onEvent()
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof MonError)) throw error
  }
  onLive(false)
}

/**
 * Yields all monitors immediately, and again after each change, until the signal aborts. Rejects if the first request
 * fails.
 */
export async function* watchMonitors(
  client: Client,
  { everyMs, now, pause, signal }: WatchOptions
): AsyncGenerator<Sight, void> {
  const { next, wake } = makeWake()
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  let isLive = false
  let sight: Sight = { monitors: await listMonitors(client, ended), readAt: now(), isLive, trouble: null }
  let woken = next()
  const following = followEvents(client, ended, wake, (live) => {
    if (isLive !== live) wake()
    isLive = live
  })
  try {
    while (!ended.aborted) {
      yield { ...sight, isLive }
      await pause(isLive ? LIVE_REFRESH_MS : everyMs, AbortSignal.any([ended, woken]))
      if (woken.aborted) await pause(GATHER_MS, ended)
      woken = next()
      if (ended.aborted) return
      try {
        sight = { monitors: await listMonitors(client, ended), readAt: now(), isLive, trouble: null }
      } catch (error) {
        if (ended.aborted) return
        if (!(error instanceof MonError) || error.code === "unauthorized") throw error
        sight = { ...sight, trouble: error.message }
      }
    }
  } finally {
    stop.abort()
    await following
  }
}
