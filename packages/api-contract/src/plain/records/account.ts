// Written by `npm run openapi`. Do not edit.
import type { Limits } from "./several.ts"

/** The caller's profile and the account's plan. */
export type Account = {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly role: "owner" | "member"
  readonly memberRole: "viewer" | "editor" | "admin" | null
  readonly plan: "free" | "pro" | "agency"
  readonly planExpiresAt: string | null
  readonly createdAt: string
  readonly usage: AccountUsage
  readonly limits: Limits
  readonly refusedAddresses: ReadonlyArray<RefusedAddress>
}

/** Current usage of the account that the caller can see. */
export type AccountUsage = { readonly domains: number; readonly urls: number; readonly teamMembers: number }

/** The current and the new password. */
export type ChangePassword = {
  readonly current: string
  readonly password: string
  readonly code?: string
  readonly deleteKeys?: boolean
}

/** The password, and a code if the person has a second factor. */
export type ConfirmPassword = { readonly password: string; readonly code?: string }

/** The password was correct. */
export type Confirmed = { readonly confirmed: true }

/** An email address that a mail server permanently rejected. */
export type RefusedAddress = { readonly address: string; readonly code: number; readonly refusedAt: string }

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateAccount = { readonly name?: string | null }
