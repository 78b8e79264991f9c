import { command, ExitCode } from "@mon/command-line"
import { ServicePause } from "@mon/core-store"
import { Console, Effect } from "effect"
import { layerStore } from "../Store.ts"
import { runEffect } from "./runEffect.ts"

const resumeService = Effect.flatMap(ServicePause, (pause) => pause.resume()).pipe(
  Effect.flatMap((wasPaused) =>
    Console.log(
      wasPaused
        ? "The service was resumed. Running workers start within 5 s."
        : "The service is not paused, so nothing was changed."
    )
  ),
  Effect.as(ExitCode.ok),
  Effect.provide(layerStore)
)

export const resume = command({
  name: "mon-server resume",
  description: "Starts the checks and notifications of a service that was restored from a backup.",
  options: {},
  arguments: {},
  notes: "Stop the original service first. Otherwise both check every site and send every alert.",
  exitCodes: { ok: "The service is not paused any more", couldNot: "The service could not be resumed" },
  run: (_values, terminal) => runEffect(resumeService, terminal)
})
