import { messages } from "@mon/api-contract"
import { Team } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { memberNotFound, refused, teamOwnerOnly } from "./access.ts"

const refusals = {
  Absent: () => memberNotFound(),
  IsOwner: () => refused(messages.ownerNotRemoved)
}

/** Takes key, sessions and access of a member at once, or ends an invite. */
export const removeMember = Effect.fn("removeMember")(function* (caller: Caller, membershipId: string) {
  yield* teamOwnerOnly(caller)
  const result = yield* (yield* Team).remove(caller.viewer, membershipId)
  return result === "Removed" ? ({ id: membershipId, deleted: true } as const) : yield* Effect.fail(refusals[result]())
})
