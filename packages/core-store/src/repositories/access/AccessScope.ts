import type { Role } from "@mon/model"

/** Whose rows a statement may read and change. Keys are internal (bigint as text). */
export interface AccessScope {
  readonly accountKey: string
  readonly userKey: string
  readonly membershipKey: string
  readonly role: Role
}
