import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { layerStore } from "../Store.ts"

/** Opening the store brings the schema up to date; safe to run on several machines at once. */
export const migrate = Command.make("migrate", {}, () =>
  Effect.scoped(Layer.build(layerStore)).pipe(Effect.andThen(Console.log("The database schema is up to date.")))
).pipe(Command.withDescription("Bring the database schema up to date"))
