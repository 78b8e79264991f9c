// Written by `npm run openapi`. Do not edit.

/** Name and logo of the workspace. */
export type Branding = { readonly name: string | null; readonly logo: string | null }

/** The code that confirms a number. */
export type ConfirmWhatsAppNumber = { readonly code: string }

/** A number for alerts. */
export type SetWhatsAppNumber = { readonly number: string }

/** Settings of the caller and the account. */
export type Settings = {
  readonly timezone: string
  readonly language: "en" | "de" | null
  readonly weeklyReportEnabled: boolean
  readonly alertsByEmail: boolean
  readonly degradedAlerts: boolean
  readonly contentFaultsOffer: boolean
  readonly notificationsPaused: boolean
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateBranding = { readonly name?: string | null; readonly logo?: string | null }

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateSettings = {
  readonly timezone?: string
  readonly language?: "en" | "de" | null
  readonly weeklyReportEnabled?: boolean
  readonly alertsByEmail?: boolean
  readonly degradedAlerts?: boolean
  readonly contentFaultsOffer?: boolean
  readonly notificationsPaused?: boolean
}

/** The WhatsApp numbers of the account. */
export type WhatsAppNumbers = { readonly number: string | null; readonly pendingNumber: string | null }
