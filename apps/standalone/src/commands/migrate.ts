import { command, ExitCode } from "@mon/bundled/command-line"
import { Console, Effect, Layer } from "effect"
import { layerStore } from "../Store.ts"
import { runEffect } from "./runEffect.ts"

// Opens the store, which applies the migrations.
const bringUpToDate = Effect.scoped(Layer.build(layerStore)).pipe(
  Effect.andThen(Console.log("The database schema is up to date.")),
  Effect.as(ExitCode.ok)
)

export const migrate = command({
  name: "mon-server migrate",
  description: "Brings the database schema up to date. Several machines can run it at the same time.",
  options: {},
  arguments: {},
  exitCodes: { ok: "The schema is up to date", couldNot: "The schema could not be brought up to date" },
  run: (_values, terminal) => runEffect(bringUpToDate, terminal)
})
