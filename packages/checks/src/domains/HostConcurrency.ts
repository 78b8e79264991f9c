import { registrableDomain } from "@mon/public-net"
import * as Effect from "effect/Effect"

export interface HostLimits {
  /** The most checks in flight for one registrable domain. */
  readonly inFlight: number
  readonly waiting: number
}

/** The default limits. They allow 40 checks a second for a host that responds within 200 ms. */
export const hostLimits: HostLimits = { inFlight: 8, waiting: 32 }

interface Host {
  inFlight: number
  readonly waiting: Array<() => void>
}

/**
 * Limits concurrent checks per registrable domain, across all accounts. This prevents the overload of a host that many
 * monitors check.
 */
export interface HostConcurrency {
  /** Acquires a slot, or joins the queue for a slot. Returns null if the queue is full. */
  readonly acquire: (hostname: string) => HostSlot | null
  readonly queued: () => number
}

export interface HostSlot {
  /** Whether the slot was acquired without queueing. */
  readonly isImmediate: boolean
  readonly acquired: Effect.Effect<void>
  /** Releases the slot to the next check in the queue, or leaves the queue. Further calls have no effect. */
  readonly release: () => void
}

export const makeHostConcurrency = ({ inFlight, waiting }: HostLimits = hostLimits): HostConcurrency => {
  const hosts = new Map<string, Host>()
  let queued = 0

  const releaseSlot = (name: string, host: Host) => {
    const next = host.waiting.shift()
    if (next !== undefined) {
      queued -= 1
      return next()
    }
    host.inFlight -= 1
    if (host.inFlight === 0) hosts.delete(name)
  }

  const acquire = (hostname: string): HostSlot | null => {
    const name = registrableDomain(hostname) ?? hostname
    const host = hosts.get(name) ?? { inFlight: 0, waiting: [] }
    hosts.set(name, host)
    const isImmediate = host.inFlight < inFlight
    if (!isImmediate && host.waiting.length >= waiting) return null
    let state: "queued" | "acquired" | "released" = isImmediate ? "acquired" : "queued"
    let notify: (() => void) | undefined
    const grant = () => {
      state = "acquired"
      notify?.()
    }
    if (isImmediate) host.inFlight += 1
    else {
      host.waiting.push(grant)
      queued += 1
    }
    return {
      isImmediate,
      acquired: Effect.callback<void>((resume) => {
        if (state !== "queued") return resume(Effect.void)
        notify = () => resume(Effect.void)
      }),
      release: () => {
        if (state === "acquired") releaseSlot(name, host)
        else if (state === "queued") {
          host.waiting.splice(host.waiting.indexOf(grant), 1)
          queued -= 1
        }
        state = "released"
      }
    }
  }

  return { acquire, queued: () => queued }
}
