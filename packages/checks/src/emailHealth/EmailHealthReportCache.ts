import { EmailHealthReports, type StoreError } from "@mon/core-store"
import type { SpfNode } from "@mon/email-health"
import { type CheckOptions, EmailHealth, type EmailHealthReport } from "@mon/email-health/effect"
import { isPublicAddress } from "@mon/public-net"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { createHash } from "node:crypto"
import { readStoredReport, toStoredReport } from "./StoredReport.ts"

/** The error that is raised if no report could be made, for a reason that says nothing about the domain. */
export class EmailHealthUnavailable extends Data.TaggedError("EmailHealthUnavailable")<{
  /**
   * The reason. `Busy`: too many checks are queued. `Timeout`: the check did not end in time. `Fault`: an error ended
   * the check.
   */
  readonly reason: "Busy" | "Timeout" | "Fault"
  readonly domain: string
  readonly cause?: unknown
}> {
  override get message() {
    return `The email health of ${this.domain} could not be checked (${this.reason}).`
  }
}

const recordsOf = ({ children, record }: SpfNode): ReadonlyArray<string> => [
  ...(record === null ? [] : [record]),
  ...children.flatMap(recordsOf)
]

/** Returns the network of an SPF term such as `ip4:10.0.0.0/24`, without the prefix length of a single address. */
const networkOf = (term: string): string =>
  term.replace(/^[-+?~]?ip(?:4:(?<v4>.+?)(?:\/32)?|6:(?<v6>.+?)(?:\/128)?)$/iu, "$<v4>$<v6>")

/**
 * Whether a network may be shown: it is public, or a DNS record contains it, so that anybody can learn it without the
 * service's resolver.
 */
const isKnown = (records: ReadonlyArray<string>) => {
  const published = new Set(records.flatMap((record) => record.split(" ").map(networkOf)))
  return (network: string): boolean => isPublicAddress(network.replace(/\/.*$/u, "")) || published.has(network)
}

/**
 * Removes private addresses from a report. A name may resolve to them only inside the service's own network, and users
 * must not learn anything about that network. Findings still say that there are such addresses.
 */
export const withoutPrivateAddresses = (report: EmailHealthReport): EmailHealthReport => ({
  ...report,
  mx: {
    ...report.mx,
    hosts: report.mx.hosts.map((host) => ({ ...host, addresses: host.addresses.filter((address) => address.public) }))
  },
  spf: { ...report.spf, networks: report.spf.networks.filter(isKnown(recordsOf(report.spf.tree))) }
})

export interface EmailHealthLimits {
  readonly concurrency: number
  /** The most queued checks. Further checks are refused. */
  readonly waiting: number
  /** The longest time that a check may run. The engine's own limit is 20 s. */
  readonly deadlineMs: number
  /** The longest time that a check may be queued. */
  readonly maxWaitMs: number
  /** The interval at which this process polls for a report that another process is making. */
  readonly pollMs: number
}

/** The default limits. The resolver has capacity for 32 checks of 233 queries each. */
export const emailHealthLimits: EmailHealthLimits = {
  concurrency: 32,
  waiting: 256,
  deadlineMs: 25_000,
  maxWaitMs: 20_000,
  pollMs: 200
}

/**
 * The time that is added to the limits on waiting and running, so that the lease of a running check does not expire.
 */
const LEASE_MARGIN_MS = 15_000

/**
 * The longest report that is cached. Longer reports, which only a hostile zone can cause, are returned but not cached.
 */
const MAX_REPORT_CHARACTERS = 1_048_576

/** A request for a report about a domain. The cache stores a separate report for each combination of options. */
export interface EmailHealthRequest {
  /** The DKIM selectors that are checked in addition to the common ones. */
  readonly selectors?: ReadonlyArray<string>
  /**
   * Whether the domain's owner has reviewed the DMARC reports. If so, the repair plan may propose a stricter policy.
   */
  readonly reportsReviewed?: boolean
  /** Whether the account monitors the domain. Mon connects to the mail hosts of monitored domains only. */
  readonly monitored?: boolean
}

interface Task {
  readonly domain: string
  readonly key: string
  readonly options: CheckOptions
}

const taskOf = (domain: string, request: EmailHealthRequest): Task => {
  const { monitored = false, reportsReviewed = false } = request
  const selectors = [...new Set((request.selectors ?? []).map((selector) => selector.toLowerCase()))].toSorted()
  const options: CheckOptions = { selectors, startTls: monitored, repair: { reportsReviewed } }
  if (selectors.length === 0 && !monitored && !reportsReviewed) return { domain, key: domain, options }
  const digest = createHash("sha256")
    .update(JSON.stringify([selectors, monitored, reportsReviewed]))
    .digest("hex")
  return { domain, key: `${domain} ${digest.slice(0, 32)}`, options }
}

/** A running check, and the number of callers that wait for it. */
interface Flight {
  readonly fiber: Fiber.Fiber<EmailHealthReport, StoreError | EmailHealthUnavailable>
  callers: number
}

/**
 * Makes email health reports on demand. All processes share a cache, which stores each report for an hour. Equal
 * requests at the same time share one check. The check is interrupted when its last caller is interrupted.
 */
export class EmailHealthReportCache extends Context.Service<
  EmailHealthReportCache,
  {
    /** Returns the cached report, with `cached` set to true, or makes a new report. `fresh` bypasses the cache. */
    readonly getOrCheck: (
      domain: string,
      options: EmailHealthRequest & { readonly fresh: boolean }
    ) => Effect.Effect<EmailHealthReport, StoreError | EmailHealthUnavailable>
    readonly cached: (
      domain: string,
      request?: EmailHealthRequest
    ) => Effect.Effect<EmailHealthReport | null, StoreError>
    /** Makes a new report and caches it. Its timestamp `at` is in epoch milliseconds on the database's clock. */
    readonly check: (
      domain: string,
      at: number,
      request?: EmailHealthRequest
    ) => Effect.Effect<EmailHealthReport, StoreError | EmailHealthUnavailable>
  }
>()("@mon/checks/EmailHealthReportCache") {
  static readonly layerNoDeps = (
    options: Partial<EmailHealthLimits> = {}
  ): Layer.Layer<EmailHealthReportCache, never, EmailHealth | EmailHealthReports> =>
    Layer.effect(EmailHealthReportCache, make({ ...emailHealthLimits, ...options }))
}

const refuse = (domain: string, reason: EmailHealthUnavailable["reason"], cause?: unknown) =>
  new EmailHealthUnavailable({ reason, domain, cause })

const make = Effect.fnUntraced(function* ({ concurrency, deadlineMs, maxWaitMs, pollMs, waiting }: EmailHealthLimits) {
  const engine = yield* EmailHealth
  const reports = yield* EmailHealthReports
  const permits = yield* Semaphore.make(concurrency)
  const running = yield* FiberSet.make<EmailHealthReport, StoreError | EmailHealthUnavailable>()
  const flights = new Map<string, Flight>()
  const leaseMs = deadlineMs + maxWaitMs + LEASE_MARGIN_MS
  let inside = 0

  const runEngine = ({ domain, options }: Task, fresh: boolean) =>
    engine.check(domain, { ...options, fresh }).pipe(
      Effect.mapError((cause) => refuse(domain, "Fault", cause)),
      Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => Effect.fail(refuse(domain, "Timeout")) }),
      Effect.catchCause((cause) =>
        Cause.hasDies(cause) ? Effect.fail(refuse(domain, "Fault", Cause.squash(cause))) : Effect.failCause(cause)
      )
    )

  /**
   * Runs an effect with a permit of the semaphore. Fails as Busy if the queue is full, or if the wait takes too long.
   */
  const admitted = <A, E>(domain: string, work: Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      if (inside >= concurrency + waiting) return Effect.fail(refuse(domain, "Busy"))
      inside += 1
      let begun = false
      const begin = Effect.sync(() => {
        begun = true
      })
      const waitLimit = Effect.andThen(
        Effect.sleep(maxWaitMs),
        Effect.suspend(() => (begun ? Effect.never : Effect.fail(refuse(domain, "Busy"))))
      )
      return Effect.raceFirst(permits.withPermit(Effect.andThen(begin, work)), waitLimit).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            inside -= 1
          })
        )
      )
    })

  const cacheReport = ({ key }: Task, report: EmailHealthReport, at: number, token: string | null) =>
    JSON.stringify(report).length <= MAX_REPORT_CHARACTERS
      ? reports.cache(key, { report: toStoredReport(report), incomplete: report.incomplete, checkedAt: at }, token)
      : token === null
        ? Effect.void
        : reports.release(key, token)

  const makeReport = Effect.fnUntraced(function* (task: Task, at: number, token: string | null) {
    const { domain } = task
    const found = yield* admitted(domain, runEngine(task, token === null))
    const report = { ...withoutPrivateAddresses(found), domain, checkedAt: new Date(at).toISOString() }
    yield* cacheReport(task, report, at, token)
    return report
  })

  /**
   * Runs a check between a claim and its release. An interruption cannot prevent the release, because a claim that is
   * not released delays other processes.
   */
  const flight = (task: Task): Effect.Effect<EmailHealthReport, StoreError | EmailHealthUnavailable> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(reports.claim(task.key, leaseMs), (claim) => {
        switch (claim._tag) {
          case "Cached": {
            const report = readStoredReport(claim.report)
            return report === null
              ? restore(Effect.flatMap(reports.now(), (at) => makeReport(task, at, null)))
              : Effect.succeed({ ...report, cached: true })
          }
          case "Claimed": {
            const release = Effect.ignore(reports.release(task.key, claim.token))
            return Effect.onError(restore(makeReport(task, claim.at, claim.token)), () => release)
          }
          case "Busy":
            return restore(Effect.andThen(Effect.sleep(pollMs), flight(task)))
        }
      })
    )

  const forget = (key: string, ended: Flight): void => {
    if (flights.get(key) === ended) flights.delete(key)
  }

  const begin = (task: Task) =>
    Effect.map(FiberSet.run(running, flight(task)), (fiber): Flight => {
      const begun = { fiber, callers: 1 }
      flights.set(task.key, begun)
      fiber.addObserver(() => forget(task.key, begun))
      return begun
    })

  const join = (task: Task) =>
    Effect.suspend(() => {
      const found = flights.get(task.key)
      if (found === undefined) return begin(task)
      found.callers += 1
      return Effect.succeed(found)
    })

  const leave = (key: string, left: Flight) =>
    Effect.suspend(() => {
      left.callers -= 1
      if (left.callers > 0) return Effect.void
      forget(key, left)
      return Fiber.interrupt(left.fiber)
    })

  // The check runs in a fiber of its own, so that the interruption of one caller does not interrupt the check for other
  // callers.
  const shared = (task: Task) =>
    Effect.acquireUseRelease(
      join(task),
      ({ fiber }) => Fiber.join(fiber),
      (joined) => leave(task.key, joined)
    )

  const check = Effect.fn("EmailHealthReportCache.check")(
    (domain: string, at: number, request: EmailHealthRequest = {}) => makeReport(taskOf(domain, request), at, null)
  )

  const getOrCheck = Effect.fn("EmailHealthReportCache.getOrCheck")(function* (
    domain: string,
    { fresh, ...request }: EmailHealthRequest & { readonly fresh: boolean }
  ) {
    const task = taskOf(domain, request)
    if (!fresh) return yield* shared(task)
    return yield* makeReport(task, yield* reports.now(), null)
  })

  const cached = Effect.fn("EmailHealthReportCache.cached")((domain: string, request: EmailHealthRequest = {}) =>
    Effect.map(reports.find(taskOf(domain, request).key), (stored) => {
      const report = readStoredReport(stored)
      return report === null ? null : { ...report, cached: true }
    })
  )

  return EmailHealthReportCache.of({ getOrCheck, cached, check })
})
