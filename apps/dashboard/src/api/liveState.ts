let live = false

/** Returns whether events currently arrive. */
export const isLive = (): boolean => live

/** Sets whether events currently arrive. */
export const setLive = (now: boolean): void => {
  live = now
}
