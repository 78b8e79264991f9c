// Written by `npm run openapi`. Do not edit.
import type { Fault } from "./several.ts"

/** A channel that receives alerts. */
export type AlertChannel = {
  readonly id: string
  readonly kind:
    | "slack"
    | "slack_app"
    | "discord"
    | "teams"
    | "google_chat"
    | "telegram"
    | "pagerduty"
    | "ntfy"
    | "webhook_template"
    | "apprise"
    | "gotify"
    | "pushover"
    | "mattermost"
    | "matrix"
    | "twilio"
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  readonly inDefaultRoute: boolean
  readonly quietHours: QuietHours | null
  readonly isActive: boolean
  readonly stoppedBy: "owner" | "refused" | "failing" | "plan" | null
  readonly createdAt: string
  readonly lastDeliveryAt: string | null
  readonly lastDeliveryStatus: string | null
  readonly failingSince: string | null
}

/** An attempt to deliver a message to a channel. */
export type ChannelAttempt = {
  readonly at: string
  readonly status: "sent" | "failed" | null
  readonly durationMs: number | null
  readonly error: Fault | null
}

/** A message for a channel, and what happened to it. */
export type ChannelDelivery = {
  readonly id: string
  readonly title: string
  readonly notifications: number
  readonly status: "pending" | "sent" | "suppressed" | "failed"
  readonly outcome: "delivered" | "stored" | "waiting" | "suppressed" | "superseded" | "failed"
  readonly reason: string | null
  readonly createdAt: string
  readonly attempts: ReadonlyArray<ChannelAttempt>
}

/** A kind of channel: what it needs and what it can do. */
export type ChannelKind = {
  readonly kind:
    | "slack"
    | "slack_app"
    | "discord"
    | "teams"
    | "google_chat"
    | "telegram"
    | "pagerduty"
    | "ntfy"
    | "webhook_template"
    | "apprise"
    | "gotify"
    | "pushover"
    | "mattermost"
    | "matrix"
    | "twilio"
  readonly name: string
  readonly about: string
  readonly steps: ReadonlyArray<string>
  readonly appearance: string
  readonly settings: ReadonlyArray<ChannelSetting>
  readonly inPlan: boolean
}

/** A setting of a kind of channel. */
export type ChannelSetting = {
  readonly name: string
  readonly type: "text" | "url" | "choice" | "long"
  readonly label: string
  readonly help: string
  readonly example: string
  readonly isSealed: boolean
  readonly isOptional: boolean
  readonly maximum: number
  readonly choices: ReadonlyArray<string>
  readonly pattern: string | null
  readonly message: string
}

/** The outcome of a test message. */
export type ChannelTest = {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly responseTimeMs: number | null
  readonly answer: string | null
  readonly error: Fault | null
}

/** A new alert channel. */
export type CreateChannel = {
  readonly kind:
    | "slack"
    | "slack_app"
    | "discord"
    | "teams"
    | "google_chat"
    | "telegram"
    | "pagerduty"
    | "ntfy"
    | "webhook_template"
    | "apprise"
    | "gotify"
    | "pushover"
    | "mattermost"
    | "matrix"
    | "twilio"
  readonly name?: string
  readonly settings: Readonly<Record<string, string>>
  readonly inDefaultRoute?: boolean
  readonly quietHours?: QuietHoursInput | null
}

/** An Apprise URL to create channels from. */
export type ImportChannels = { readonly url: string; readonly name?: string; readonly inDefaultRoute?: boolean }

/** When a channel stays quiet. All alerts except critical ones are sent as one summary at the end. */
export type QuietHours = {
  readonly start: string
  readonly end: string
  readonly days: ReadonlyArray<number>
  readonly timezone: string
}

/** When a channel stays quiet. */
export type QuietHoursInput = {
  readonly start: string
  readonly end: string
  readonly days: ReadonlyArray<1 | 2 | 3 | 4 | 5 | 6 | 7>
  readonly timezone: string
}

/** A channel that is tested before it is saved. */
export type TestChannel = {
  readonly kind:
    | "slack"
    | "slack_app"
    | "discord"
    | "teams"
    | "google_chat"
    | "telegram"
    | "pagerduty"
    | "ntfy"
    | "webhook_template"
    | "apprise"
    | "gotify"
    | "pushover"
    | "mattermost"
    | "matrix"
    | "twilio"
  readonly settings: Readonly<Record<string, string>>
}

/** A channel that was created from an Apprise URL. */
export type TranslatedChannel = {
  readonly id: string
  readonly kind:
    | "slack"
    | "slack_app"
    | "discord"
    | "teams"
    | "google_chat"
    | "telegram"
    | "pagerduty"
    | "ntfy"
    | "webhook_template"
    | "apprise"
    | "gotify"
    | "pushover"
    | "mattermost"
    | "matrix"
    | "twilio"
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  readonly inDefaultRoute: boolean
  readonly quietHours: QuietHours | null
  readonly isActive: boolean
  readonly stoppedBy: "owner" | "refused" | "failing" | "plan" | null
  readonly createdAt: string
  readonly lastDeliveryAt: string | null
  readonly lastDeliveryStatus: string | null
  readonly failingSince: string | null
  readonly ignored: ReadonlyArray<string>
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateChannel = {
  readonly name?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly inDefaultRoute?: boolean
  readonly quietHours?: QuietHoursInput | null
  readonly isActive?: boolean
}
