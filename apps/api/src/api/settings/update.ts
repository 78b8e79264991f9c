import type { UpdateSettings } from "@mon/api-contract"
import { Accounts } from "@mon/core-store"
import { Effect } from "effect"
import { type Caller, ownerOnly } from "../../auth/Caller.ts"

/** Changes the settings that are given; the pause is the account's, so only its owner may set it. */
export const updateSettings = Effect.fn("updateSettings")(function* (caller: Caller, wanted: UpdateSettings) {
  if (wanted.notificationsPaused !== undefined) yield* ownerOnly(caller)
  return yield* (yield* Accounts).updateSettings(caller.viewer, wanted)
})
