import { messages, type UpdateMember } from "@mon/api-contract"
import { Team } from "@mon/core-store"
import type { MemberRole } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { memberNotFound, refused, teamOwnerOnly, unknownShare } from "./access.ts"
import { recentSignIn } from "../sessionOnly.ts"
import { checkInvite, copyInvite, inviteMember, resendInvite } from "./invite.ts"

const refusals = {
  Absent: () => memberNotFound(),
  IsOwner: () => refused(messages.ownerNotRemoved)
}

/**
 * Removes a member immediately, with the member's keys, sessions and access, and with everything that the member added.
 * Also cancels an invite.
 */
const removeMember = Effect.fn("removeMember")(function* (caller: Caller, membershipId: string) {
  yield* teamOwnerOnly(caller)
  const result = yield* (yield* Team).remove(caller.viewer, membershipId)
  return result._tag === "Removed"
    ? ({ id: membershipId, deleted: true, ended: result.ended } as const)
    : yield* Effect.fail(refusals[result._tag]())
})

const listTeam = Effect.fnUntraced(function* (caller: Caller) {
  yield* teamOwnerOnly(caller)
  return yield* (yield* Team).list(caller.viewer)
})

/** Requires a recent sign-in for a change of a member's role in the dashboard. */
const checkRoleChange = Effect.fnUntraced(function* (caller: Caller, membershipId: string, wanted: MemberRole) {
  if (caller.session === null) return
  const member = (yield* (yield* Team).list(caller.viewer)).find((one) => one.membershipId === membershipId)
  if (member === undefined) return yield* memberNotFound()
  if (member.memberRole !== wanted) yield* recentSignIn(caller.session)
})

const updateMember = Effect.fn("updateMember")(function* (caller: Caller, membershipId: string, change: UpdateMember) {
  yield* teamOwnerOnly(caller)
  const team = yield* Team
  if (change.memberRole !== undefined) yield* checkRoleChange(caller, membershipId, change.memberRole)
  const result = yield* team.update(caller.viewer, membershipId, change)
  if (result._tag === "Changed") return { ...result.member, ended: result.ended }
  return yield* result._tag === "Absent" ? memberNotFound() : unknownShare(result)
})

export const teamHandlers: GroupHandlers<"team"> = {
  list: ({ caller }) => Effect.map(listTeam(caller), ok),
  invite: {
    check: checkInvite,
    prepare: ({ caller, payload }) => Effect.map(inviteMember(caller, payload), Effect.map(ok))
  },
  update: ({ caller, params, payload }) => Effect.map(updateMember(caller, params.membershipId, payload), ok),
  link: ({ caller, params }) => Effect.map(copyInvite(caller, params.membershipId), ok),
  remove: ({ caller, params }) => Effect.map(removeMember(caller, params.membershipId), ok),
  resend: ({ caller, params }) => Effect.map(resendInvite(caller, params.membershipId), ok)
}
