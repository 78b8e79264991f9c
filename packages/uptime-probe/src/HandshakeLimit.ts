/** Lets so many handshakes run at once; the others wait in order of arrival. */
export interface HandshakeLimit {
  /** Runs at once when there is room, else when there is; the given function returns the place. */
  readonly enter: (signal: AbortSignal) => Promise<() => void>
  readonly running: () => number
  readonly waiting: () => number
}

/** More handshakes at once delay each other by more than they gain: their cryptography shares one core. */
export const MAX_HANDSHAKES = 50
/** A handshake costs CPU when it starts and when the answer comes; a server that stays silent must not keep a place from others. */
export const MAX_HOLD_MS = 1_000

const nothing = () => {}

/** A limit of its own; a process normally shares `processHandshakeLimit`. */
export const makeHandshakeLimit = (places = MAX_HANDSHAKES, maxHoldMs = MAX_HOLD_MS): HandshakeLimit => {
  let running = 0
  const queue = new Set<() => void>()

  const hold = (): (() => void) => {
    running += 1
    let held = true
    const leave = () => {
      if (!held) return
      held = false
      clearTimeout(timer)
      running -= 1
      const next = queue.values().next().value
      if (next !== undefined) {
        queue.delete(next)
        next()
      }
    }
    const timer = setTimeout(leave, maxHoldMs)
    timer.unref()
    return leave
  }

  return {
    running: () => running,
    waiting: () => queue.size,
    enter: (signal) => {
      if (signal.aborted) return Promise.resolve(nothing)
      if (running < places) return Promise.resolve(hold())
      return new Promise((resolve) => {
        const admit = () => {
          signal.removeEventListener("abort", giveUp)
          resolve(hold())
        }
        const giveUp = () => {
          queue.delete(admit)
          resolve(nothing)
        }
        queue.add(admit)
        signal.addEventListener("abort", giveUp, { once: true })
      })
    }
  }
}

/** Shared by all probes of this process. */
export const processHandshakeLimit: HandshakeLimit = makeHandshakeLimit()
