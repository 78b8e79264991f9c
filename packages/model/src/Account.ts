import * as Schema from "effect/Schema"
import { Timestamp } from "./Domain.ts"
import { type PlanLimits, PlanName } from "./Plan.ts"

/** The part of a person in an account: its owner, or a member who was invited. */
export const Role = Schema.Literals(["owner", "member"])
export type Role = typeof Role.Type

/** Who a request comes from: an API key belongs to one membership. Ids are the public ones. */
export interface Principal {
  readonly userId: string
  readonly accountId: string
  readonly membershipId: string
  readonly role: Role
}

/** Settings of a person and of the account; `timezone` is an IANA name. */
export const Settings = Schema.Struct({
  timezone: Schema.String,
  weeklyReportEnabled: Schema.Boolean,
  notificationsPaused: Schema.Boolean
})
export type Settings = typeof Settings.Type

/** The limits of a plan as the API shows them. */
export const ShownLimits = Schema.Struct({
  domains: Schema.Number,
  urls: Schema.Number,
  minCheckIntervalDomains: Schema.Number,
  minCheckIntervalUrls: Schema.Number,
  teamMembers: Schema.Number,
  annualSimulationCredits: Schema.Number,
  requestsPerMinute: Schema.Number
})

/** {@link ShownLimits} of a plan's limits. */
export const showLimits = (limits: PlanLimits): typeof ShownLimits.Type => ({
  domains: limits.domainMonitors,
  urls: limits.urlMonitors,
  minCheckIntervalDomains: limits.minDomainIntervalSeconds,
  minCheckIntervalUrls: limits.minUrlIntervalSeconds,
  teamMembers: limits.teamMembers,
  annualSimulationCredits: limits.annualSimulationCredits,
  requestsPerMinute: limits.requestsPerMinute
})

/** The caller's profile and its account's plan. */
export const Account = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  role: Role,
  plan: PlanName,
  planExpiresAt: Schema.NullOr(Timestamp),
  createdAt: Timestamp,
  usage: Schema.Struct({ domains: Schema.Number, urls: Schema.Number, teamMembers: Schema.Number }),
  limits: ShownLimits
})
export type Account = typeof Account.Type

const zones = new Set(Intl.supportedValuesOf("timeZone"))

/**
 * Whether a text is an IANA time zone name: one that the runtime lists, or an alias that it resolves (not an offset).
 *
 * @example
 * ```ts
 * isTimeZone("Europe/Berlin") // => true
 * isTimeZone("+02:00") // => false
 * isTimeZone("Mars/Base") // => false
 * ```
 */
export const isTimeZone = (name: string): boolean => {
  if (zones.has(name)) return true
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/u.test(name)) return false
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
