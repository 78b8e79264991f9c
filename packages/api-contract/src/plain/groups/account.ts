// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { Account, ChangePassword, ConfirmPassword, Confirmed, UpdateAccount } from "../records/account.ts"
import type { RemovedMember } from "../records/several.ts"

/** The requests about account. */
export interface AccountRequests {
  /** Account */
  readonly get: (options?: RequestOptions) => Promise<Account>
  /** Change the profile */
  readonly update: (body: UpdateAccount, options?: RequestOptions) => Promise<Account>
  /** Change the password */
  readonly changePassword: (body: ChangePassword, options?: RequestOptions) => Promise<Confirmed>
  /** Confirm the password */
  readonly confirm: (body: ConfirmPassword, options?: RequestOptions) => Promise<Confirmed>
  /** Leave the account */
  readonly leaveTeam: (options?: RequestOptions) => Promise<RemovedMember>
  /** Export the account */
  readonly export: (options?: RequestOptions) => Promise<ReadableStream<Uint8Array>>
}
