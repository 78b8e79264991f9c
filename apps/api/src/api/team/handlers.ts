import { Team } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { teamOwnerOnly } from "./access.ts"
import { checkInvite, inviteMember } from "./invite.ts"
import { removeMember } from "./remove.ts"
import { resendInvite } from "./resend.ts"

const listTeam = Effect.fnUntraced(function* (caller: Caller) {
  yield* teamOwnerOnly(caller)
  return yield* (yield* Team).list(caller.viewer)
})

export const teamHandlers: GroupHandlers<"team"> = {
  list: ({ caller }) => Effect.map(listTeam(caller), ok),
  invite: { check: checkInvite, handle: ({ caller, payload }) => Effect.map(inviteMember(caller, payload), ok) },
  remove: ({ caller, params }) => Effect.map(removeMember(caller, params.membershipId), ok),
  resend: ({ caller, params }) => Effect.map(resendInvite(caller, params.membershipId), ok)
}
