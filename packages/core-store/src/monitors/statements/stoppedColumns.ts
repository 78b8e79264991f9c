import {
  type DomainSettings,
  flapping,
  MissingProof,
  type MonitorState,
  type PlanName,
  type PlanTable,
  stoppedCheck,
  type StoppedOption,
  stoppedOptions,
  unseenChangesShown,
  type PageSettings
} from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isOfKind, kindOf, stateOf } from "./MonitorCodes.ts"
import { isUnsafe } from "./monitorColumns.ts"

/** SQL for the plan in force of an account `a`, equivalent to `effectivePlan` of @mon/model. */
export const planInForce = "case when a.plan_expires_at <= mon_now() then 'free' else a.plan end"

/**
 * SQL for the number of DNS watches in the account of a monitor `m` that are older than the watch of `m`. If the
 * account has more watches than the plan allows, the newest watches stop.
 */
export const olderDnsWatches = `(
  select count(*)::int from monitor o
  where o.account_id = m.account_id and o.dns_watch is not null and o.deleted_at is null and o.id < m.id
)`

/**
 * SQL for whether the proof of the host of a monitor `m` has been missing for too long. Null if the monitor needs no
 * proof.
 */
export const isUnproven = `case when ${isUnsafe("m")} then exists (
  select 1 from host_proof h
  where h.account_id = m.account_id and h.hostname = m.hostname and h.stopped_at is not null
) end`

/** SQL for whether the operator requires proofs of the hosts of services. */
export const needsServiceProofs = "exists (select from service_targets where is_proven)"

/**
 * SQL for what a service `m` lacks, if its checks are stopped because of that: the JSON of a {@link MissingProof}, or
 * an empty object. Null if the checks are not stopped.
 */
export const stoppedService = `case when ${isOfKind("m", "service")} then (
  select coalesce(p.missing, '{}') from service_proof p
  where p.monitor_id = m.id and p.stopped_at is not null and ${needsServiceProofs}
) end`

const decodeMissing = Schema.decodeUnknownOption(MissingProof)

/** Returns the reason why a service must not be checked. Null if it may. `stored`: {@link stoppedService}. */
export const readStoppedCheck = (stored: unknown): StoppedOption | null =>
  stored === null ? null : stoppedCheck(Option.getOrNull(decodeMissing(stored)))

/**
 * SQL for the columns that, with the settings of a monitor `m` of an account `a`, decide which options of `m` are
 * stopped.
 */
export const stoppedColumns = `${planInForce} as plan, ${isUnproven} as is_unproven,
  ${stoppedService} as stopped_service, case when m.dns_watch is not null then ${olderDnsWatches} end as older_dns_watches, m.hostname`

export interface StoppedRow {
  readonly plan: PlanName
  readonly is_unproven: boolean | null
  readonly stopped_service: unknown
  readonly older_dns_watches: number | null
  readonly hostname: string
}

type Settings = Pick<DomainSettings, "request" | "expect"> &
  Partial<Pick<DomainSettings, "dkimSelectors"> & Pick<PageSettings, "render">>

/**
 * Returns the options of a monitor that currently have no effect, because the plan of its account does not allow these
 * options or the proof of the host is missing.
 */
export const readStopped = (
  { hostname, is_unproven, older_dns_watches, plan, stopped_service }: StoppedRow,
  { dkimSelectors = [], expect, render = false, request }: Settings,
  plans: PlanTable
): ReadonlyArray<StoppedOption> =>
  stoppedOptions(
    {
      method: request?.method,
      hostname,
      isUnproven: is_unproven === true,
      expect,
      dkimSelectors,
      render,
      olderDnsWatches: older_dns_watches,
      stoppedCheck: readStoppedCheck(stopped_service)
    },
    plans[plan]
  )

const NOT_CHECKED = " The newest check could not be made: "

interface LastError {
  readonly isUnmade: string
  readonly hasFailed: string
  /** SQL for the error code of the newest check. `message` is the SQL for the error message. */
  readonly code: string
  readonly message: string
}

/**
 * SQL for the new values of `last_error_code` and `last_error_message` of a schedule `s`: the reason why the newest
 * check failed or could not be made. If a failed monitor could not be checked, the code of its failure stays, and the
 * message contains both reasons.
 */
export const lastErrorColumns = ({ code, hasFailed, isUnmade, message }: LastError): string => {
  const keeps = `${isUnmade} and ${hasFailed} and s.last_error_code <> ${code}`
  return `
    last_error_code = case when ${keeps} then s.last_error_code else ${code} end,
    last_error_message = case when ${keeps}
      then split_part(coalesce(s.last_error_message, s.last_error_code), '${NOT_CHECKED}', 1) || '${NOT_CHECKED}' || ${message}
      else ${message} end`
}

export interface ListedStateRow {
  readonly kind: number
  readonly state: number
  readonly is_degraded: boolean
  readonly paused: boolean
}

/**
 * Returns the state of a monitor as lists and events show it. An available monitor that is slow is shown as `degraded`.
 */
export const listedState = ({ is_degraded, kind, paused, state }: ListedStateRow): MonitorState => {
  if (paused) return "paused"
  const own = stateOf(kindOf(kind), state)
  return is_degraded && (own === "up" || own === "active") ? "degraded" : own
}

/**
 * The number of slow checks in a row after which a monitor becomes degraded. After this number of fast checks in a row,
 * the monitor is no longer degraded.
 */
const CHECKS_TO_TURN = 3

/**
 * SQL for whether a check turns the monitor from fast to slow, or from slow to fast. `slow` is SQL for whether the
 * check was slow (null if unknown). `schedule` is the row before the check.
 */
export const turnsSpeed = (slow: string, schedule: string): string =>
  `coalesce(${slow} <> ${schedule}.is_degraded and ${schedule}.speed_streak + 1 >= ${CHECKS_TO_TURN}, false)`

/**
 * SQL for the new values of `is_degraded` and `speed_streak`. A failed check ends a streak of slow or fast checks. A
 * check without a verdict does not end the streak.
 */
export const speedColumns = (slow: string, schedule: string, isFailed: string): string => `
    is_degraded = case when ${turnsSpeed(slow, schedule)} then ${slow} else ${schedule}.is_degraded end,
    speed_streak = case
      when ${turnsSpeed(slow, schedule)} or ${slow} = ${schedule}.is_degraded or ${isFailed} then 0
      when ${slow} is null then ${schedule}.speed_streak
      else ${schedule}.speed_streak + 1 end`

export const COUNTED = `interval '${flapping.hours} hours'`

/**
 * SQL for whether a notification counts as a change of its domain's state. A notification during maintenance counts
 * once the notification is announced. A notification that a parent suppressed never counts.
 */
export const isTransition = (notification: string): string => `(${notification}.kind in ('down', 'up')
  and (${notification}.maintenance_id is null or ${notification}.announced_at is not null)
  and (${notification}.status <> 'suppressed'
    or not exists (select from parent_suppression ps where ps.notification_id = ${notification}.id)))`

/**
 * SQL for a relation with the columns monitor_id and unseen. The relation has a row for each page in `monitors`, a
 * relation with the column `id`. `unseen` is the number of changes that a person has not seen. Pages without unseen
 * changes are left out. Counting stops at the largest number that is shown.
 */
export const unseenChanges = (monitors: string, user: string): string => `
  select p.monitor_id, least(newer.n + coalesce(older.n, 0), ${unseenChangesShown})::int as unseen
  from ${monitors} v join url_page p on p.monitor_id = v.id and p.change_count > 0
  left join url_seen w on w.user_id = ${user}::bigint and w.monitor_id = p.monitor_id
  cross join lateral (
    select count(*) as n from (
      select from url_change c where c.monitor_id = p.monitor_id and c.id > coalesce(w.through, 0)
        and not exists (select from change_seen s where s.user_id = ${user}::bigint and s.change_id = c.id and s.is_seen)
      limit ${unseenChangesShown}
    ) unseen
  ) newer
  left join (
    select c.monitor_id, count(*) as n
    from change_seen s join url_change c on c.id = s.change_id
    join url_seen w on w.user_id = s.user_id and w.monitor_id = c.monitor_id and c.id <= w.through
    where s.user_id = ${user}::bigint and not s.is_seen group by c.monitor_id
  ) older on older.monitor_id = p.monitor_id
  where newer.n > 0 or older.n > 0`

/**
 * SQL for the name shown as the origin of an acknowledgement: the name or the address of a person, or else the channel
 * of the alert.
 */
export const acknowledgedByName = (incident: string, person: string): string =>
  `coalesce(${person}.name, ${person}.email, ${incident}.acknowledged_channel, '')`
