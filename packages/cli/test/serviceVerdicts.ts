import {
  checkDomain,
  Connectivity,
  domainAddress,
  layerResolver,
  pageAddress,
  sealRequest,
  PageChecker
} from "@mon/checks"
import { Blobs, plainCheck, Secrets, StoreError, type PageCheckResult, PageChecks } from "@mon/core-store"
import type { ConfigDocument } from "@mon/api-contract/config-file"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Screenshots } from "@mon/screenshot/effect"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

type Domain = NonNullable<ConfigDocument["domains"]>[string]
type Page = NonNullable<ConfigDocument["urls"]>[string]

/** The verdict that the service records about a monitor. */
export interface RecordedVerdict {
  readonly verdict: string
  readonly code: string | null
  readonly message: string | null
}

const TIMEOUT_MS = 30_000
const LEASE_MS = 60_000
const AT_ONCE = 10

const secrets = Secrets.layer(["a secret of at least 32 characters"])

const sealed = Effect.fnUntraced(function* (url: string, request: Domain["request"]) {
  if (request === null || request === undefined) return null
  const result = yield* sealRequest("1", url, request, null)
  return result.ok ? result.value : yield* Effect.die("The request cannot be sealed.")
})

const claimOf = Effect.fnUntraced(function* (url: string, { contentFaults, expect, request }: Domain | Page) {
  const now = yield* Clock.currentTimeMillis
  return {
    ...plainCheck,
    accountKey: "1",
    monitorKey: "1",
    leaseToken: "t",
    kind: "domain" as const,
    url,
    hostname: new URL(url).hostname,
    timeoutMs: TIMEOUT_MS,
    dueAt: now,
    claimedAt: now,
    leaseUntil: now + LEASE_MS,
    expect: expect ?? [],
    contentFaults: contentFaults ?? plainCheck.contentFaults,
    request: yield* sealed(url, request)
  }
})

const domainVerdict = Effect.fnUntraced(function* (domain: Domain) {
  const claim = yield* claimOf(domainAddress(new URL(domain.url)), domain)
  const row = yield* checkDomain({ ...claim, state: "unknown", receivedAt: yield* Clock.monotonicTimeNanos })
  return { verdict: row.verdict, code: row.errorCode, message: row.errorMessage } satisfies RecordedVerdict
})

const STATES = { active: "up", changed: "up", error: "down" } as const

const pageVerdict = Effect.fnUntraced(function* (page: Page, recorded: Map<string, PageCheckResult>, id: string) {
  const claim = yield* claimOf(pageAddress(new URL(page.url)), page)
  const checker = yield* PageChecker
  yield* checker.check({
    ...claim,
    monitorKey: id,
    id,
    state: "unknown",
    screenshotEnabled: false,
    screenshotWaitMs: 0,
    rules: {
      include: page.include ?? [],
      exclude: page.exclude ?? [],
      ignoreLines: page.ignoreLines ?? [],
      trigger: null,
      onlyLines: null,
      minimumChange: null
    },
    render: page.render === true,
    plan: "pro",
    manual: false
  })
  const row = recorded.get(id)
  return {
    verdict: row?.state === null || row === undefined ? "unknown" : STATES[row.state],
    code: row?.error?.code ?? null,
    message: row?.error?.message ?? null
  } satisfies RecordedVerdict
})

/** Checks monitors with the functions of a worker, from the claim to the row, but without a database. */
export const serviceVerdicts = ({
  domains = {},
  urls = {}
}: ConfigDocument): Promise<ReadonlyMap<string, RecordedVerdict>> => {
  const recorded = new Map<string, PageCheckResult>()
  const network = Layer.merge(layerResolver([]), NetworkPolicy.layer({ allow: ["127.0.0.0/8"] }))
  const engines = Layer.mergeAll(
    Layer.provide(UptimeProbe.layerNoDeps({}), network),
    Connectivity.layerTrusting,
    secrets,
    WorkerPool.layer
  )
  const store = Layer.mergeAll(
    Layer.mock(PageChecks, {
      page: () => Effect.succeed(null),
      record: ({ monitorKey }, result) =>
        Effect.sync(() => {
          recorded.set(monitorKey, result)
          return true
        })
    }),
    Layer.mock(Blobs, { get: () => Effect.fail(new StoreError({ reason: "Failed", operation: "none", cause: null })) }),
    Screenshots.layerMemory(() => ({ status: "unavailable", reason: "no_browser", message: "None." }))
  )
  const checker = PageChecker.layerNoDeps({ fetchPolicy: { attempts: 1, waitMs: 0 } }).pipe(Layer.provide(store))
  const all = Effect.gen(function* () {
    const concurrency = AT_ONCE
    const ofDomains = yield* Effect.forEach(
      Object.entries(domains),
      ([key, domain]) => Effect.map(domainVerdict(domain), (one) => [key, one] as const),
      { concurrency }
    )
    const ofPages = yield* Effect.forEach(
      Object.entries(urls),
      ([key, page]) => Effect.map(pageVerdict(page, recorded, key), (one) => [key, one] as const),
      { concurrency }
    )
    return new Map<string, RecordedVerdict>([...ofDomains, ...ofPages])
  })
  return Effect.runPromise(Effect.provide(all, Layer.merge(Layer.provideMerge(checker, engines), Logger.layer([]))))
}
