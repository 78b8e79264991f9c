let live = false

/** Whether events arrive now. */
export const isLive = (): boolean => live

/** Sets whether events arrive now. */
export const setLive = (now: boolean): void => {
  live = now
}
