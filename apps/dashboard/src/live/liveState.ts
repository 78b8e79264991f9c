import { useSyncExternalStore } from "react"

let live = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether events arrive now. */
export const isLive = (): boolean => live

/** Sets whether events arrive now. */
export const setLive = (now: boolean): void => {
  if (now === live) return
  live = now
  for (const listener of listeners) listener()
}

/** Whether events arrive now, for a component. */
export const useLive = (): boolean => useSyncExternalStore(subscribe, isLive)
