import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { flag, id, list, record, text, textOrNull, time, timeOrNull, value } = described

/** Whether an invite is open, was accepted, or ran out. */
export const InviteStatus = Schema.Literals(["pending", "accepted", "expired"])
export type InviteStatus = typeof InviteStatus.Type

/** A domain that is shared with a member. */
export const DomainAccess = record("DomainAccess", "A domain that is shared with a member.", {
  domainId: id("Id of the domain."),
  canWrite: flag("Whether the member may change the domain. If false, the member can only see the domain.", false)
})
export type DomainAccess = typeof DomainAccess.Type

/** A member of an account or an invite to become one. */
export const TeamMember = record("TeamMember", "A member of the team or an invited person.", {
  membershipId: id("Opaque id of the membership. The id stays the same when the person accepts the invitation."),
  email: text("Email address of the person.", "ann@example.com"),
  name: textOrNull("Name of the person. Null if no name is set or the invitation is not yet accepted.", "Ann"),
  status: value(
    InviteStatus,
    "Status of the membership. `pending`: the person is invited. `accepted`: the person is a member. `expired`: the invitation was not accepted in time.",
    "pending"
  ),
  domainAccess: list(DomainAccess, "The domains that the person can see, without deleted domains."),
  invitedAt: time("When the person was first invited, ISO 8601 UTC."),
  expiresAt: timeOrNull("Expiry of the invitation, ISO 8601 UTC, or null if it was accepted."),
  acceptedAt: timeOrNull("When the invitation was accepted, ISO 8601 UTC, or null if it is not accepted yet.")
})
export type TeamMember = typeof TeamMember.Type

/** The numbers of teams: days until an invite ends, and how many domains one may name. */
export const teamLimits = { inviteDays: 7, sharedDomains: 5_000 } as const
