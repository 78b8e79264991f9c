// Written by `npm run openapi`. Do not edit.

/** An email address or a domain. */
export type CheckDisposableEmail = { readonly email?: string; readonly domain?: string }

/** The classification of an email address's domain. */
export type DisposableEmail = {
  readonly input: string
  readonly domain: string
  readonly isDisposable: boolean
  readonly class: "disposable" | "alias" | "privacy" | "free" | "typo" | "none"
  readonly tier: "confirmed" | "reported" | null
  readonly provider: string | null
  readonly suggestion: string | null
  readonly role: "role" | "noreply" | null
}
