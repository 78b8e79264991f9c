import { EmailHealthAnswers } from "@mon/checks"
import { EmailHealthChecks, EmailHealthReports } from "@mon/core-store"
import { EmailHealth } from "@mon/email-health/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startEmailHealthLoop } from "./emailHealthLoop.ts"
import { startChores } from "./chores.ts"
import { WorkerConfig } from "./WorkerConfig.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Scores are kept a little longer than a year. */
const HISTORY_DAYS = 400

/** Checks e-mail health over a given engine for as long as its scope is open, and drains when that closes. */
export const layerEmailHealthWorkerNoDeps: Layer.Layer<
  never,
  never,
  EmailHealth | EmailHealthChecks | EmailHealthReports | WorkerConfig
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const checks = yield* EmailHealthChecks
    const reports = yield* EmailHealthReports
    const pace = yield* WorkerPace
    yield* startChores([
      ["forgetting e-mail health reports", reports.purge(), pace.windowsMs],
      ["forgetting old e-mail health scores", checks.purgeHistory(HISTORY_DAYS), pace.partitionsMs]
    ])
    yield* startEmailHealthLoop
  })
).pipe(Layer.provide(EmailHealthAnswers.layerNoDeps()))

/** The same with an engine over a DNS client of its own, as the settings say. */
export const layerEmailHealthWorker: Layer.Layer<never, never, EmailHealthChecks | EmailHealthReports | WorkerConfig> =
  Layer.provide(
    layerEmailHealthWorkerNoDeps,
    Layer.unwrap(
      Effect.map(WorkerConfig, ({ dnsServers, listKeys = {} }) =>
        EmailHealth.layer({ dns: { servers: dnsServers }, listKeys })
      )
    )
  )
