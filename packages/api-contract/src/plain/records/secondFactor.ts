// Written by `npm run openapi`. Do not edit.

/** The proof that an authenticator app has the secret. */
export type ConfirmSecondFactor = { readonly setupToken: string; readonly code: string }

/** New recovery codes. Only this response contains them. */
export type RecoveryCodes = { readonly recoveryCodes: ReadonlyArray<string> }

/** Whether the account requires a second factor. */
export type RequireSecondFactor = { readonly isRequired: boolean }

/** The caller's second factor. */
export type SecondFactor = {
  readonly enabledAt: string | null
  readonly recoveryCodesLeft: number
  readonly isRequired: boolean
}

/** The second factor was removed. */
export type SecondFactorRemoved = { readonly removed: true }

/** A secret for an authenticator app (RFC 6238). */
export type SecondFactorSetup = {
  readonly secret: string
  readonly uri: string
  readonly qrCode: string
  readonly setupToken: string
}
