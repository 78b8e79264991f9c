// Written by `npm run openapi`. Do not edit.

/** How many subscribers a post notifies. */
export type StatusAudience = { readonly email: number; readonly webhook: number }

/** A subscriber to a status page. */
export type StatusSubscriber = {
  readonly id: string
  readonly kind: "email" | "webhook"
  readonly address: string
  readonly language: "en" | "de"
  readonly state: "pending" | "confirmed" | "unsubscribed" | "ended"
  readonly endedReason: "bounced" | "gone" | "failing" | null
  readonly isFailing: boolean
  readonly stoppedBy: "plan" | "access" | null
  readonly componentIds: ReadonlyArray<string> | null
  readonly confirmedAt: string | null
  readonly endedAt: string | null
  readonly createdAt: string
}
