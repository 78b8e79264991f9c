import { guard } from "@mon/bundled/callbacks"

/** Limits the number of simultaneous TLS handshakes. Further handshakes wait in order of arrival. */
export interface HandshakeLimit {
  /** Resolves once a permit is free, to a function that releases the permit. */
  readonly acquire: (signal: AbortSignal) => Promise<() => void>
  readonly running: () => number
  readonly waiting: () => number
}

/**
 * The maximum number of simultaneous handshakes. More handshakes would only delay each other, because their
 * cryptography runs on one core.
 */
const MAX_HANDSHAKES = 50
/**
 * The maximum time for which a handshake has a permit, in milliseconds. A handshake uses the CPU only when it starts
 * and when the answer comes, so a silent server must not hold a permit for longer.
 */
const MAX_HOLD_MS = 1_000

const nothing = () => {}

/** Makes a separate limit. A process normally shares `processHandshakeLimit`. */
export const makeHandshakeLimit = (permits = MAX_HANDSHAKES, maxHoldMs = MAX_HOLD_MS): HandshakeLimit => {
  let running = 0
  const queue = new Set<() => void>()

  const hold = (): (() => void) => {
    running += 1
    let held = true
    const release = guard(() => {})(() => {
      if (!held) return
      held = false
      clearTimeout(timer)
      running -= 1
      const next = queue.values().next().value
      if (next !== undefined) {
        queue.delete(next)
        next()
      }
    })
    const timer = setTimeout(release, maxHoldMs)
    timer.unref()
    return release
  }

  return {
    running: () => running,
    waiting: () => queue.size,
    acquire: (signal) => {
      if (signal.aborted) return Promise.resolve(nothing)
      if (running < permits) return Promise.resolve(hold())
      return new Promise((resolve, reject) => {
        const safely = guard(reject)
        const admit = safely(() => {
          signal.removeEventListener("abort", onAbort)
          resolve(hold())
        })
        const onAbort = safely(() => {
          queue.delete(admit)
          resolve(nothing)
        })
        queue.add(admit)
        signal.addEventListener("abort", onAbort, { once: true })
      })
    }
  }
}

export const processHandshakeLimit: HandshakeLimit = makeHandshakeLimit()
