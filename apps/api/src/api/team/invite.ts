import { parseAddress } from "@mon/alerts"
import { type BadRequest, type InviteMember, messages } from "@mon/api-contract"
import { Accounts, Domains, Team, inTransaction } from "@mon/core-store"
import { defaultMemberRole } from "@mon/model"
import { OutgoingMail } from "@mon/notifications"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { invitationLetter, mailSender } from "../../auth/Letter.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import type { JsonObject } from "../../http/RequestBody.ts"
import { spokenLanguage } from "../languageFor.ts"
import { recentSignIn } from "../sessionOnly.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"
import { limitInvitations, memberNotFound, needsSeats, refused, teamOwnerOnly, unknownShare } from "./access.ts"

/** Returns the error of the email address, or null. It is reported before errors of other fields. */
export const checkInvite = ({ email }: JsonObject): BadRequest | null => {
  const isBlank = typeof email === "string" && email.trim() === ""
  if (email === undefined || email === null || isBlank) return refused(messages.emailRequired)
  const isAddress = typeof email === "string" && parseAddress(email.trim()) !== null
  return isAddress ? null : refused(messages.emailInvalid)
}

const checkDomains = Effect.fnUntraced(function* (caller: Caller, ids: ReadonlyArray<string>) {
  const distinct = new Set(ids)
  const own = yield* (yield* Domains).rights(caller.viewer, [...distinct])
  if (own.length < distinct.size) return yield* domainMonitors.notFound()
})

const inviteRefusals = {
  IsOwner: () => refused(messages.ownerNotInvited),
  NoSeat: (seats: number) => refused(messages.teamLimit(seats)),
  AlreadyInvited: () => refused(messages.alreadyInvited)
}

/** Returns the email address of the caller, who is the owner, because only the owner can send invitations. */
const ownAddress = Effect.fnUntraced(function* ({ viewer }: Caller) {
  const profile = yield* (yield* Accounts).profile(viewer)
  return profile === null ? yield* Effect.die(new Error("The caller's account does not exist.")) : profile.email
})

/** Prepares an invite. One transaction stores the invite and queues the email with its link. */
export const inviteMember = Effect.fn("inviteMember")(function* (
  caller: Caller,
  { email, memberRole = defaultMemberRole, ...shared }: InviteMember
) {
  yield* teamOwnerOnly(caller)
  if (memberRole === "admin" && caller.session !== null) yield* recentSignIn(caller.session)
  yield* checkDomains(
    caller,
    (shared.domainAccess ?? []).map(({ domainId }) => domainId)
  )
  yield* needsSeats(caller)
  const to = parseAddress(email.trim()) ?? (yield* refused(messages.emailInvalid))
  const token = yield* makeToken
  const addressee = { to, language: yield* spokenLanguage(caller) }
  const letter = invitationLetter(yield* mailSender, addressee, yield* ownAddress(caller), token)
  const team = yield* Team
  const outgoing = yield* OutgoingMail
  const seats = caller.limits.teamMembers
  const invited = inTransaction(
    "inviteMember",
    Effect.gen(function* () {
      const outcome = yield* team.invite(caller.viewer, {
        email: to,
        ...shared,
        memberRole,
        tokenHash: hashOf(token),
        seats
      })
      if (outcome._tag === "Invited") {
        yield* limitInvitations(caller, to)
        yield* outgoing.post(letter)
      }
      return outcome
    })
  )
  return Effect.flatMap(invited, (result) => {
    if (result._tag === "Invited") return Effect.succeed(result.member)
    return Effect.fail(result._tag === "UnknownShare" ? unknownShare(result) : inviteRefusals[result._tag](seats))
  })
})

const resendRefusals = {
  Absent: () => memberNotFound(),
  Accepted: () => refused(messages.alreadyAccepted),
  NoPassword: () => refused(messages.inviteNeedsEmail),
  NoSeat: (seats: number) => refused(messages.teamLimit(seats))
}

const requireInvite = Effect.fnUntraced(function* (caller: Caller, membershipId: string) {
  yield* teamOwnerOnly(caller)
  const team = yield* (yield* Team).list(caller.viewer)
  if (!team.some((member) => member.membershipId === membershipId) && caller.principal.membershipId !== membershipId)
    return yield* memberNotFound()
  yield* needsSeats(caller)
})

/** Emails a new link for an invite. The old link becomes invalid. */
export const resendInvite = Effect.fn("resendInvite")(function* (caller: Caller, membershipId: string) {
  yield* requireInvite(caller, membershipId)
  const team = yield* Team
  const token = yield* makeToken
  const sender = yield* mailSender
  const language = yield* spokenLanguage(caller)
  const from = yield* ownAddress(caller)
  const outgoing = yield* OutgoingMail
  const seats = caller.limits.teamMembers
  const result = yield* inTransaction(
    "resendInvite",
    Effect.gen(function* () {
      const outcome = yield* team.resend(caller.viewer, membershipId, hashOf(token), seats)
      if (outcome._tag === "Invited") {
        yield* limitInvitations(caller, outcome.member.email)
        yield* outgoing.post(invitationLetter(sender, { to: outcome.member.email, language }, from, token))
      }
      return outcome
    })
  )
  return result._tag === "Invited" ? result.member : yield* Effect.fail(resendRefusals[result._tag](seats))
})

/** Returns a new link for an invite, which the inviter can pass on. The old link becomes invalid. */
export const copyInvite = Effect.fn("copyInvite")(function* (caller: Caller, membershipId: string) {
  yield* requireInvite(caller, membershipId)
  const token = yield* makeToken
  const { baseUrl } = yield* mailSender
  const seats = caller.limits.teamMembers
  const result = yield* (yield* Team).resend(caller.viewer, membershipId, hashOf(token), seats, "copied")
  if (result._tag !== "Invited") return yield* Effect.fail(resendRefusals[result._tag](seats))
  const { expiresAt } = result.member
  if (expiresAt === null) return yield* Effect.die(new Error("An open invite has no expiry."))
  return { url: `${baseUrl}/invite/${token}`, expiresAt }
})
