import { asSettingError, type Environment } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerLog, readLogFormat } from "../settings/LogFormat.ts"
import { childEnvironment, ChildProgram, supervise } from "./Supervisor.ts"

/** A supervisor that runs this program `workers` times, each in its own process. */
export const runSupervisor = (
  env: Environment,
  {
    onTerminal,
    path,
    workers
  }: {
    readonly workers: number
    readonly path: string
    readonly onTerminal: boolean
  }
) =>
  Effect.gen(function* () {
    const [log, environments] = yield* Effect.try({
      try: () =>
        [
          layerLog(readLogFormat(env, onTerminal), null),
          Array.from({ length: workers }, (_, index) => childEnvironment(env, index))
        ] as const,
      catch: asSettingError
    })
    return yield* Effect.provide(supervise(environments), Layer.merge(log, ChildProgram.layerFork(path)))
  })
