import { registrableDomain } from "@mon/public-net"
import * as Effect from "effect/Effect"

/** How many looks one host may have to bear from this process. */
export interface HostLimits {
  /** Looks in flight at one registrable domain. */
  readonly inFlight: number
  /** Looks that may wait for these to end. */
  readonly waiting: number
}

/** Enough for 40 looks a second at a host that answers within 200 ms. */
export const hostLimits: HostLimits = { inFlight: 8, waiting: 32 }

interface Host {
  inFlight: number
  readonly waiting: Array<() => void>
}

/** The places of each registrable domain, whoever watches it: a host that many monitors share is not hammered. */
export interface HostConcurrency {
  /** Takes a place, or one in the queue; null when that is full as well. */
  readonly take: (hostname: string) => HostSlot | null
  /** Places in queues: these cost nothing yet. */
  readonly waiting: () => number
}

export interface HostSlot {
  /** Whether it was there at once. */
  readonly isFree: boolean
  /** Comes back when it is this one's turn; interrupted, it leaves the queue. */
  readonly turn: Effect.Effect<void>
  /** Hands it on to the next in the queue; whoever has not had its turn leaves the queue. */
  readonly leave: () => void
}

export const makeHostConcurrency = ({ inFlight, waiting }: HostLimits = hostLimits): HostConcurrency => {
  const hosts = new Map<string, Host>()
  let queued = 0

  const free = (name: string, host: Host) => {
    const next = host.waiting.shift()
    if (next !== undefined) {
      queued -= 1
      return next()
    }
    host.inFlight -= 1
    if (host.inFlight === 0) hosts.delete(name)
  }

  const take = (hostname: string): HostSlot | null => {
    const name = registrableDomain(hostname) ?? hostname
    const host = hosts.get(name) ?? { inFlight: 0, waiting: [] }
    hosts.set(name, host)
    const isFree = host.inFlight < inFlight
    if (!isFree && host.waiting.length >= waiting) return null
    let state: "waiting" | "mine" | "left" = isFree ? "mine" : "waiting"
    let called: (() => void) | undefined
    const call = () => {
      state = "mine"
      called?.()
    }
    if (isFree) host.inFlight += 1
    else {
      host.waiting.push(call)
      queued += 1
    }
    return {
      isFree,
      turn: Effect.callback<void>((resume) => {
        if (state !== "waiting") return resume(Effect.void)
        called = () => resume(Effect.void)
      }),
      leave: () => {
        if (state === "mine") free(name, host)
        else if (state === "waiting") {
          host.waiting.splice(host.waiting.indexOf(call), 1)
          queued -= 1
        }
        state = "left"
      }
    }
  }

  return { take, waiting: () => queued }
}
