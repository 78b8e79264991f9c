import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { asSettingError, SettingError } from "@mon/model"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { hasParent, REFUSED } from "./supervisor/Parent.ts"
import { WorkersEnded } from "./supervisor/Supervisor.ts"
import { readWorkerCount } from "./supervisor/SupervisorSettings.ts"

const explain = (cause: Cause.Cause<unknown>) =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const error = Cause.squash(cause)
    // The worker has said it.
    if (error instanceof WorkersEnded && error.reason === "Refused") return
    console.error(error instanceof Error ? error.message : error)
  })

const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  return hasParent() && Cause.squash(exit.cause) instanceof SettingError ? REFUSED : 1
}

const onTerminal = process.stdout.isTTY === true

// Loaded when it is needed: a supervisor has no use for the engines.
const worker = Effect.promise(() => import("./Process.ts")).pipe(
  Effect.flatMap(({ layerProcess }) => Layer.launch(layerProcess(process.env, onTerminal)))
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
  Effect.tapCause(explain),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown: (exit, onExit) => onExit(exitCode(exit)) })
)
