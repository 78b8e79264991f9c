import type { PlanName } from "./Plan.ts"
import { simulationLimits } from "./Simulation.ts"

/**
 * The number of days for which rows of each kind are stored. Every periodic task that deletes rows by their age takes
 * its time from here. docs/operations/retention.md contains the reasons.
 *
 * @example
 * retentionDays.checks // => 90
 */
export const retentionDays = {
  /** Single checks, by their time. */
  checks: 90,
  /** Roll-ups of checks by hour: a year and a month, so that a month can be compared with that of the year before. */
  rollUps: 400,
  /** Roll-ups of checks by day: a little more than the longest timeline. */
  dayRollUps: 100,
  emailHealthScores: 400,
  /** Closed incidents, from their end. */
  incidents: 1_095,
  /** Periods of each state, from the start of the next one. As long as incidents, so that uptime agrees with them. */
  statusPeriods: 1_095,
  /** Maintenance windows, from their end. As long as incidents, which name them. */
  maintenanceWindows: 1_095,
  pageChanges: 400,
  dnsChanges: 400,
  /** Closed repairs, from their end. As long as the scores that they changed. */
  repairs: 400,
  /** Changes of certificates, registrations and redirects, and advisories: a little more than the timeline shows. */
  monitorChanges: 100,
  /** Markers, from their time: a little more than the timeline shows. */
  markers: 100,
  notifications: 180,
  deliveries: 30,
  /** States of messages that channels need to edit or reply to them, from the last message about the same incident. */
  channelMessages: 90,
  outboxEmails: 30,
  /** Subscribers of status pages who have left, from then. */
  statusSubscribers: 30,
  /** Requests to subscribe. They are limited by the hour. */
  statusSignups: 1,
  /** Addresses that no scheduled report is for any more, from when they were asked. */
  reportRecipients: 30,
  /** Addresses that a mail server refused for good, from the last refusal. Then they are tried again. */
  refusedAddresses: 180,
  /** Addresses that status pages had, from when they gave them up. Until then, only their account can take them. */
  releasedSlugs: 90,
  /** Jobs without attempts left, from when they were given up. */
  deadJobs: 28,
  simulationResults: simulationLimits.keptDays,
  /** Simulations without their results, from their end. */
  simulations: 400,
  /** Deleted monitors with everything that belongs to them, from their deletion. */
  deletedMonitors: 90,
  /** Accounts with everything that belongs to them, from the request to delete them. */
  deletedAccounts: 30,
  /** Memberships of removed members, from their removal. */
  removedMembers: 90,
  /** Invitations that nobody accepted, from their end. */
  unusedInvites: 90,
  revokedKeys: 90,
  /** Registrations of domains that no monitor uses, from their last lookup. */
  unusedRegistrations: 90,
  /** Advisories about outvoted locations, from the location's last check. They are shown for an hour. */
  locationAdvisories: 1,
  /** Results of contacts with mail hosts, from the last contact. Hosts are contacted at most once in ten minutes. */
  mailHostContacts: 1,
  whatsAppSlots: 1,
  /** Event streams whose process crashed. */
  eventStreams: 1,
  /** Plans of configuration files, from their end. */
  configPlans: 1,
  /** Texts of pages that nothing refers to any more, from their last use. */
  unusedPageTexts: 1,
  /** Responses to requests with an idempotency key. */
  idempotentResponses: 1
} as const

/**
 * The number of days for which screenshots are stored, by the plan when they are taken.
 *
 * @example
 * screenshotDays.pro // => 30
 */
export const screenshotDays: Readonly<Record<PlanName, number>> = { free: 7, pro: 30, agency: 90 }
