import {
  domainVerdict,
  examineResponse,
  type FetchPolicy,
  fetchUrl,
  isSecretRequest,
  layerResolver,
  pageVerdict,
  performCheck,
  plainRequest,
  recordedContent,
  repeatFailed
} from "@mon/checks/local"
import type { ContentFaultFacts } from "@mon/model"
import { NetworkPolicy } from "@mon/public-net/effect"
import type { CheckResult, Verdict } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { ALL_NETWORKS } from "./localPolicy.ts"
import type { MonitorTest } from "./monitorTests.ts"

/** The result of one check of a file. */
export interface TestResult {
  readonly section: MonitorTest["section"]
  readonly key: string
  readonly name: string
  readonly url: string
  readonly line: number
  readonly column: number
  readonly verdict: Verdict | "skipped"
  /** The service's code for the problem; null if the monitor is up. */
  readonly code: string | null
  readonly message: string | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  /** The fault that the page's content shows although its status is good. */
  readonly contentFault: ContentFaultFacts | null
}

export interface RunOptions {
  readonly allowPrivate: boolean
  /** The DNS servers; empty to use the system's servers. */
  readonly dnsServers: ReadonlyArray<string>
  readonly concurrency: number
  /** The time limit for the whole run, in milliseconds. */
  readonly timeLimitMs: number
  readonly policy: FetchPolicy
  readonly signal: AbortSignal
  readonly onResult: (result: TestResult) => void
}

/** The reasons for "no verdict" that the engine has no codes for. */
const OBSTACLES = {
  busy: "Too many pages are waiting to be read.",
  "no browser": "The page's scripts run in the service's browser. This machine does not run them.",
  "own network": "The network may be down."
} as const

const US_PER_MS = 1_000

type Found = Pick<TestResult, "verdict" | "code" | "message" | "statusCode" | "responseMs" | "contentFault">

const resultOf = ({ column, key, line, name, section, url }: MonitorTest, found: Found): TestResult => ({
  section,
  key,
  name,
  url,
  line,
  column,
  ...found
})

const unmade = (test: MonitorTest, verdict: "unknown" | "skipped", code: string, message: string): TestResult =>
  resultOf(test, { verdict, code, message, statusCode: null, responseMs: null, contentFault: null })

const millis = (micros: number | null): number | null => (micros === null ? null : Math.round(micros / US_PER_MS))

const contentFaultOf = ({ contentMemory, request }: MonitorTest, check: CheckResult): ContentFaultFacts | null =>
  recordedContent(check, { contentMemory, isSecret: isSecretRequest(request) })?.fault ?? null

const testDomain = Effect.fnUntraced(function* (test: MonitorTest, policy: FetchPolicy) {
  const once = performCheck(test, Effect.succeed(plainRequest(test)))
  const check = yield* repeatFailed(once, (result) => result, test.request?.method, policy)
  const { errorCode, errorMessage, verdict } = domainVerdict(check, isSecretRequest(test.request))
  return resultOf(test, {
    verdict,
    code: errorCode,
    message: errorMessage,
    statusCode: check.statusCode,
    responseMs: millis(check.totalUs),
    contentFault: contentFaultOf(test, check)
  })
})

const noBrowser = () => Effect.succeed({ _tag: "NoBrowser", reason: OBSTACLES["no browser"] } as const)

const testPage = Effect.fnUntraced(function* (
  test: MonitorTest,
  page: NonNullable<MonitorTest["page"]>,
  policy: FetchPolicy
) {
  const { result } = yield* fetchUrl(plainRequest(test), policy)
  const examined = yield* examineResponse(result, {
    rules: page.rules,
    // Pages have different owners, so that no page waits for another one.
    owner: test.key,
    render: page.render ? noBrowser : null,
    before: null
  })
  const { fault, verdict } = pageVerdict(examined, isSecretRequest(test.request))
  const { obstacle } = examined
  const isObstructed = verdict === "unknown" && obstacle !== null
  return resultOf(test, {
    verdict,
    code: isObstructed ? obstacle.replaceAll(" ", "_") : (fault?.code ?? null),
    message: isObstructed ? OBSTACLES[obstacle] : (fault?.message ?? null),
    statusCode: result.statusCode,
    responseMs: millis(result.totalUs),
    contentFault: contentFaultOf(test, result)
  })
})

const layerEngines = (
  allowPrivate: boolean,
  dnsServers: ReadonlyArray<string>
): Layer.Layer<UptimeProbe | WorkerPool> =>
  Layer.merge(
    WorkerPool.layer,
    UptimeProbe.layerNoDeps({ internalRedirects: allowPrivate }).pipe(
      Layer.provide([layerResolver(dnsServers), NetworkPolicy.layer({ allow: allowPrivate ? ALL_NETWORKS : [] })])
    )
  )

/** Performs checks with the engines of the service. Returns the results in the order of the tests. */
export const runTests = async (
  tests: ReadonlyArray<MonitorTest>,
  { allowPrivate, concurrency, dnsServers, onResult, policy, signal, timeLimitMs }: RunOptions
): Promise<ReadonlyArray<TestResult>> => {
  const results = new Map<MonitorTest, TestResult>()
  const one = (test: MonitorTest) =>
    (test.isPaused
      ? Effect.succeed(unmade(test, "skipped", "paused", "The monitor is paused."))
      : test.page === null
        ? testDomain(test, policy)
        : testPage(test, test.page, policy)
    ).pipe(
      Effect.map((result) => {
        results.set(test, result)
        onResult(result)
      })
    )
  const all = Effect.forEach(tests, one, { concurrency, discard: true }).pipe(
    Effect.timeoutOption(timeLimitMs),
    // Errors of the engines become results, so they are not logged.
    Effect.provide(Layer.merge(layerEngines(allowPrivate, dnsServers), Logger.layer([])))
  )
  await Effect.runPromise(all, { signal })
  return tests.map(
    (test) =>
      results.get(test) ?? unmade(test, "unknown", "time_limit", "The time limit was reached before this check.")
  )
}
