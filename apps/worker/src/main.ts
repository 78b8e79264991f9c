import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { asSettingError } from "@mon/model"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { exitCodeOf } from "./gracefulShutdown/exitCodes.ts"
import { isSupervised } from "./supervisor/SupervisorChannel.ts"
import { WorkersEnded } from "./supervisor/Supervisor.ts"
import { readWorkerCount } from "./supervisor/SupervisorSettings.ts"

const printError = (cause: Cause.Cause<unknown>) =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const error = Cause.squash(cause)
    // The worker has already printed the reason.
    if (error instanceof WorkersEnded && error.reason === "InvalidSettings") return
    console.error(error instanceof Error ? error.message : error)
  })

const onTerminal = process.stdout.isTTY === true

// This module is loaded on demand, because a supervisor does not need the engines.
const worker = Effect.promise(() => import("./layerWorkerProcess.ts")).pipe(
  Effect.flatMap(({ layerWorkerProcess }) => Layer.launch(layerWorkerProcess(process.env, onTerminal)))
)

const supervisor = (workers: number) =>
  Effect.promise(() => import("./supervisor/runSupervisor.ts")).pipe(
    Effect.flatMap(({ runSupervisor }) =>
      runSupervisor(process.env, { workers, path: fileURLToPath(import.meta.url), onTerminal })
    )
  )

Effect.gen(function* () {
  const workers = yield* Effect.try({ try: () => readWorkerCount(process.env), catch: asSettingError })
  if (workers === 1) return yield* worker
  yield* supervisor(workers)
}).pipe(
  Effect.tapCause(printError),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCodeOf(exit, isSupervised()))
  })
)
