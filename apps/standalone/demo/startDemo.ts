import { ApiServer, layerLog, makeSetupPath, readApiConfig } from "@mon/api"
import { layerPageChecks, readWorkerSettings, WorkerConfig } from "@mon/worker"
import { Context, Effect, Layer, ManagedRuntime, Redacted, References } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readSettings } from "../src/Settings.ts"
import { layerServiceNoDeps } from "../src/Standalone.ts"
import { layerImages, layerMigratedStore, layerServiceDatabase } from "../src/Store.ts"
import { openApi } from "./DemoApi.ts"
import { writeHistory } from "./history/writeHistory.ts"
import { type SmallInternet, startInternet } from "./internet/startInternet.ts"
import { setPassword, useService } from "./useService.ts"

export interface DemoOptions {
  /** The data folder. It must be empty or come from an earlier demo. */
  readonly dataDir: string
  /** 0: any free port. */
  readonly port: number
  readonly report?: (text: string) => void
}

export interface Demo {
  readonly baseUrl: string
  readonly email: string
  readonly password: string
  readonly apiKey: string
  readonly internet: SmallInternet
  readonly close: () => Promise<void>
}

const EMAIL = "maria@lighthouse-agency-example.com"
const NAME = "Maria Lind"
const PASSWORD = "see Mon alive"
const LOCATION = "oslo"
/**
 * The API key of the owner, with valid check characters. It can be public, because the demo listens only on loopback.
 */
const API_KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"

const environmentOf = (
  { dataDir, port }: DemoOptions,
  { nameServer, rdapBootstrapUrl }: SmallInternet,
  rootFile: string
): Readonly<Record<string, string>> => ({
  MON_DATA_DIR: dataDir,
  MON_HOST: "127.0.0.1",
  MON_PORT: String(port),
  MON_BOOTSTRAP_EMAIL: EMAIL,
  MON_BOOTSTRAP_PLAN: "agency",
  MON_DNS_SERVERS: nameServer,
  MON_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
  MON_EXTRA_CA_FILE: rootFile,
  MON_RDAP_BOOTSTRAP_URL: rdapBootstrapUrl,
  MON_LOCATION: LOCATION,
  MON_LOG_FORMAT: "json"
})

const readAll = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const settings = readSettings(environment)
    const worker = readWorkerSettings(environment)
    return { settings, worker, api: yield* readApiConfig(environment) }
  })

const owner = { email: EMAIL, name: NAME, apiKey: Redacted.make(API_KEY), location: LOCATION }

/** Whether the store was empty before, so that the history was written. */
class History extends Context.Service<History, { readonly isNew: boolean }>()("@mon/standalone/demo/History") {}

/** The history is written before the first check. */
const layerDemo = (internet: SmallInternet, { api, settings, worker }: Effect.Success<ReturnType<typeof readAll>>) => {
  const pageChecks = Layer.provide(layerPageChecks, [WorkerConfig.layer(worker), layerImages(settings)])
  const history = Layer.effect(
    History,
    Effect.map(Effect.provide(writeHistory(internet, owner), pageChecks), (isNew) => ({ isNew }))
  )
  return layerServiceNoDeps(settings, api, worker).pipe(
    Layer.provideMerge(history),
    Layer.provideMerge(layerMigratedStore(layerServiceDatabase(settings))),
    Layer.provide(Layer.merge(layerLog("pretty"), Layer.succeed(References.MinimumLogLevel, "Warn")))
  )
}

/** Starts the whole service with its own database, a simulated internet on loopback, and a month of history. */
export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  const { dataDir, report = () => {} } = options
  mkdirSync(dataDir, { recursive: true })
  report("Starting a small internet of 40 sites …")
  const internet = await startInternet()
  const rootFile = join(dataDir, "demo-root.pem")
  writeFileSync(rootFile, internet.rootPem)
  report("Writing a month of history …")
  const settings = await Effect.runPromise(readAll(environmentOf(options, internet, rootFile)))
  const runtime = ManagedRuntime.make(layerDemo(internet, settings))
  const close = async () => {
    await runtime.dispose()
    await internet.close()
  }
  try {
    const services = await runtime.context()
    const { baseUrl } = Context.get(services, ApiServer)
    if (Context.get(services, History).isNew) {
      const setupPath = await runtime.runPromise(makeSetupPath(EMAIL))
      if (setupPath !== null) await setPassword(baseUrl, setupPath, PASSWORD)
      report("Simulating a campaign …")
      await useService(openApi(baseUrl, API_KEY), internet)
    }
    return { baseUrl, email: EMAIL, password: PASSWORD, apiKey: API_KEY, internet, close }
  } catch (error) {
    await close()
    throw error
  }
}
