import type { LiveEvent } from "@mon/model"
import { kindNames } from "./generalKinds.ts"

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

/**
 * The wait after the server has refused or ended the stream, in milliseconds. For example, the server refuses too many
 * streams.
 */
const REFUSED_MS = 60_000

/** Opens a stream of events, and reopens the stream whenever it ends. Returns a function that closes the stream. */
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
