import { retentionDays } from "./retentionDays.ts"
import { type Environment, readSetting, wholeNumber } from "./Setting.ts"

/** The number of days for which rows of each kind are stored. */
export type RetentionDays = Readonly<Record<keyof typeof retentionDays, number>>

/** An environment variable that sets for how many days rows are stored. */
export interface RetentionSetting {
  /** The kinds of rows that are deleted together, because they refer to each other. */
  readonly kinds: ReadonlyArray<keyof RetentionDays>
  /** The minimum and the maximum number of days. */
  readonly range: readonly [minimum: number, maximum: number]
}

const TEN_YEARS = 3_650
/**
 * The maximum time for checks, in days. The checks of each day are one partition, and a single PostgreSQL query may
 * open all partitions.
 */
const LONGEST_CHECKS = 1_095
/**
 * The minimum time for checks, in days. To detect changes of response times, a day is compared with the week before.
 */
const SHORTEST_CHECKS = 8
/** The minimum time for roll-ups, in days. The comparison of months needs a whole month. */
const SHORTEST_ROLL_UPS = 32
/**
 * The minimum time for notifications, in days. Notifications contain the keys of alerts, so with a shorter time, alerts
 * about the same certificate would be repeated.
 */
const SHORTEST_NOTIFICATIONS = 90
/** The minimum time for incidents, in days. The timeline and the uptime cover 90 days. */
const SHORTEST_INCIDENTS = 90
/**
 * The minimum time for messages, in days. Retries take up to a week, and people may search for missing messages just as
 * long.
 */
const A_WEEK = 7

/**
 * The variables that change how long rows are stored. Kinds without a variable depend on a rule of Mon, such as the 24
 * hours for which the API repeats a response.
 *
 * @example
 * retentionSettings.MON_RETENTION_CHECKS.range // => [8, 1095]
 */
export const retentionSettings = {
  MON_RETENTION_CHECKS: { kinds: ["checks"], range: [SHORTEST_CHECKS, LONGEST_CHECKS] },
  MON_RETENTION_ROLL_UPS: { kinds: ["rollUps"], range: [SHORTEST_ROLL_UPS, TEN_YEARS] },
  MON_RETENTION_INCIDENTS: {
    kinds: ["incidents", "statusPeriods", "maintenanceWindows"],
    range: [SHORTEST_INCIDENTS, TEN_YEARS]
  },
  MON_RETENTION_EMAIL_HEALTH: { kinds: ["emailHealthScores", "repairs"], range: [SHORTEST_ROLL_UPS, TEN_YEARS] },
  MON_RETENTION_PAGE_CHANGES: { kinds: ["pageChanges"], range: [A_WEEK, TEN_YEARS] },
  MON_RETENTION_DNS_CHANGES: { kinds: ["dnsChanges"], range: [A_WEEK, TEN_YEARS] },
  MON_RETENTION_MONITOR_CHANGES: { kinds: ["monitorChanges"], range: [A_WEEK, TEN_YEARS] },
  MON_RETENTION_MARKERS: { kinds: ["markers"], range: [A_WEEK, TEN_YEARS] },
  MON_RETENTION_NOTIFICATIONS: { kinds: ["notifications"], range: [SHORTEST_NOTIFICATIONS, TEN_YEARS] },
  MON_RETENTION_DELIVERIES: { kinds: ["deliveries"], range: [A_WEEK, SHORTEST_NOTIFICATIONS] },
  MON_RETENTION_OUTBOX: { kinds: ["outboxEmails"], range: [1, TEN_YEARS] },
  MON_RETENTION_SIMULATION_RESULTS: { kinds: ["simulationResults"], range: [1, TEN_YEARS] },
  MON_RETENTION_SIMULATIONS: { kinds: ["simulations"], range: [1, TEN_YEARS] },
  MON_RETENTION_DELETED_MONITORS: { kinds: ["deletedMonitors"], range: [1, TEN_YEARS] },
  MON_RETENTION_DELETED_ACCOUNTS: { kinds: ["deletedAccounts"], range: [A_WEEK, TEN_YEARS] },
  MON_RETENTION_REMOVED_MEMBERS: { kinds: ["removedMembers"], range: [1, TEN_YEARS] },
  MON_RETENTION_INVITATIONS: { kinds: ["unusedInvites"], range: [1, TEN_YEARS] },
  MON_RETENTION_API_KEYS: { kinds: ["revokedKeys"], range: [1, TEN_YEARS] },
  MON_RETENTION_REGISTRATIONS: { kinds: ["unusedRegistrations"], range: [1, TEN_YEARS] },
  MON_RETENTION_SUBSCRIBERS: { kinds: ["statusSubscribers"], range: [1, TEN_YEARS] }
} as const satisfies Readonly<Record<string, RetentionSetting>>

/**
 * Returns the number of days for which rows of each kind are stored. The environment can change the defaults.
 *
 * @throws SettingError if a value is not a whole number within its range
 * @example
 * readRetentionDays({ MON_RETENTION_CHECKS: "30" }).checks // => 30
 */
export const readRetentionDays = (env: Environment): RetentionDays => {
  const days: Record<keyof RetentionDays, number> = { ...retentionDays }
  for (const [variable, { kinds, range }] of Object.entries<RetentionSetting>(retentionSettings)) {
    const takes = `a whole number of days from ${range[0]} to ${range[1]}`
    for (const kind of kinds) days[kind] = readSetting(env, variable, retentionDays[kind], takes, wholeNumber(...range))
  }
  return days
}
