// Written by `npm run openapi`. Do not edit.

/** Simulation credits. */
export type CreditUsage = { readonly balance: number; readonly annual: number }

/** Number of domains by state. */
export type DomainCounts = {
  readonly total: number
  readonly up: number
  readonly down: number
  readonly unknown: number
  readonly paused: number
}

/** Usage of Domain monitors. */
export type DomainUsage = { readonly used: number; readonly limit: number }

/** Usage of the plan. */
export type PlanUsage = {
  readonly domains: DomainUsage
  readonly urls: UrlUsage
  readonly simulationCredits: CreditUsage
}

/** What is currently limiting the service itself. */
export type ServiceHealth = { readonly networkInDoubt: ReadonlyArray<string>; readonly storesEmails: boolean }

/** Number of monitors by state, and the usage of the plan. */
export type Status = {
  readonly domains: DomainCounts
  readonly urls: UrlCounts
  readonly plan: "free" | "pro" | "agency"
  readonly usage: PlanUsage
  readonly notificationsPausedAt: string | null
  readonly notificationsPausedUntil: string | null
  readonly service: ServiceHealth
}

/** Number of URL monitors by state. */
export type UrlCounts = {
  readonly total: number
  readonly active: number
  readonly changed: number
  readonly error: number
  readonly unknown: number
  readonly paused: number
}

/** Usage of URL monitors. */
export type UrlUsage = { readonly used: number; readonly limit: number }
