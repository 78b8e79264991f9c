import { layerWorker, WorkerConfig, WorkerPace, workerRhythm } from "@mon/worker"
import { Effect, Layer, ManagedRuntime, References } from "effect"
import { answer } from "../harness/Child.ts"
import { layerStore } from "../postgres/Store.ts"

export interface WorkerAsked {
  readonly database: string
  /** The name server, as "address:port". */
  readonly dns: string
  readonly rootPem: string
}

/** Mon's worker as it runs in earnest: it claims, looks and records for as long as it lives. */
export type CheckWorker = {
  readonly start: (asked: WorkerAsked) => Promise<void>
}

const CONCURRENCY = 100
const LEASE_MARGIN_MS = 60_000
const CONNECTIONS = 5
/** What is due at the beginning of a round is found at once. */
const POLL_MS = 20

let close = async () => {}

answer<CheckWorker>({
  start: async ({ database, dns, rootPem }) => {
    const config = WorkerConfig.layer({
      dnsServers: [dns],
      allowPrivateNetworks: ["127.0.0.1/32"],
      extraCa: [rootPem],
      referenceTargets: [],
      location: "bench",
      concurrency: CONCURRENCY,
      leaseMarginMs: LEASE_MARGIN_MS
    })
    const runtime = ManagedRuntime.make(
      layerWorker.pipe(
        Layer.provide([config, layerStore(database, CONNECTIONS)]),
        Layer.provide([
          Layer.succeed(WorkerPace, { ...workerRhythm, pollMs: POLL_MS }),
          Layer.succeed(References.MinimumLogLevel, "Warn")
        ])
      )
    )
    close = () => runtime.dispose()
    await runtime.runPromise(Effect.void)
  }
}, () => close())
