import { guard } from "@mon/bundled/callbacks"
import { makeNodeClient } from "@mon/dns"
import { type AddressPolicy, type Connect, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { type Failure, timeouts } from "../Outcome.ts"
import type { Protocols } from "../tls/Handshake.ts"
import { type HandshakeLimit, processHandshakeLimit } from "../tls/HandshakeLimit.ts"
import { makeTrust, type Trust } from "../tls/Trust.ts"
import type { ProbeOptions, ProbeSettings } from "./ProbeOptions.ts"

/** Everything a check needs from outside. */
export interface ProbePorts {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  /** Opens sockets to vetted addresses. Default: `node:net`. */
  readonly connect?: Connect
  /** Asked when a name could not be resolved. */
  readonly resolver: ResolverHealth
  readonly trust: Trust
  readonly handshakes: HandshakeLimit
  readonly eventLoop: EventLoopMonitor
  readonly userAgent: string
  /** Whether redirects may lead to names that the public DNS cannot have. */
  readonly internalRedirects: boolean
  /** The protocols that TLS handshakes offer. Default: HTTP/2 and HTTP/1.1. */
  readonly protocols?: Protocols
}

/** A service sends its own name and address instead. */
const DEFAULT_USER_AGENT = "MonBot/1.0 (uptime monitoring; @mon/uptime-probe)"

/** Long enough for a slow page, and what other clients use. */
export const DEFAULT_TIMEOUT_MS = 10_000

/** Of the whole header of an answer. */
export const HEADER_BYTES = 32 * 1024
/** Of a decoded body; a longer one is cut, which is no failure. */
export const BODY_BYTES = 1024 * 1024

/** Measures for how long the event loop was delayed during an operation. */
export interface EventLoopMonitor {
  /** Starts measuring; the returned function stops, and returns the total delay in milliseconds. */
  readonly begin: () => () => number
}

/** Milliseconds between two samples. */
const SAMPLE_MS = 10
/** Delay that is normal in a loaded but healthy process. */
const NOISE_MS = 5

/** A check counts as delayed when the loop was late by more than this, and by more than this share of the check. */
const DELAY_MS = 20
const DELAY_SHARE = 0.2

/** A timeout is a local fault when the loop was late by more than this, and by that share. */
const LOCAL_FAULT_MS = 250

/** Whether a delay makes the timings of a check of that length unreliable; both in milliseconds. */
export const isDelayed = (lateMs: number, checkMs: number): boolean =>
  lateMs > DELAY_MS && lateMs > checkMs * DELAY_SHARE

/** Whether a delay can explain why a check of that length timed out; both in milliseconds. */
export const isLocalFault = (lateMs: number, checkMs: number): boolean =>
  lateMs > LOCAL_FAULT_MS && isDelayed(lateMs, checkMs)

/** A timeout that a delay explains says nothing about the server; other failures stay. Both times in milliseconds. */
export const orLocalFault = (failure: Failure, lateMs: number, checkMs: number): Failure =>
  timeouts.has(failure.outcome) && isLocalFault(lateMs, checkMs)
    ? { outcome: "prober_fault", message: `The prober was too busy to run the check: ${failure.message}` }
    : failure

/**
 * A separate monitor; a process normally shares `processEventLoopMonitor`. It samples only while something is measured.
 */
export const makeEventLoopMonitor = (now: () => number = () => performance.now()): EventLoopMonitor => {
  let measuring = 0
  let late = 0
  let expected = 0
  let timer: NodeJS.Timeout | undefined

  const lateness = () => {
    const by = now() - expected
    return by > NOISE_MS ? by : 0
  }
  const sample = () => {
    late += lateness()
    expected = now() + SAMPLE_MS
  }

  return {
    begin: () => {
      if (measuring === 0) {
        expected = now() + SAMPLE_MS
        timer = setInterval(sample, SAMPLE_MS)
        timer.unref()
      }
      measuring += 1
      const before = late + lateness()
      let open = true
      return () => {
        const during = Math.max(0, late + lateness() - before)
        if (open) {
          open = false
          measuring -= 1
          if (measuring === 0) clearInterval(timer)
        }
        return during
      }
    }
  }
}

/** Shared by all probes of this process. */
export const processEventLoopMonitor: EventLoopMonitor = makeEventLoopMonitor()

/** Distinguishes an unresponsive resolver of our own from unresponsive name servers of a site. */
interface ResolverHealth {
  /** Whether our resolver answers; the result is cached for a moment and shared by all checks. */
  readonly check: () => Promise<boolean>
}

/** The time for which a result is cached, in milliseconds. */
const CACHE_MS = 2_000
/** A resolver that is silent for this long does not work. */
const TIMEOUT_MS = 3_000

/** Shares one probe of the resolver between checks. */
const makeResolverHealth = (probe: (signal: AbortSignal) => Promise<boolean>): ResolverHealth => {
  let current: Promise<boolean> | null = null
  let until = 0
  return {
    check: () => {
      if (current === null || performance.now() > until) {
        until = Number.POSITIVE_INFINITY
        current = probe(AbortSignal.timeout(TIMEOUT_MS))
          .catch(() => false)
          .finally(() => {
            until = performance.now() + CACHE_MS
          })
      }
      return current
    }
  }
}

/**
 * The time to wait for a name before probing our resolver in parallel, in milliseconds, and the largest share of the
 * deadline that this may be.
 */
const SUSPICION_MS = 1_000
const SUSPICION_SHARE = 1 / 3

/** Probes the resolver when a name takes long, so that the result is known when the deadline passes. */
export const suspect = (health: ResolverHealth, timeoutMs: number) => {
  let asked: Promise<boolean> | null = null
  // Without an early query, the resolver is asked when the deadline has passed.
  const safely = guard(() => {})
  const ask = safely(() => {
    asked = health.check()
  })
  const timer = setTimeout(ask, Math.min(SUSPICION_MS, timeoutMs * SUSPICION_SHARE))
  timer.unref()
  return {
    clear: () => clearTimeout(timer),
    /** False when it is silent, or still silent when the signal is aborted. */
    answers: (signal: AbortSignal): Promise<boolean> => {
      const found = asked ?? health.check()
      const never = new Promise<boolean>((resolve, reject) => {
        const onAbort = guard(reject)(() => resolve(false))
        if (signal.aborted) onAbort()
        else signal.addEventListener("abort", onAbort, { once: true })
      })
      return Promise.race([found, never])
    }
  }
}

interface Outside {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  readonly resolverAnswers: (signal: AbortSignal) => Promise<boolean>
}

/** The ports of a probe that shares the process's limits. */
export const toPorts = (outside: Outside, settings: ProbeSettings): ProbePorts => ({
  policy: outside.policy,
  resolve: outside.resolve,
  resolver: makeResolverHealth(outside.resolverAnswers),
  trust: makeTrust(settings.extraCa === undefined ? {} : { extraCa: settings.extraCa }),
  handshakes: processHandshakeLimit,
  eventLoop: processEventLoopMonitor,
  userAgent: settings.userAgent ?? DEFAULT_USER_AGENT,
  internalRedirects: settings.internalRedirects ?? false
})

/** The network that options describe. */
export const makeProbeOutside = (options: Pick<ProbeOptions, "dns" | "dnsServers" | "policy">): Outside => {
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  return {
    policy: options.policy ?? makeAddressPolicy(),
    resolve: dns.resolveAddresses,
    resolverAnswers: async (signal) => (await dns.probe(signal)).answers
  }
}

/** A time limit that can be stopped for a while; its signal is aborted with a TimeoutError when it has passed. */
export interface Deadline {
  readonly signal: AbortSignal
  /** The limit has passed (as opposed to: the caller gave up). */
  readonly passed: () => boolean
  /** Time spent in the work does not count. */
  readonly uncounted: <A>(work: Promise<A>) => Promise<A>
  /** Ends it for the caller. */
  readonly abandon: () => void
  readonly end: () => void
}

/** Starts a limit of so many milliseconds, which also ends when the caller's signal does. */
export const startDeadline = (milliseconds: number, outer?: AbortSignal): Deadline => {
  const controller = new AbortController()
  let passed = false
  let left = milliseconds
  let since = performance.now()
  let over = false
  // Node calls the listeners of a signal one by one: each of them guards itself.
  const safely = guard(() => controller.abort())
  const abort = safely(() => {
    if (over || controller.signal.aborted) return
    passed = true
    controller.abort(new DOMException(`The deadline of ${milliseconds} ms has passed`, "TimeoutError"))
  })
  // Timers run before sockets are read: after a delay of the event loop, the response may already have arrived.
  const pass = safely(() => setImmediate(abort))
  let timer = setTimeout(pass, left)
  const abandon = safely(() => controller.abort(outer?.reason))
  if (outer?.aborted === true) abandon()
  outer?.addEventListener("abort", abandon, { once: true })
  return {
    signal: controller.signal,
    passed: () => passed,
    abandon,
    uncounted: async (work) => {
      clearTimeout(timer)
      left -= performance.now() - since
      try {
        return await work
      } finally {
        since = performance.now()
        timer = setTimeout(pass, Math.max(0, left))
      }
    },
    end: () => {
      over = true
      clearTimeout(timer)
      outer?.removeEventListener("abort", abandon)
    }
  }
}
