import type { PagePreview } from "@mon/model"
import { useEffect, useRef, useState } from "react"
import { pageEndpoints } from "../api/pageEndpoints.ts"

/** A page, and its options that differ from the defaults. */
export interface PreviewRequest {
  readonly url: string
  readonly options: Readonly<Record<string, unknown>>
}

/** The answer to the last request: a preview, or the error. */
export type PreviewAnswer =
  | { readonly kind: "shown"; readonly preview: PagePreview }
  | { readonly kind: "refused"; readonly error: unknown }

interface Answered {
  readonly request: string
  readonly answer: PreviewAnswer
}

/** Options that a preview does not need: it is no check, and has no credentials. */
const OTHER_OPTIONS: ReadonlySet<string> = new Set(["name", "checkInterval", "request", "expect", "degradedAfterMs"])

/** What a preview sends of the options of a form. */
export const previewOptions = (options: PreviewRequest["options"]): PreviewRequest["options"] =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !OTHER_OPTIONS.has(name)))

/** Asks for previews, one at a time. An answer is outdated when something else would be asked now. */
export const usePreview = (request: PreviewRequest | null) => {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [isReading, setReading] = useState(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const current = JSON.stringify(request)
  const run = async (): Promise<PreviewAnswer | null> => {
    if (request === null || isReading) return null
    setReading(true)
    const answer = await pageEndpoints.preview(request.url, request.options).then(
      (preview): PreviewAnswer => ({ kind: "shown", preview }),
      (error: unknown): PreviewAnswer => ({ kind: "refused", error })
    )
    if (!isOpen.current) return null
    setReading(false)
    setAnswered({ request: current, answer })
    return answer
  }
  return {
    answer: answered?.answer ?? null,
    isReading,
    isOutdated: answered !== null && answered.request !== current,
    run
  }
}
