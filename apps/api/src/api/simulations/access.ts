import { messages, NotFound } from "@mon/api-contract"
import { Effect } from "effect"

/** A value that the store found, or 404 in the words of the endpoint. */
export const foundJob = <A>(value: A | null, message: string = messages.jobNotFound): Effect.Effect<A, NotFound> =>
  value === null ? Effect.fail(new NotFound({ message })) : Effect.succeed(value)
