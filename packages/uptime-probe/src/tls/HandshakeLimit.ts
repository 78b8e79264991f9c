import { guard } from "@mon/bundled/callbacks"

/** A semaphore for TLS handshakes; those beyond the limit wait in order of arrival. */
export interface HandshakeLimit {
  /** Resolves once a permit is free; the returned function releases it. */
  readonly acquire: (signal: AbortSignal) => Promise<() => void>
  readonly running: () => number
  readonly waiting: () => number
}

/** More handshakes in parallel delay each other by more than they gain: their cryptography shares one core. */
const MAX_HANDSHAKES = 50
/**
 * A handshake costs CPU when it starts and when the answer comes; a server that stays silent must not occupy a permit
 * for longer.
 */
const MAX_HOLD_MS = 1_000

const nothing = () => {}

/** A limit of its own; a process normally shares `processHandshakeLimit`. */
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

/** Shared by all probes of this process. */
export const processHandshakeLimit: HandshakeLimit = makeHandshakeLimit()
