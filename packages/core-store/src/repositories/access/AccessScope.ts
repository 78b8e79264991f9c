import type { Role } from "@mon/model"

/** Who asks, as the store knows them: internal keys (bigint as text), so that each statement filters by account. */
export interface AccessScope {
  readonly accountKey: string
  readonly userKey: string
  readonly membershipKey: string
  readonly role: Role
}
