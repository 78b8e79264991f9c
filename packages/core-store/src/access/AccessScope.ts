import type { MemberRole, Principal, Role } from "@mon/model"

/** The person for whom a statement reads and changes rows. The keys are internal (bigint as text). */
export interface AccessScope {
  readonly accountKey: string
  readonly userKey: string
  readonly membershipKey: string
  /**
   * The rows that the person may see. `owner`: everything in the account, for the owner and admins. `member`: the
   * monitors in `monitor_access`.
   */
  readonly role: Role
}

/** The columns of a membership that decide what its member may see. */
export interface MemberRow {
  readonly role: Role
  readonly member_role: MemberRole
}

export const scopeRole = ({ member_role, role }: MemberRow): Role => (member_role === "admin" ? "owner" : role)

/** Converts the columns of a membership to the role of a principal and, for a member, the member's own role. */
export const principalRoles = ({ member_role, role }: MemberRow): Pick<Principal, "memberRole" | "role"> => ({
  role,
  memberRole: role === "owner" ? null : member_role
})
