import { Forbidden, messages } from "@mon/api-contract"
import { sessionSeconds } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller, CallerSession } from "../auth/Caller.ts"

export const sessionOnly = (
  { session }: Caller,
  message: string = messages.sessionOnly
): Effect.Effect<CallerSession, Forbidden> =>
  session === null ? Effect.fail(new Forbidden({ message })) : Effect.succeed(session)

/** Refuses a person who has not recently signed in or entered the password. */
export const recentSignIn = ({ signedInSeconds }: CallerSession): Effect.Effect<void, Forbidden> =>
  signedInSeconds < sessionSeconds.recent ? Effect.void : Effect.fail(new Forbidden({ message: messages.recentSignIn }))
