import { ApiConfig, ApiServer, layerApi, layerLog } from "@mon/api"
import { DomainTrials, PageChecker, ServiceTrials } from "@mon/checks"
import { BlobLinks, Blobs, layerPostgresBytes, Secrets } from "@mon/core-store"
import { layerZone } from "@mon/dns/effect"
import { Plans, planTable } from "@mon/model"
import { OutgoingMail, ReportPrinter } from "@mon/notifications"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import { answer } from "../harness/Child.ts"
import { layerStore } from "../postgres/Store.ts"
import type { Visitor } from "./Fixture.ts"

export interface ApiDatabase {
  readonly url: string
  /** To the database. */
  readonly connections: number
  /** One of the clients. */
  readonly visitor: Visitor
}

/** A process that serves get, list and create of domains. */
export type ApiProgram = {
  readonly start: (database: ApiDatabase) => Promise<{ readonly port: number }>
}

/** The program of Mon, which also measures its event loop. */
export type MonProgram = ApiProgram & {
  /** Begins or ends the measurement of turns of the event loop. Returns the most CPU time of one, in milliseconds. */
  readonly measureTurns: (isOn: boolean) => Promise<number>
}

/** No limit of requests, domains or event streams. */
const plans = {
  ...planTable,
  agency: { ...planTable.agency, requestsPerMinute: 100_000_000, domainMonitors: 100_000_000, eventStreams: 1_000 }
}

/** Resolves from memory: a new domain is looked up and does not resolve. */
const layerOutside = Layer.merge(layerZone({}), NetworkPolicy.layer())

const layerSecrets = Secrets.layer(["a secret that only this program knows, of some length"])

const layerImages = Layer.merge(Blobs.layer, BlobLinks.layer).pipe(Layer.provide([layerPostgresBytes, layerSecrets]))

/** Not used by these requests: they send nothing. */
const layerIdle = Layer.mergeAll(
  Layer.succeed(PageChecker, { check: () => Effect.succeed(false), preview: () => Effect.succeed(null) }),
  Layer.mock(DomainTrials, {}),
  Layer.mock(ServiceTrials, {}),
  OutgoingMail.layerMemory([]),
  ReportPrinter.layerNone
)

let close = async () => {}

const turns = { isOn: false, longestMs: 0 }

/** CPU time of this thread: other programs on the machine do not change it. */
const measureTurn = (before: NodeJS.CpuUsage): void => {
  const { system, user } = process.threadCpuUsage(before)
  turns.longestMs = Math.max(turns.longestMs, (system + user) / 1_000)
  const now = process.threadCpuUsage()
  if (turns.isOn) setImmediate(measureTurn, now)
}

answer<MonProgram>(
  {
    start: async ({ connections, url }) => {
      const runtime = ManagedRuntime.make(
        layerApi.pipe(
          Layer.provide([
            ApiConfig.layer({ port: 0 }),
            layerOutside,
            layerLog("json"),
            layerImages,
            layerSecrets,
            layerIdle
          ]),
          Layer.provide(layerStore(url, connections)),
          Layer.provide(Layer.succeed(Plans, plans))
        )
      )
      close = () => runtime.dispose()
      const { port } = await runtime.runPromise(Effect.service(ApiServer))
      return { port }
    },
    measureTurns: async (isOn) => {
      const { longestMs } = turns
      turns.isOn = isOn
      turns.longestMs = 0
      if (isOn) setImmediate(measureTurn, process.threadCpuUsage())
      return longestMs
    }
  },
  () => close()
)
