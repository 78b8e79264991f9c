// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { ChangedTeamMember, InvitationLink, InviteMember, TeamMember, UpdateMember } from "../records/team.ts"
import type { RemovedMember } from "../records/several.ts"

/** The requests about team. */
export interface TeamRequests {
  /** List the team */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<TeamMember>>
  /** Invite someone */
  readonly invite: (body: InviteMember, options?: RequestOptions) => Promise<TeamMember>
  /** Change a member's role and access */
  readonly update: (membershipId: string, body: UpdateMember, options?: RequestOptions) => Promise<ChangedTeamMember>
  /** Remove a member */
  readonly remove: (membershipId: string, options?: RequestOptions) => Promise<RemovedMember>
  /** Send an invitation again */
  readonly resend: (membershipId: string, options?: RequestOptions) => Promise<TeamMember>
  /** Get an invitation link */
  readonly link: (membershipId: string, options?: RequestOptions) => Promise<InvitationLink>
}
