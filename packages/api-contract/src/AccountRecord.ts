import { Account, ServiceStatus, Settings, ShownLimits } from "@mon/model"
import { described, whole } from "./Described.ts"

const id = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const time = "2026-11-21T08:15:00.000Z"

/** What a plan allows, with its description. */
export const LimitsRecord = described(ShownLimits, "Limits", "What the plan allows.", {
  domains: { about: "How many domain monitors.", example: 100, as: whole },
  urls: { about: "How many URL monitors.", example: 100, as: whole },
  minCheckIntervalDomains: { about: "Shortest check interval of domains. Seconds.", example: 300, as: whole },
  minCheckIntervalUrls: { about: "Shortest check interval of URLs. Seconds.", example: 10_800, as: whole },
  teamMembers: { about: "How many team members beside the owner.", example: 5, as: whole },
  annualSimulationCredits: { about: "Simulation credits granted a year.", example: 1_200, as: whole },
  requestsPerMinute: { about: "How many API requests a minute.", example: 100, as: whole }
})

const AccountUsage = described(Account.fields.usage, "AccountUsage", "What is in use.", {
  domains: { about: "Domain monitors.", example: 12, as: whole },
  urls: { about: "URL monitors.", example: 3, as: whole },
  teamMembers: { about: "Team members, pending invites included.", example: 1, as: whole }
})

/** The record of the caller's account with its description. */
export const AccountRecord = described(Account, "Account", "The caller's profile and the account's plan.", {
  id: { about: "Id of the account, opaque.", example: id },
  email: { about: "The caller's e-mail address.", example: "owner@example.com" },
  name: { about: "The caller's name, or null when not told.", example: "Ada" },
  role: { about: "The caller's role in the account.", example: "owner" },
  plan: { about: "The plan in force; `free` when a paid one has expired.", example: "pro" },
  planExpiresAt: { about: "When the plan ends, ISO 8601 UTC, or null when it does not.", example: time },
  createdAt: { about: "When the account was made, ISO 8601 UTC.", example: time },
  usage: { about: "What is in use.", as: AccountUsage },
  limits: { about: "What the plan in force allows.", as: LimitsRecord }
})

/** The record of settings with its description. */
export const SettingsRecord = described(Settings, "Settings", "Settings of the caller and its account.", {
  timezone: { about: "IANA time zone name of the caller.", example: "Europe/Berlin" },
  weeklyReportEnabled: { about: "Whether the caller gets a weekly report.", example: true },
  notificationsPaused: { about: "Whether the account's alerts are held back.", example: false }
})

const DomainCounts = described(ServiceStatus.fields.domains, "DomainCounts", "Domains by state.", {
  total: { about: "All.", example: 12, as: whole },
  up: { about: "Up.", example: 10, as: whole },
  down: { about: "Down.", example: 1, as: whole },
  unknown: { about: "Not yet known.", example: 0, as: whole },
  paused: { about: "Paused.", example: 1, as: whole }
})

const UrlCounts = described(ServiceStatus.fields.urls, "UrlCounts", "URL monitors by state.", {
  total: { about: "All.", example: 3, as: whole },
  active: { about: "Last check fine, content as before.", example: 2, as: whole },
  changed: { about: "Last check found a change.", example: 1, as: whole },
  error: { about: "Last check failed.", example: 0, as: whole },
  unknown: { about: "Not yet known.", example: 0, as: whole },
  paused: { about: "Paused.", example: 0, as: whole }
})

const { fields: usage } = ServiceStatus.fields.usage

const used = (title: string, noun: string) =>
  described(usage.domains, title, `Use of ${noun}.`, {
    used: { about: `${noun} in use.`, example: 12, as: whole },
    limit: { about: `${noun} that the plan allows.`, example: 100, as: whole }
  })

const PlanUsage = described(ServiceStatus.fields.usage, "PlanUsage", "Use of the plan.", {
  domains: { about: "Use of domain monitors.", as: used("DomainUsage", "Domain monitors") },
  urls: { about: "Use of URL monitors.", as: used("UrlUsage", "URL monitors") },
  simulationCredits: {
    about: "Simulation credits.",
    as: described(usage.simulationCredits, "CreditUsage", "Simulation credits.", {
      balance: { about: "Credits left.", example: 950, as: whole },
      annual: { about: "Credits that the plan grants a year.", example: 1_200, as: whole }
    })
  }
})

/** The record of the dashboard with its description. */
export const StatusRecord = described(ServiceStatus, "Status", "Counts by state, and plan usage.", {
  domains: { about: "Domains by state.", as: DomainCounts },
  urls: { about: "URL monitors by state.", as: UrlCounts },
  plan: { about: "The plan in force; `free` when a paid one has expired.", example: "pro" },
  usage: { about: "Use of the plan.", as: PlanUsage }
})
