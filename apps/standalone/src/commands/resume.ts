import { command, ExitCode } from "@mon/bundled/command-line"
import { ServicePause } from "@mon/core-store"
import { Console, Effect } from "effect"
import { layerStore } from "../Store.ts"
import { runEffect } from "./runEffect.ts"

const resumeService = Effect.flatMap(ServicePause, (pause) => pause.resume()).pipe(
  Effect.flatMap((wasPaused) =>
    Console.log(
      wasPaused
        ? "The service was resumed. Running workers will start within 5 s."
        : "The service is not paused, so nothing was changed."
    )
  ),
  Effect.as(ExitCode.ok),
  Effect.provide(layerStore)
)

export const resume = command({
  name: "mon-server resume",
  description: "Starts checks and notifications for a service that was restored from a backup.",
  options: {},
  arguments: {},
  notes: "Stop the original service first. Otherwise both services check every site and send every alert.",
  exitCodes: { ok: "The service is no longer paused", couldNot: "The service could not be resumed" },
  run: (_values, terminal) => runEffect(resumeService, terminal)
})
