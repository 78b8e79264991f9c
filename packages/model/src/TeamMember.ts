import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const { flag, id, list, record, text, textOrNull, time, timeOrNull, value } = described

/** Whether an invite is open, was accepted, or ran out. */
export const InviteStatus = Schema.Literals(["pending", "accepted", "expired"])
export type InviteStatus = typeof InviteStatus.Type

/** A domain that is shared with a member. */
export const DomainAccess = record("DomainAccess", "A domain that is shared with a member.", {
  domainId: id("Id of the domain."),
  canWrite: flag("Whether the member may change it, not only see it.", false)
})
export type DomainAccess = typeof DomainAccess.Type

/** A member of an account or an invite to become one. */
export const TeamMember = record("TeamMember", "A member of the team, or somebody who was invited.", {
  membershipId: id("Id of the membership, opaque; an invite and the membership that follows have the same one."),
  email: text("Email address of the person.", "ann@example.com"),
  name: textOrNull("Name of the person, or null when not set or not yet accepted.", "Ann"),
  status: value(
    InviteStatus,
    "`pending`: invited; `accepted`: a member; `expired`: the invite was not accepted in time.",
    "pending"
  ),
  domainAccess: list(DomainAccess, "The domains that the person sees; deleted ones are left out."),
  invitedAt: time("When the person was first invited, ISO 8601 UTC."),
  expiresAt: timeOrNull("When the invite ends, ISO 8601 UTC, or null when it was accepted."),
  acceptedAt: timeOrNull("When the invite was accepted, ISO 8601 UTC, or null before.")
})
export type TeamMember = typeof TeamMember.Type

/** The numbers of teams: days until an invite ends, and how many domains one may name. */
export const teamLimits = { inviteDays: 7, sharedDomains: 5_000 } as const
