import { DomainAccess, TeamMember } from "@mon/model"
import * as Schema from "effect/Schema"
import { described } from "./Described.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2026-11-21T08:15:00.000Z"

const AccessRecord = described(DomainAccess, "DomainAccess", "A domain that is shared with a member.", {
  domainId: { about: "Id of the domain.", example: id },
  canWrite: { about: "Whether the member may change it, not only see it.", example: false }
})

/** The record of a team member, or of an invite that waits, with its description. */
export const TeamMemberRecord = described(
  TeamMember,
  "TeamMember",
  "A member of the team, or somebody who was invited.",
  {
    membershipId: {
      about: "Id of the membership, opaque; the invite and the membership that follows have the same.",
      example: id
    },
    email: { about: "Address of the person.", example: "ann@example.com" },
    name: { about: "Name of the person, or null when not told or not yet accepted.", example: "Ann" },
    status: {
      about: "`pending`: invited; `accepted`: a member; `expired`: the invite was not accepted in time.",
      example: "pending"
    },
    domainAccess: {
      about: "The domains that the person sees; deleted ones are left out.",
      as: Schema.Array(AccessRecord)
    },
    invitedAt: { about: "When the person was first invited, ISO 8601 UTC.", example: time },
    expiresAt: { about: "When the invite ends, ISO 8601 UTC, or null when it was accepted.", example: time },
    acceptedAt: { about: "When the invite was accepted, ISO 8601 UTC, or null before.", example: time }
  }
)
