import { useSyncExternalStore } from "react"
import { useLanguage } from "../words/language.ts"

const TICK_MS = 1_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (timer === undefined) {
    // The timer stops while no component shows a time, so `now` may be outdated.
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const one of listeners) one()
    }, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the current time in milliseconds, which is at most `step` old. All components share one timer. */
export const useNow = (step = TICK_MS): number => useSyncExternalStore(subscribe, () => Math.floor(now / step) * step)

export const Ago = ({ at }: { readonly at: number | string }) => {
  const { format } = useLanguage()
  const ms = typeof at === "number" ? at : Date.parse(at)
  return (
    <time dateTime={new Date(ms).toISOString()} title={format.dateTime(ms)}>
      {format.ago(ms, useNow())}
    </time>
  )
}

export const Lasted = ({ from, until }: { readonly from: string; readonly until: string | null }) => {
  const { format } = useLanguage()
  const second = useNow()
  return <>{format.between(Date.parse(from), until === null ? second : Date.parse(until))}</>
}

export const Exact = ({ at }: { readonly at: string }) => {
  const { format } = useLanguage()
  return (
    <time dateTime={at} title={format.zone}>
      {format.dateTime(Date.parse(at))}
    </time>
  )
}
