import { Secrets } from "@mon/core-store"
import { Connectivity, OtherSites, ResultBatcher, SelfTest } from "@mon/checks"
import { layerNode } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { ServiceProbe, UptimeProbe } from "@mon/uptime-probe/effect"
import { layerWorkerNoDeps, WorkerConfig, defaultWorkerTimings, WorkerTimings } from "@mon/worker"
import { Effect, Layer, ManagedRuntime, References } from "effect"
import { answer } from "../harness/Child.ts"
import { layerStore } from "../postgres/Store.ts"

export interface WorkerAsked {
  readonly database: string
  /** The name server, as "address:port". */
  readonly dns: string
  readonly rootPem: string
}

/** Mon's worker with everything that a check needs: it claims, checks and records for as long as it lives. */
export type CheckWorker = {
  readonly start: (asked: WorkerAsked) => Promise<void>
}

const CONCURRENCY = 100
const LEASE_MARGIN_MS = 60_000
const CONNECTIONS = 5
/** A short poll interval, so that a round starts without delay. */
const POLL_MS = 20

const layerEngines = ({ dns, rootPem }: WorkerAsked) =>
  Connectivity.layerNoDeps().pipe(
    Layer.provide([SelfTest.layerNoDeps(), OtherSites.layerNone]),
    Layer.provideMerge(UptimeProbe.layerNoDeps({ extraCa: [rootPem] })),
    Layer.merge(ServiceProbe.layerNoDeps({ extraCa: [rootPem] })),
    Layer.provide([layerNode({ servers: [dns] }), NetworkPolicy.layer({ allow: ["127.0.0.1/32"] })])
  )

const layerSecrets = Secrets.layer(["a secret of at least 32 characters"])

let close = async () => {}

answer<CheckWorker>(
  {
    start: async (asked) => {
      const config = WorkerConfig.layer({
        dnsServers: [asked.dns],
        allowPrivateNetworks: [],
        extraCa: [],
        referenceTargets: [],
        location: "bench",
        concurrency: CONCURRENCY,
        leaseMarginMs: LEASE_MARGIN_MS
      })
      const runtime = ManagedRuntime.make(
        layerWorkerNoDeps.pipe(
          Layer.provide([layerEngines(asked), ResultBatcher.layerNoDeps(), config, layerSecrets]),
          Layer.provide(layerStore(asked.database, CONNECTIONS)),
          Layer.provide([
            Layer.succeed(WorkerTimings, { ...defaultWorkerTimings, pollMs: POLL_MS }),
            Layer.succeed(References.MinimumLogLevel, "Warn")
          ])
        )
      )
      close = () => runtime.dispose()
      await runtime.runPromise(Effect.void)
    }
  },
  () => close()
)
