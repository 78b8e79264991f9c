import type { MemberRole, Principal, Role } from "@mon/model"

/** The person for whom a statement reads and changes rows. Keys are internal (bigint as text). */
export interface AccessScope {
  readonly accountKey: string
  readonly userKey: string
  readonly membershipKey: string
  /** `owner`: everything of the account, for its owner and admins. `member`: what `monitor_access` contains. */
  readonly role: Role
}

/** The columns of a membership that say what it may see. */
export interface MemberRow {
  readonly role: Role
  readonly member_role: MemberRole
}

export const scopeRole = ({ member_role, role }: MemberRow): Role => (member_role === "admin" ? "owner" : role)

/** The roles as a principal has them. */
export const principalRoles = ({ member_role, role }: MemberRow): Pick<Principal, "memberRole" | "role"> => ({
  role,
  memberRole: role === "owner" ? null : member_role
})
