import { type FetchPolicy, layerResolver } from "@mon/checks/local"
import { NetworkPolicy } from "@mon/public-net/effect"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { WorkerPool } from "@mon/process-runtime/worker-pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { ALL_NETWORKS } from "./localPolicy.ts"
import type { CheckOutcome } from "./monitorChecks.ts"
import type { MonitorTest } from "./monitorTests.ts"

export type TestResult = Omit<MonitorTest, "check"> & CheckOutcome

export interface RunOptions {
  readonly allowPrivate: boolean
  /** Empty to use the DNS servers of the system. */
  readonly dnsServers: ReadonlyArray<string>
  readonly concurrency: number
  readonly timeLimitMs: number
  readonly policy: FetchPolicy
  readonly signal: AbortSignal
  readonly onResult: (result: TestResult) => void
}

const resultOf = ({ check: _check, ...monitor }: MonitorTest, outcome: CheckOutcome): TestResult => ({
  ...monitor,
  ...outcome
})

const unmade = (verdict: "unknown" | "skipped", code: string, message: string): CheckOutcome => ({
  verdict,
  code,
  message,
  statusCode: null,
  responseMs: null,
  contentFault: null
})

const TIME_LIMIT = unmade("unknown", "time_limit", "The time limit was reached before this check.")

const layerEngines = (
  allowPrivate: boolean,
  dnsServers: ReadonlyArray<string>
): Layer.Layer<ServiceProbe | UptimeProbe | WorkerPool> =>
  Layer.merge(
    WorkerPool.layer,
    Layer.merge(ServiceProbe.layerNoDeps(), UptimeProbe.layerNoDeps({ internalRedirects: allowPrivate })).pipe(
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
    (typeof test.check === "function"
      ? test.check(policy)
      : Effect.succeed(unmade("skipped", test.check.code, test.check.message))
    ).pipe(
      Effect.map((outcome) => {
        const result = resultOf(test, outcome)
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
  return tests.map((test) => results.get(test) ?? resultOf(test, TIME_LIMIT))
}
