import { useEffect, useState } from "react"
import { startWorker } from "../worker/startWorker.ts"
import type { MatchRequest } from "./matchLines.ts"
// The file has no default export: Vite makes the import its address.
// oxlint-disable-next-line import/default
import workerUrl from "./matchLines.worker.ts?worker&url"

/** How long a search may take, in milliseconds. Somebody may write a pattern for which a browser needs for ever. */
const DEADLINE_MS = 1_000

/** What a pattern matches: one answer for each line, or why there is none. */
export type Matches = ReadonlyArray<boolean> | "searching" | "invalid" | "too slow"

interface Answer {
  readonly id: number
  readonly matched: ReadonlyArray<boolean> | null
}

interface Found {
  readonly lines: ReadonlyArray<string>
  readonly matches: Matches
}

let worker: Worker | undefined
let newest = 0

/** Ends a search that goes on. The next one has a worker of its own. */
const end = (busy: Worker): void => {
  busy.terminate()
  if (worker === busy) worker = undefined
}

/** Which lines have a match of a pattern, searched off the main thread. */
export const useMatches = (pattern: string, ignoreCase: boolean, lines: ReadonlyArray<string>): Matches => {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    worker ??= startWorker(workerUrl)
    const used = worker
    newest += 1
    const id = newest
    let isOpen = true
    const settle = (matches: Matches) => {
      isOpen = false
      clearTimeout(late)
      setFound({ lines, matches })
    }
    const late = setTimeout(() => {
      end(used)
      settle("too slow")
    }, DEADLINE_MS)
    const onMessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id === id) settle(data.matched ?? "invalid")
    }
    used.addEventListener("message", onMessage)
    // Only windows have a target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    used.postMessage({ id, pattern, ignoreCase, lines } satisfies MatchRequest)
    return () => {
      clearTimeout(late)
      used.removeEventListener("message", onMessage)
      if (isOpen) end(used)
    }
  }, [pattern, ignoreCase, lines])
  return found?.lines === lines ? found.matches : "searching"
}
