import { useEffect, useState } from "react"
import { startWorker } from "../ui/startWorker.ts"
import type { MatchRequest } from "./matchLines.ts"
// The worker file has no default export. Vite replaces this import with the URL of the file.
// oxlint-disable-next-line import/default
import workerUrl from "./matchLines.worker.ts?worker&url"

/**
 * The time limit for a search in a running worker, in milliseconds. Some patterns would make the browser's search run
 * forever.
 */
const DEADLINE_MS = 1_000

/** The result of a search: whether each line matches, or the reason why there is no result. */
export type Matches = ReadonlyArray<boolean> | "searching" | "invalid" | "too slow"

interface Answer {
  readonly id: number
  readonly matched: ReadonlyArray<boolean> | null
}

interface Found {
  readonly pattern: string
  readonly ignoreCase: boolean
  readonly lines: ReadonlyArray<string>
  readonly matches: Matches
}

interface Searcher {
  readonly worker: Worker
  readonly started: Promise<void>
}

let searcher: Searcher | undefined
let newest = 0

const start = (): Searcher => {
  const worker = startWorker(workerUrl)
  // The worker's first message reports that its script has loaded. If loading fails, the time limit starts at once.
  const started = new Promise<void>((resolve) => {
    for (const event of ["message", "error"]) worker.addEventListener(event, () => resolve(), { once: true })
  })
  return { worker, started }
}

/** Ends a running search. The next search uses a new worker. */
const end = (busy: Searcher): void => {
  busy.worker.terminate()
  if (searcher === busy) searcher = undefined
}

/** Returns whether each line matches a pattern. The search runs outside the main thread. */
export const useMatches = (pattern: string, ignoreCase: boolean, lines: ReadonlyArray<string>): Matches => {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    searcher ??= start()
    const used = searcher
    newest += 1
    const id = newest
    let isOpen = true
    let late: number | undefined
    const settle = (matches: Matches) => {
      isOpen = false
      clearTimeout(late)
      setFound({ pattern, ignoreCase, lines, matches })
    }
    const giveUp = () => {
      end(used)
      settle("too slow")
    }
    const limitTime = async () => {
      await used.started
      if (isOpen) late = window.setTimeout(giveUp, DEADLINE_MS)
    }
    void limitTime()
    const onMessage = ({ data }: MessageEvent<Answer | "ready">) => {
      if (data !== "ready" && data.id === id) settle(data.matched ?? "invalid")
    }
    used.worker.addEventListener("message", onMessage)
    // Only messages to windows have a target origin. Messages to workers do not.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    used.worker.postMessage({ id, pattern, ignoreCase, lines } satisfies MatchRequest)
    return () => {
      clearTimeout(late)
      used.worker.removeEventListener("message", onMessage)
      if (isOpen) {
        isOpen = false
        end(used)
      }
    }
  }, [pattern, ignoreCase, lines])
  return found?.lines === lines && found.pattern === pattern && found.ignoreCase === ignoreCase
    ? found.matches
    : "searching"
}
