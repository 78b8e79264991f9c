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

export interface MemberRow {
  readonly role: Role
  readonly member_role: MemberRole
}

export const scopeRole = ({ member_role, role }: MemberRow): Role => (member_role === "admin" ? "owner" : role)

export const principalRoles = ({ member_role, role }: MemberRow): Pick<Principal, "memberRole" | "role"> => ({
  role,
  memberRole: role === "owner" ? null : member_role
})

/** Makes a statement for each role. A statement for both roles would be planned for the rows of both. */
export const byRole = (statement: (role: Role) => string): Readonly<Record<Role, string>> => ({
  owner: statement("owner"),
  member: statement("member")
})
