import type { LiveEvent } from "@mon/model"
import { queryClient } from "./queries.ts"
import { applyEvent } from "./applyEvent.ts"
import { connectEvents } from "./connection.ts"
import { isLive, setLive } from "./liveState.ts"

/** A message from one browser tab to all other tabs. */
type Message =
  | { readonly kind: "event"; readonly event: LiveEvent }
  | { readonly kind: "live"; readonly isLive: boolean }
  /** Sent by a tab to ask whether another tab is connected. */
  | { readonly kind: "hello" }

const NAME = "mon.events"
/** The delay, in milliseconds, before the screen reloads the data that it read while the stream was starting. */
const SETTLE_MS = 3_000

const apply = (event: LiveEvent): void => {
  // The first screen has just loaded, so it need not be reloaded immediately.
  if (event.name === "ready") setTimeout(() => applyEvent(queryClient, event), SETTLE_MS)
  else applyEvent(queryClient, event)
}

/** The longest interruption of the event stream, in milliseconds, that does not make screens reload their data. */
const PATIENCE_MS = 5_000

const noteLive = (now: boolean): void => {
  setLive(now)
  // Without events, screens reload at shorter intervals. Reloading all data now starts these intervals.
  if (!now) setTimeout(() => isLive() || void queryClient.invalidateQueries(), PATIENCE_MS)
}

/** Connects, and forwards events to the other tabs. Returns a function that closes the connection. */
const lead = (channel: BroadcastChannel): (() => void) => {
  let live = false
  const post = (message: Message) => channel.postMessage(message)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "hello") post({ kind: "live", isLive: live })
  })
  return connectEvents({
    onEvent: (event) => {
      apply(event)
      post({ kind: "event", event })
    },
    onLive: (now) => {
      live = now
      noteLive(now)
      post({ kind: "live", isLive: now })
    }
  })
}

/**
 * Connects while the tab is visible, so each visible tab has its own connection. Used without Web Locks, which do not
 * exist over plain HTTP.
 */
const connectWhileVisible = (): void => {
  let close: (() => void) | null = null
  const update = () => {
    if (document.visibilityState === "visible") close ??= connectEvents({ onEvent: apply, onLive: noteLive })
    else {
      close?.()
      close = null
    }
  }
  document.addEventListener("visibilitychange", update)
  update()
}

/** Starts to receive events, with one connection for all tabs of the browser. Any tab can be closed at any time. */
export const startLiveEvents = (): void => {
  if (navigator.locks === undefined) return connectWhileVisible()
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "event") apply(data.event)
    if (data.kind === "live") noteLive(data.isLive)
  })
  channel.postMessage({ kind: "hello" } satisfies Message)
  // The tab holds the lock until it closes. The next tab then gets the lock.
  void navigator.locks.request(NAME, () => new Promise<never>(() => lead(channel)))
}
