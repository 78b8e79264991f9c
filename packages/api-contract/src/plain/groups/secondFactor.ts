// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type {
  ConfirmSecondFactor,
  RecoveryCodes,
  RequireSecondFactor,
  SecondFactor,
  SecondFactorRemoved,
  SecondFactorSetup
} from "../records/secondFactor.ts"

/** The requests about secondFactor. */
export interface SecondFactorRequests {
  /** Second factor */
  readonly get: (options?: RequestOptions) => Promise<SecondFactor>
  /** Switch on or replace the second factor */
  readonly confirm: (body: ConfirmSecondFactor, options?: RequestOptions) => Promise<RecoveryCodes>
  /** Switch off the second factor */
  readonly remove: (options?: RequestOptions) => Promise<SecondFactorRemoved>
  /** Start setting up a second factor */
  readonly setUp: (options?: RequestOptions) => Promise<SecondFactorSetup>
  /** Replace the recovery codes */
  readonly renewCodes: (options?: RequestOptions) => Promise<RecoveryCodes>
  /** Require a second factor in the account */
  readonly require: (body: RequireSecondFactor, options?: RequestOptions) => Promise<SecondFactor>
}
