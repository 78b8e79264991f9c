import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Connectivity, layerIsolatedChecks, OtherSites, ResultBatcher } from "@mon/checks"
import { layerRepositories, layerSqlClient, readDatabaseUrl, Secrets } from "@mon/core-store"
import { ConfirmationPolicy, defaultConfirmationPolicy } from "@mon/model"
import { ServiceProbe } from "@mon/uptime-probe/effect"
import * as Layer from "effect/Layer"
import process from "node:process"
import { layerWorkerNoDeps, WorkerConfig } from "../src/index.ts"
import { layerAbortingProbe } from "./AbortingProbe.ts"

const { MON_DNS_SERVERS = "" } = process.env

const network = { dnsServers: [MON_DNS_SERVERS], allowPrivateNetworks: ["127.0.0.1/32"], extraCa: [] }
const settings = { ...network, referenceTargets: [], location: "testbed", concurrency: 200, leaseMarginMs: 10_000 }
const program = new URL("./abortingChecks.ts", import.meta.url)

layerWorkerNoDeps.pipe(
  Layer.provide(ResultBatcher.layerNoDeps()),
  Layer.provide([
    layerAbortingProbe(network),
    ServiceProbe.layerMemory({}),
    Connectivity.layerTrusting,
    Layer.provide(layerIsolatedChecks(network, program), OtherSites.layer)
  ]),
  Layer.provide(layerRepositories),
  Layer.provide([
    layerSqlClient({ url: readDatabaseUrl(process.env), applicationName: "mon-worker" }),
    WorkerConfig.layer(settings),
    Secrets.layer(["a secret of at least 32 characters"]),
    Layer.succeed(ConfirmationPolicy, { ...defaultConfirmationPolicy, retryUnknownMs: 500, faultMs: 500 })
  ]),
  Layer.launch,
  NodeRuntime.runMain
)
