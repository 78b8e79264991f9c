import { startWorker } from "../ui/startWorker.ts"
import { useCallback, useEffect, useRef, useState } from "react"
import type { ParsedProspects } from "./parseProspects.ts"
import type { ProspectsRequest } from "./prospects.worker.ts"
// The worker file has no default export. Vite replaces this import with the URL of the file.
// oxlint-disable-next-line import/default
import workerUrl from "./prospects.worker.ts?worker&url"

interface Answer {
  readonly id: number
  readonly parsed: ParsedProspects | null
}

// One worker serves the page until the page is closed.
let worker: Worker | undefined
let requests = 0

/**
 * Reads texts outside the main thread. Only the result for the newest text is used. `version` changes whenever the
 * entries change.
 */
export const useProspects = () => {
  const [answer, setAnswer] = useState<Answer>({ id: 0, parsed: null })
  const [isReading, setReading] = useState(false)
  const text = useRef("")
  const newest = useRef(0)
  useEffect(() => {
    worker ??= startWorker(workerUrl)
    const onMessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== newest.current) return
      setAnswer(data)
      setReading(false)
    }
    worker.addEventListener("message", onMessage)
    return () => worker?.removeEventListener("message", onMessage)
  }, [])
  const send = (column: number | null) => {
    newest.current = ++requests
    setReading(true)
    // Only messages to windows have a target origin. Messages to workers do not.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker?.postMessage({ id: newest.current, text: text.current, column } satisfies ProspectsRequest)
  }
  const read = useCallback((next: string) => {
    text.current = next
    send(null)
  }, [])
  return { parsed: answer.parsed, version: answer.id, isReading, read, chooseColumn: send }
}
