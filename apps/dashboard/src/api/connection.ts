import type { LiveEvent } from "@mon/model"
import { kindNames } from "./generalKinds.ts"

/** The callbacks of a connection for events and for its state. */
export interface LiveListener {
  readonly onEvent: (event: LiveEvent) => void
  /** Called when events start or stop arriving. Without events, screens reload their data at intervals. */
  readonly onLive: (isLive: boolean) => void
}

const names: ReadonlyArray<LiveEvent["name"]> = [
  ...kindNames,
  "incident",
  "change",
  "job",
  "notification",
  "ready",
  "resync",
  "end"
]

/** The wait after the server has refused the stream, for example because of too many streams, in milliseconds. */
const REFUSED_MS = 60_000

/** Opens a stream of events, and opens it again whenever it ends. Returns a function that closes it. */
export const connectEvents = ({ onEvent, onLive }: LiveListener): (() => void) => {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const retryIn = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(open, milliseconds)
  }
  const open = () => {
    source?.close()
    const opened = new EventSource("/api/v1/events")
    source = opened
    for (const name of names) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (name === "ready") onLive(true)
        if (name === "end") opened.close()
        onEvent({ name, data: JSON.parse(data) } as LiveEvent)
        if (name === "end") {
          onLive(false)
          retryIn(REFUSED_MS)
        }
      })
    }
    opened.addEventListener("error", () => {
      onLive(false)
      // The browser reconnects automatically unless the server has refused the stream.
      if (opened.readyState === EventSource.CLOSED) retryIn(REFUSED_MS)
    })
  }
  open()
  globalThis.addEventListener("online", open)
  return () => {
    globalThis.removeEventListener("online", open)
    clearTimeout(timer)
    source?.close()
    onLive(false)
  }
}
