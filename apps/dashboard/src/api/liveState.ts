let live = false

export const isLive = (): boolean => live

export const setLive = (now: boolean): void => {
  live = now
}
