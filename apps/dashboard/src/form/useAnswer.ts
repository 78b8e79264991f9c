import { useEffect, useRef, useState } from "react"

/** A request to try the options of a form with an address. */
export interface Asked {
  readonly url: string
  readonly options: Readonly<Record<string, unknown>>
}

/** The answer to the last request, or its error. */
export type Answered<A> =
  | { readonly kind: "shown"; readonly value: A }
  | { readonly kind: "refused"; readonly error: unknown }

/** Sends requests, one at a time. A response is outdated if the form has changed since its request was sent. */
export const useAnswer = <A>(request: Asked | null, ask: (request: Asked) => Promise<A>) => {
  const [answered, setAnswered] = useState<{ readonly request: string; readonly answer: Answered<A> } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const current = JSON.stringify(request)
  const run = async (): Promise<Answered<A> | null> => {
    if (request === null || isAsking) return null
    setAsking(true)
    const answer = await ask(request).then(
      (value): Answered<A> => ({ kind: "shown", value }),
      (error: unknown): Answered<A> => ({ kind: "refused", error })
    )
    if (!isOpen.current) return null
    setAsking(false)
    setAnswered({ request: current, answer })
    return answer
  }
  return {
    answer: answered?.answer ?? null,
    isAsking,
    isOutdated: answered !== null && answered.request !== current,
    run
  }
}
