import { People } from "@mon/core-store"
import { Effect } from "effect"
import { hashOf, makeToken } from "./Token.ts"

/** The path of a one-time page where somebody without a password sets one; null: nobody has this address. */
export const makeSetupPath = Effect.fn("makeSetupPath")(function* (email: string) {
  const token = yield* makeToken
  const kept = yield* (yield* People).startLink("setup", email, hashOf(token))
  return kept === null ? null : `/setup/${token}`
})
