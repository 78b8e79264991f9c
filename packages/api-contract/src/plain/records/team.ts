// Written by `npm run openapi`. Do not edit.
import type { EndedAdditions } from "./several.ts"

/** A member after a change to their role or access. */
export type ChangedTeamMember = {
  readonly membershipId: string
  readonly email: string
  readonly name: string | null
  readonly status: "pending" | "accepted" | "expired"
  readonly memberRole: "viewer" | "editor" | "admin"
  readonly domainAccess: ReadonlyArray<DomainAccess>
  readonly urlAccess: ReadonlyArray<UrlAccess>
  readonly tagAccess: ReadonlyArray<TagAccess>
  readonly invitedAt: string
  readonly expiresAt: string | null
  readonly acceptedAt: string | null
  readonly ended: EndedAdditions
}

/** A domain that is shared with a member. */
export type DomainAccess = { readonly domainId: string; readonly canWrite: boolean }

/** A link that accepts an invitation. */
export type InvitationLink = { readonly url: string; readonly expiresAt: string }

/** The person to invite and what to share. */
export type InviteMember = {
  readonly email: string
  readonly domainAccess?: ReadonlyArray<SharedDomain>
  readonly urlAccess?: ReadonlyArray<SharedUrl>
  readonly tagAccess?: ReadonlyArray<SharedTag>
  readonly memberRole?: "viewer" | "editor" | "admin"
}

/** A domain to share with the member. */
export type SharedDomain = { readonly domainId: string; readonly canWrite: boolean }

/** A tag whose domains and pages are all shared with the member. */
export type SharedTag = { readonly tagId: string; readonly canWrite: boolean }

/** A page (URL monitor) to share with the member. */
export type SharedUrl = { readonly urlId: string; readonly canWrite: boolean }

/** A tag whose domains and pages are shared with a member. */
export type TagAccess = { readonly tagId: string; readonly canWrite: boolean }

/** A member of the team or an invited person. */
export type TeamMember = {
  readonly membershipId: string
  readonly email: string
  readonly name: string | null
  readonly status: "pending" | "accepted" | "expired"
  readonly memberRole: "viewer" | "editor" | "admin"
  readonly domainAccess: ReadonlyArray<DomainAccess>
  readonly urlAccess: ReadonlyArray<UrlAccess>
  readonly tagAccess: ReadonlyArray<TagAccess>
  readonly invitedAt: string
  readonly expiresAt: string | null
  readonly acceptedAt: string | null
}

/** The new role of the member, what to share with the member, or both. */
export type UpdateMember = {
  readonly domainAccess?: ReadonlyArray<SharedDomain>
  readonly urlAccess?: ReadonlyArray<SharedUrl>
  readonly tagAccess?: ReadonlyArray<SharedTag>
  readonly memberRole?: "viewer" | "editor" | "admin"
}

/** A page that is shared with a member. */
export type UrlAccess = { readonly urlId: string; readonly canWrite: boolean }
