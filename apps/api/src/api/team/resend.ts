import { messages } from "@mon/api-contract"
import { inTransaction, OutgoingMail } from "@mon/checks"
import { Team } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { invitationLetter } from "../../auth/Letter.ts"
import { mailSender } from "../../auth/mailSender.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import { mayMail, memberNotFound, needsSeats, refused, teamOwnerOnly } from "./access.ts"
import { ownAddress } from "./invite.ts"

const refusals = {
  Absent: () => memberNotFound(),
  Accepted: () => refused(messages.alreadyAccepted),
  NoSeat: (seats: number) => refused(messages.teamLimit(seats))
}

/** Mails a new link for an invite; the one before is dead. */
export const resendInvite = Effect.fn("resendInvite")(function* (caller: Caller, membershipId: string) {
  yield* teamOwnerOnly(caller)
  const team = yield* Team
  if (!(yield* team.list(caller.viewer)).some((member) => member.membershipId === membershipId)) {
    if (caller.principal.membershipId !== membershipId) return yield* memberNotFound()
  }
  yield* needsSeats(caller)
  const token = yield* makeToken
  const sender = yield* mailSender
  const from = yield* ownAddress(caller)
  const outgoing = yield* OutgoingMail
  const seats = caller.limits.teamMembers
  const result = yield* inTransaction(
    "resendInvite",
    Effect.gen(function* () {
      const kept = yield* team.resend(caller.viewer, membershipId, hashOf(token), seats)
      if (kept._tag === "Invited") {
        yield* mayMail(caller, kept.member.email)
        yield* outgoing.post(invitationLetter(sender, kept.member.email, from, token))
      }
      return kept
    })
  )
  return result._tag === "Invited" ? result.member : yield* Effect.fail(refusals[result._tag](seats))
})
