import type { PlanName } from "./Plan.ts"
import { simulationLimits } from "./Simulation.ts"

/**
 * The number of days for which rows of each kind are stored. Every periodic task that deletes rows by their age takes
 * its number of days from this table. docs/operations/retention.md contains the reasons.
 *
 * @example
 * retentionDays.checks // => 90
 */
export const retentionDays = {
  /** Individual checks, counted from their time. */
  checks: 90,
  /**
   * Hourly roll-ups of checks: a year and a month, so that a month can be compared with the same month of the year
   * before.
   */
  rollUps: 400,
  /** Daily roll-ups of checks: a little longer than the longest timeline. */
  dayRollUps: 100,
  emailHealthScores: 400,
  /** Closed incidents, counted from their end. */
  incidents: 1_095,
  /**
   * Periods of each state, counted from the start of the next period. They are stored as long as incidents, so that the
   * uptime is consistent with the incidents.
   */
  statusPeriods: 1_095,
  /**
   * Maintenance windows, counted from their end. They are stored as long as incidents, because incidents refer to them.
   */
  maintenanceWindows: 1_095,
  pageChanges: 400,
  dnsChanges: 400,
  /** Closed repairs, counted from their end. They are stored as long as the scores that they changed. */
  repairs: 400,
  /**
   * Changes of certificates, registrations and redirects, and advisories. They are stored a little longer than the
   * timeline shows them.
   */
  monitorChanges: 100,
  /** Markers, counted from their time. They are stored a little longer than the timeline shows them. */
  markers: 100,
  notifications: 180,
  deliveries: 30,
  /**
   * The data that channels need to edit a message or reply to it, counted from the last message about the same
   * incident.
   */
  channelMessages: 90,
  outboxEmails: 30,
  /** Subscribers who unsubscribed from a status page, counted from the time at which they unsubscribed. */
  statusSubscribers: 30,
  /** Requests to subscribe. The limits for them count only the last hour. */
  statusSignups: 1,
  /** Addresses that no longer receive a scheduled report, counted from the time when they were asked to confirm. */
  reportRecipients: 30,
  /**
   * Addresses that a mail server refused permanently, counted from the last refusal. After this time, Mon uses them
   * again.
   */
  refusedAddresses: 180,
  /**
   * Former addresses of status pages, counted from the time at which the page stopped using the address. During this
   * time, only the same account can use them.
   */
  releasedSlugs: 90,
  /** Jobs that have failed permanently, counted from the last attempt. */
  deadJobs: 28,
  simulationResults: simulationLimits.keptDays,
  /** Simulations whose results have been deleted, counted from their end. */
  simulations: 400,
  /** Deleted monitors with everything that belongs to them, counted from their deletion. */
  deletedMonitors: 90,
  /** Accounts with everything that belongs to them, counted from the request to delete them. */
  deletedAccounts: 30,
  /** Memberships of removed members, counted from their removal. */
  removedMembers: 90,
  /** Invitations that nobody accepted, counted from their expiry. */
  unusedInvites: 90,
  revokedKeys: 90,
  /** Registrations of domains that no monitor uses, counted from their last lookup. */
  unusedRegistrations: 90,
  /** Advisories about outvoted locations, counted from the location's last check. They are shown only for an hour. */
  locationAdvisories: 1,
  /**
   * Results of contacts with mail hosts, counted from the last contact. A host is contacted at most once in ten
   * minutes.
   */
  mailHostContacts: 1,
  whatsAppSlots: 1,
  /**
   * Periods in which pings could be received. They are stored for longer than the longest time between two runs of a
   * job.
   */
  pingReceptions: 800,
  /** Event streams whose process crashed. */
  eventStreams: 1,
  /** Plans of configuration files, counted from their expiry. */
  configPlans: 1,
  /** Stored texts of pages that no change uses any more, counted from their last use. */
  unusedPageTexts: 1,
  /** Responses to requests with an idempotency key. */
  idempotentResponses: 1
} as const

/**
 * The number of days for which screenshots are stored. It depends on the plan at the time of the screenshot.
 *
 * @example
 * screenshotDays.pro // => 30
 */
export const screenshotDays: Readonly<Record<PlanName, number>> = { free: 7, pro: 30, agency: 90 }
