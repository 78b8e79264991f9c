import { useCallback, useEffect, useRef, useState } from "react"
import type { ParsedProspects } from "./parseProspects.ts"
import type { ProspectsRequest } from "./prospects.worker.ts"
// The file has no default export: Vite makes the import its address.
// oxlint-disable-next-line import/default
import workerUrl from "./prospects.worker.ts?worker&url"

/** The content security policy allows this name for the address of a worker of our own. */
const POLICY = "mon-worker"

const makeWorker = (): Worker => {
  const { trustedTypes } = globalThis
  const policy = trustedTypes?.createPolicy(POLICY, {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError("Only the worker of the dashboard is allowed.")
      return url
    }
  })
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: "module" })
}

interface Answer {
  readonly id: number
  readonly parsed: ParsedProspects | null
}

// One policy and one worker for the life of the page: a policy name can be used once.
let worker: Worker | undefined

/** Reads texts off the main thread. The newest text wins. `version` changes with what was read. */
export const useProspects = () => {
  const [answer, setAnswer] = useState<Answer>({ id: 0, parsed: null })
  const [isReading, setReading] = useState(false)
  const text = useRef("")
  const newest = useRef(0)
  useEffect(() => {
    worker ??= makeWorker()
    const onMessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== newest.current) return
      setAnswer(data)
      setReading(false)
    }
    worker.addEventListener("message", onMessage)
    return () => worker?.removeEventListener("message", onMessage)
  }, [])
  const send = (column: number | null) => {
    newest.current += 1
    setReading(true)
    // Only windows have a target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker?.postMessage({ id: newest.current, text: text.current, column } satisfies ProspectsRequest)
  }
  const read = useCallback((next: string) => {
    text.current = next
    send(null)
  }, [])
  return { parsed: answer.parsed, version: answer.id, isReading, read, chooseColumn: send }
}
