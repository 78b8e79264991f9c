import { messages, NotFound } from "@mon/api-contract"
import { Effect } from "effect"

/** A value that the store found, or 404. */
export const foundUrl = <A>(value: A | null): Effect.Effect<A, NotFound> =>
  value === null ? Effect.fail(new NotFound({ message: messages.urlNotFound })) : Effect.succeed(value)
