import type { LiveEvent } from "@mon/model"
import { queryClient } from "./queries.ts"
import { applyEvent } from "./applyEvent.ts"
import { connectEvents } from "./connection.ts"
import { isLive, setLive } from "./liveState.ts"

/** A message that tabs send to each other. */
type Message =
  | { readonly kind: "event"; readonly event: LiveEvent }
  | { readonly kind: "live"; readonly isLive: boolean }
  /** A tab asks whether there is a connection. */
  | { readonly kind: "hello" }

const NAME = "mon.events"
/** The delay after which data that was read while the stream began is read again. Milliseconds. */
const SETTLE_MS = 3_000

const apply = (event: LiveEvent): void => {
  // The first screen has just been read. Reading it again can wait until it is shown.
  if (event.name === "ready") setTimeout(() => applyEvent(queryClient, event), SETTLE_MS)
  else applyEvent(queryClient, event)
}

/** The longest interruption after which the screens do not read again. Milliseconds. */
const PATIENCE_MS = 5_000

const noteLive = (now: boolean): void => {
  setLive(now)
  // Screens read more often while no events arrive, beginning with the next time.
  if (!now) setTimeout(() => isLive() || void queryClient.invalidateQueries(), PATIENCE_MS)
}

/** Connects, and passes on what arrives to the other tabs; returns how to close the connection. */
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

/** Without Web Locks, on plain HTTP, each visible tab has a connection of its own. */
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

/** Begins to receive events: one connection for all tabs of the browser. Any tab may be closed at any time. */
export const startLiveEvents = (): void => {
  if (navigator.locks === undefined) return connectWhileVisible()
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "event") apply(data.event)
    if (data.kind === "live") noteLive(data.isLive)
  })
  channel.postMessage({ kind: "hello" } satisfies Message)
  // The lock is held until the tab closes, and then the next tab gets it.
  void navigator.locks.request(NAME, () => new Promise<never>(() => lead(channel)))
}
