import { parseAddress } from "@mon/alerts"
import { type BadRequest, type InviteMember, messages, NotFound } from "@mon/api-contract"
import { inTransaction, OutgoingMail } from "@mon/checks"
import { Accounts, Domains, Team } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { domainNotFound } from "../domains/access.ts"
import type { JsonObject } from "../ApiHandler.ts"
import { invitationLetter } from "../../auth/Letter.ts"
import { mailSender } from "../../auth/mailSender.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import { mayMail, needsSeats, refused, teamOwnerOnly } from "./access.ts"

/** The error of an invite that comes before those of its other fields. */
export const checkInvite = ({ email }: JsonObject): BadRequest | null => {
  if (typeof email !== "string" || email.trim() === "") return refused(messages.emailRequired)
  return parseAddress(email.trim()) === null ? refused(messages.emailInvalid) : null
}

const checkDomains = Effect.fnUntraced(function* (caller: Caller, ids: ReadonlyArray<string>) {
  const wanted = new Set(ids)
  const own = yield* (yield* Domains).rights(caller.viewer, [...wanted])
  if (own.length < wanted.size) return yield* domainNotFound()
})

const refusals = {
  UnknownDomain: (): BadRequest | NotFound => domainNotFound(),
  IsOwner: () => refused(messages.ownerNotInvited),
  NoSeat: (seats: number) => refused(messages.teamLimit(seats)),
  AlreadyInvited: () => refused(messages.alreadyInvited)
}

/** The caller's own address: the owner's, since nobody else sends invitations. */
export const ownAddress = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const profile = yield* (yield* Accounts).profile(viewer)
  return profile === null ? yield* Effect.die(new Error("A caller's account is not there.")) : profile.email
})

/** Keeps an invite and mails its link, both or neither. */
export const inviteMember = Effect.fn("inviteMember")(function* (
  caller: Caller,
  { domainAccess = [], email }: InviteMember
) {
  yield* teamOwnerOnly(caller)
  yield* checkDomains(
    caller,
    domainAccess.map(({ domainId }) => domainId)
  )
  yield* needsSeats(caller)
  const to = parseAddress(email.trim()) ?? (yield* refused(messages.emailInvalid))
  const token = yield* makeToken
  const letter = invitationLetter(yield* mailSender, to, yield* ownAddress(caller), token)
  const team = yield* Team
  const outgoing = yield* OutgoingMail
  const seats = caller.limits.teamMembers
  const result = yield* inTransaction(
    "inviteMember",
    Effect.gen(function* () {
      const kept = yield* team.invite(caller.viewer, {
        email: to,
        access: domainAccess,
        tokenHash: hashOf(token),
        seats
      })
      if (kept._tag === "Invited") {
        yield* mayMail(caller, to)
        yield* outgoing.post(letter)
      }
      return kept
    })
  )
  return result._tag === "Invited" ? result.member : yield* Effect.fail(refusals[result._tag](seats))
})
