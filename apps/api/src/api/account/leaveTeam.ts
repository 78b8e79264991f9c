import { BadRequest, messages, NotFound } from "@mon/api-contract"
import { Team } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { dropSession } from "../../auth/SessionCookie.ts"
import { AnswerWithHeaders } from "../../http/HttpResponse.ts"
import { ok } from "../ApiHandler.ts"
import { recentSignIn, sessionOnly } from "../sessionOnly.ts"

const refusals = {
  Absent: () => new NotFound({ message: messages.teamMemberNotFound }),
  IsOwner: () => new BadRequest({ message: messages.ownerStays })
}

/**
 * Removes the caller from the team, just as the owner could. This ends the session, so the response deletes its cookie.
 */
export const leaveTeam = Effect.fn("leaveTeam")(function* (caller: Caller) {
  const session = yield* sessionOnly(caller)
  const { membershipId, role } = caller.principal
  if (role === "owner") return yield* refusals.IsOwner()
  yield* recentSignIn(session)
  const result = yield* (yield* Team).remove(caller.viewer, membershipId)
  return result._tag === "Removed"
    ? new AnswerWithHeaders(
        ok({ id: membershipId, deleted: true, ended: result.ended } as const),
        dropSession(session.request.baseUrl)
      )
    : yield* refusals[result._tag]()
})
