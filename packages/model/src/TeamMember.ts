import * as Schema from "effect/Schema"
import { Timestamp } from "./Domain.ts"

/** Whether an invite is open, was accepted, or ran out. */
export const InviteStatus = Schema.Literals(["pending", "accepted", "expired"])
export type InviteStatus = typeof InviteStatus.Type

/** A domain that is shared with a member. */
export const DomainAccess = Schema.Struct({ domainId: Schema.String, canWrite: Schema.Boolean })
export type DomainAccess = typeof DomainAccess.Type

/** A member of an account or an invite to become one. */
export const TeamMember = Schema.Struct({
  membershipId: Schema.String,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  status: InviteStatus,
  domainAccess: Schema.Array(DomainAccess),
  invitedAt: Timestamp,
  expiresAt: Schema.NullOr(Timestamp),
  acceptedAt: Schema.NullOr(Timestamp)
})
export type TeamMember = typeof TeamMember.Type

/** The numbers of teams: days until an invite ends, and how many domains one may name. */
export const teamLimits = { inviteDays: 7, sharedDomains: 5_000 } as const
