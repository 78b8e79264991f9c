import { guard } from "@mon/bundled/callbacks"
import { makeNodeClient } from "@mon/dns"
import { type AddressPolicy, type Connect, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { type Failure, timeouts } from "../Outcome.ts"
import type { Protocols } from "../tls/Handshake.ts"
import { type HandshakeLimit, processHandshakeLimit } from "../tls/HandshakeLimit.ts"
import { makeTrust, type Trust } from "../tls/Trust.ts"
import type { ProbeOptions, ProbeSettings } from "./ProbeOptions.ts"
import { type KnownPages, makeKnownPages } from "../content/KnownPages.ts"

export interface ProbePorts {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  /** The function that opens sockets to addresses that the policy allows. Default: `node:net`. */
  readonly connect?: Connect
  /** Checks whether this machine's own resolver works, after a name could not be resolved. */
  readonly resolver: ResolverHealth
  readonly trust: Trust
  readonly handshakes: HandshakeLimit
  /** The judgements of pages that have not changed. If it is missing, every page is judged. */
  readonly knownPages?: KnownPages
  readonly eventLoop: EventLoopMonitor
  readonly userAgent: string
  readonly internalRedirects: boolean
  /** The application protocols that TLS handshakes offer. Default: HTTP/2 and HTTP/1.1. */
  readonly protocols?: Protocols
}

/** The default User-Agent. A service that uses this package should send its own name and address instead. */
const DEFAULT_USER_AGENT = "MonBot/1.0 (uptime monitoring; @mon/uptime-probe)"

/**
 * The default time limit of a check, in milliseconds. It is long enough for a slow page, and other monitoring tools use
 * the same limit.
 */
export const DEFAULT_TIMEOUT_MS = 10_000

export const HEADER_BYTES = 32 * 1024
/** The maximum size of a decoded body. A longer body is cut off, which is not a failure. */
export const BODY_BYTES = 1024 * 1024

export interface EventLoopMonitor {
  /**
   * Starts a measurement. Call the returned function to stop the measurement, and to get the total delay in
   * milliseconds.
   */
  readonly begin: () => () => number
}

const SAMPLE_MS = 10
/** The delay of a sample that is normal in a busy but healthy process, in milliseconds. */
const NOISE_MS = 5

/**
 * The delay of the event loop above which a check counts as delayed, in milliseconds. The delay must also exceed
 * `DELAY_SHARE` of the check's duration.
 */
const DELAY_MS = 20
const DELAY_SHARE = 0.2

/**
 * The delay of the event loop above which a timeout counts as a local fault, in milliseconds. The delay must also
 * exceed `DELAY_SHARE` of the check's duration.
 */
const LOCAL_FAULT_MS = 250

/** Returns whether a delay makes the timings of a check unreliable. */
export const isDelayed = (lateMs: number, checkMs: number): boolean =>
  lateMs > DELAY_MS && lateMs > checkMs * DELAY_SHARE

/** Returns whether a delay can explain why a check timed out. */
export const isLocalFault = (lateMs: number, checkMs: number): boolean =>
  lateMs > LOCAL_FAULT_MS && isDelayed(lateMs, checkMs)

/**
 * Converts a timeout that a delay explains to a local fault, because such a timeout says nothing about the server.
 * Returns other failures unchanged.
 */
export const orLocalFault = (failure: Failure, lateMs: number, checkMs: number): Failure =>
  timeouts.has(failure.outcome) && isLocalFault(lateMs, checkMs)
    ? { outcome: "prober_fault", message: `The prober was too busy to run the check: ${failure.message}` }
    : failure

/**
 * Makes a separate monitor. A process normally shares `processEventLoopMonitor`. The monitor samples only while a
 * measurement runs.
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

export const processEventLoopMonitor: EventLoopMonitor = makeEventLoopMonitor()

/** Distinguishes an unresponsive resolver of this machine from unresponsive name servers of a site. */
interface ResolverHealth {
  /**
   * Resolves to true if this machine's resolver answers, and to false otherwise. The result is cached briefly and
   * shared by all checks.
   */
  readonly check: () => Promise<boolean>
}

const CACHE_MS = 2_000
/** The time after which a silent resolver counts as broken, in milliseconds. */
const TIMEOUT_MS = 3_000

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
 * The time without an answer after which a parallel test of this machine's resolver starts, in milliseconds. It is at
 * most `SUSPICION_SHARE` of the check's time limit.
 */
const SUSPICION_MS = 1_000
const SUSPICION_SHARE = 1 / 3

/**
 * Tests the resolver if the resolution of a name takes long, so that the result is available when the deadline passes.
 */
export const suspect = (health: ResolverHealth, timeoutMs: number) => {
  let asked: Promise<boolean> | null = null
  // If there was no early test, the resolver is tested when the deadline has passed.
  const safely = guard(() => {})
  const ask = safely(() => {
    asked = health.check()
  })
  const timer = setTimeout(ask, Math.min(SUSPICION_MS, timeoutMs * SUSPICION_SHARE))
  timer.unref()
  return {
    clear: () => clearTimeout(timer),
    /** Resolves to false if the resolver does not answer, or has not answered when the signal is aborted. */
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

/** Returns the parts outside the engine that a probe uses. Their limits apply to the whole process. */
export const toPorts = (outside: Outside, settings: ProbeSettings): ProbePorts => ({
  policy: outside.policy,
  resolve: outside.resolve,
  resolver: makeResolverHealth(outside.resolverAnswers),
  trust: makeTrust(settings.extraCa === undefined ? {} : { extraCa: settings.extraCa }),
  handshakes: processHandshakeLimit,
  knownPages: makeKnownPages(),
  eventLoop: processEventLoopMonitor,
  userAgent: settings.userAgent ?? DEFAULT_USER_AGENT,
  internalRedirects: settings.internalRedirects ?? false
})

export const makeProbeOutside = (options: Pick<ProbeOptions, "dns" | "dnsServers" | "policy">): Outside => {
  const dns = options.dns ?? makeNodeClient(options.dnsServers === undefined ? {} : { servers: options.dnsServers })
  return {
    policy: options.policy ?? makeAddressPolicy(),
    resolve: dns.resolveAddresses,
    resolverAnswers: async (signal) => (await dns.probe(signal)).answers
  }
}

/** A time limit that can be paused. When it passes, its signal is aborted with a TimeoutError. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Returns whether the time limit has passed. False if the caller gave up. */
  readonly passed: () => boolean
  /** Pauses the time limit until the given promise settles. */
  readonly uncounted: <A>(work: Promise<A>) => Promise<A>
  readonly abandon: () => void
  readonly end: () => void
}

/** Starts a time limit in milliseconds. Its signal is also aborted when the caller's signal is aborted. */
export const startDeadline = (milliseconds: number, outer?: AbortSignal): Deadline => {
  const controller = new AbortController()
  let passed = false
  let left = milliseconds
  let since = performance.now()
  let over = false
  // Node calls the listeners of a signal one by one, so each listener must guard itself.
  const safely = guard(() => controller.abort())
  const abort = safely(() => {
    if (over || controller.signal.aborted) return
    passed = true
    controller.abort(new DOMException(`The deadline of ${milliseconds} ms has passed`, "TimeoutError"))
  })
  // Timers run before sockets are read, so after a delay of the event loop the response may already have arrived.
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
