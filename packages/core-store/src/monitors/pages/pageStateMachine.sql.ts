import {
  type ChangeHunk,
  ConfirmationPolicy,
  type PageRules,
  type PlanName,
  type PageStatus,
  type VisualChange
} from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { codeLiteral, periodCodes, pageStateCodes } from "../statements/MonitorCodes.ts"
import { lastErrorColumns, speedColumns, turnsSpeed } from "../statements/stoppedColumns.ts"
import type { CheckOptions } from "../statements/storedOptions.ts"
import type { RecordedContent } from "../statements/monitorColumns.ts"
import {
  isQuarantining,
  quarantinedUntil,
  type Suspicion,
  type SuspicionOfResult,
  suspicionUpdates
} from "../statements/suspicion.sql.ts"
import { insertUnwatched, isUnwatched, unwatchedSince } from "../statements/unwatched.sql.ts"

/** A due page, leased to the caller. Times are milliseconds since the epoch. */
export interface PageClaim extends CheckOptions, Suspicion {
  /** The internal key of the monitor (bigint as text). */
  readonly monitorKey: string
  /** The internal key of the account (bigint as text). */
  readonly accountKey: string
  readonly id: string
  readonly leaseToken: string
  readonly url: string
  readonly hostname: string
  readonly timeoutMs: number
  readonly state: PageStatus
  readonly screenshotEnabled: boolean
  readonly screenshotWaitMs: number
  readonly rules: PageRules
  /**
   * Whether a browser runs the scripts of the page. "refused" means that the owner has enabled the browser, but the
   * plan does not allow it.
   */
  readonly render: boolean | "refused"
  /** The plan that is in force for the account. The plan determines how long screenshots are stored. */
  readonly plan: PlanName
  readonly dueAt: number
  /** The time of the claim, by the database's clock. */
  readonly claimedAt: number
  readonly leaseUntil: number
  /** Whether a person requested the check. */
  readonly manual: boolean
}

/** The last successful snapshot of a page, with which the next check is compared. */
export interface PageSnapshot {
  /**
   * The configuration with which the text was extracted. Texts that were extracted with different configurations are
   * not compared.
   */
  readonly configuration: string
  readonly kind: string
  readonly title: string | null
  readonly text: string
  /** The hash of the screenshot. `imageRows` contains the hashes of its rows of pixels. */
  readonly image: string | null
  readonly imageRows: Uint8Array | null
}

/** A change to record. */
export interface NewPageChange {
  readonly id: string
  readonly summary: string
  readonly changeCount: number
  readonly addedLines: number
  readonly removedLines: number
  readonly similarity: number
  readonly approximate: boolean
  readonly diff: string
  readonly hunks: ReadonlyArray<ChangeHunk>
  readonly visual: VisualChange | null
  readonly beforeImage: string | null
  readonly afterImage: string | null
  /** The first lines that were added, and the first lines that were removed, for the alert. */
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** A screenshot to record, whose images are already stored. */
export interface NewPageScreenshot {
  readonly id: string
  readonly image: string
  readonly thumbnail: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly format: string
  readonly reason: "check" | "change" | "failure"
  readonly keepUntil: Date
}

/** The result of a check. */
export interface PageCheckResult {
  /** The start of the check on the database's clock, in milliseconds since the epoch. */
  readonly at: number
  /**
   * The state. Null if the check could not be made. The state then stays unchanged, and the monitor is checked again
   * soon.
   */
  readonly state: Exclude<PageStatus, "unknown"> | null
  readonly statusCode: number | null
  /** The response time in microseconds. */
  readonly responseUs: number | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** The facts for the diagnosis of a failed check: `DiagnosisFacts` of @mon/diagnosis. Default: no facts. */
  readonly evidence?: object | null
  /** The snapshot with which later checks are compared. If null, the stored snapshot stays unchanged. */
  readonly page: PageSnapshot | null
  readonly change: NewPageChange | null
  readonly screenshot: NewPageScreenshot | null
  readonly notificationId: string
  /**
   * The result of the check of the content. If null, the content was not judged, and the stored result stays. Default:
   * null.
   */
  readonly content?: RecordedContent | null
  /**
   * Whether the check was slow or had a remark, and the id to use for a notification that the monitor has become
   * degraded or has recovered. Null if the check failed, or if neither slowness nor remarks could be determined.
   * Default: null.
   */
  readonly speed?: { readonly slow: boolean; readonly notificationId: string } | null
  /** The effect of the result on the suspicion that the check may end its process. Default: the suspicion ends. */
  readonly suspicion?: SuspicionOfResult
}

/** The time until the next check, in milliseconds, if a check could not be made. */
const FAULT_RETRY_MS = 60_000
const FAILURES_TO_ERROR = 2

/** The code for a check that Mon could not make. Such a check has no verdict. */
const PROBER_FAULT = "prober_fault"

const { active, changed, error: failed } = pageStateCodes

const newestError = lastErrorColumns({
  isUnmade: "d.unmade",
  hasFailed: `s.state = ${failed}`,
  code: "d.error_code",
  message: "d.error_message"
})

/**
 * SQL that stores the period that begins when the page becomes available or unavailable. A monitor that an earlier
 * release created may have no period yet.
 */
const beginPeriod = `
  insert into status_period (monitor_id, since, state)
  select j.monitor_id, greatest(j.at_now, latest.since), j.period from (
    select monitor_id, at_now, next_at, case when state_now in (${active}, ${changed}) then ${periodCodes.up}
      when state_now = ${failed} then ${periodCodes.down} else ${periodCodes.unknown} end as period
    from judged
  ) j left join lateral (
    select p.since, p.state from status_period p where p.monitor_id = j.monitor_id order by p.since desc limit 1
  ) latest on true
  where j.next_at is not null and j.period is distinct from latest.state
  on conflict (monitor_id, since) do update set state = excluded.state`

export interface PageStep {
  /** Whether the current check confirmed a failure, which is then announced. */
  readonly confirmed: boolean
  /** Whether the monitor has become slow, or is no longer slow. */
  readonly turned: boolean
}

/**
 * The state machine of a page. The last check determines the state, but a second failed check must confirm an error. A
 * failed manual check is shown immediately, but is announced only once the failure is confirmed. A check without a
 * verdict changes only the time of the next check and the stored reason. An earlier release did not count failures. An
 * error with a count of 0 was therefore announced, and the count of a monitor without an error may be out of date.
 */
export const pageStateMachine = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  claim: PageClaim,
  result: PageCheckResult
) {
  const { confirmMs, retryUnknownMs } = yield* ConfirmationPolicy
  const at = new Date(result.at)
  const state = result.state === null ? null : pageStateCodes[result.state]
  const error = codeLiteral(sql, pageStateCodes.error)
  const unknown = codeLiteral(sql, pageStateCodes.unknown)
  const needed = codeLiteral(sql, FAILURES_TO_ERROR)
  const isOpen = sql`(${state}::smallint = ${error} and d.failures_now < ${needed})`
  // A failure that may be caused by the network of the current process says nothing about the page.
  const keepsError = result.state === null && result.error?.code !== PROBER_FAULT
  const [step] = yield* sql<PageStep>`
    with counted as (
      select s.*, case
          when s.state = ${error} and s.failures = 0 then ${needed}
          when s.state <> ${error} and s.failures >= ${needed} then 0
          else s.failures end as failures_before
      from monitor_schedule s where s.monitor_id = ${claim.monitorKey}::bigint
    ), decided as (
      select c.*, case
          when ${state}::smallint is null then c.failures_before
          when ${state}::smallint = ${error} then least(c.failures_before + 1, ${needed})
          else 0 end as failures_now
      from counted c
    ), judged as (
      select d.*, ${at}::timestamptz as at_now, ${result.speed?.slow ?? null}::boolean as slow, ${result.suspicion ?? null}::text as suspicion,
        ${state === null}::boolean as unmade,
        case when ${keepsError}::boolean then d.last_error_code else ${result.error?.code ?? null}::text end as error_code,
        case when ${keepsError}::boolean then d.last_error_message
          else ${result.error?.message ?? null}::text end as error_message,
        coalesce(${state}::smallint = ${error}, false) as failed, case when ${state}::smallint is null or (${isOpen} and not ${claim.manual}::boolean) then d.state
          else ${state}::smallint end as state_now
      from decided d
    ), unwatched as (${sql.literal(
      insertUnwatched(
        `select d.monitor_id, ${unwatchedSince("d")}, d.at_now from judged d where ${isUnwatched("d", "d.at_now")}`
      )
    )}), period as (${sql.literal(beginPeriod)})
    update monitor_schedule s set
      state = d.state_now,
      failures = d.failures_now,
      next_at = case
        when s.next_at is null then null
        when ${sql.literal(isQuarantining("d.suspicion"))} then ${sql.literal(quarantinedUntil("s.interval_ms"))}
        when ${state}::smallint is null and not s.is_unsafe then mon_now() + least(s.interval_ms, ${FAULT_RETRY_MS}::int) * interval '1 millisecond'
        when ${isOpen} then mon_now() + least(s.interval_ms / 2.0,
          case when d.state = ${unknown} then ${retryUnknownMs}::int else ${confirmMs}::int end) * interval '1 millisecond'
        else next_on_grid(s.interval_ms, s.phase, mon_now()) end,
      lease_until = null,
      lease_token = null,${sql.literal(suspicionUpdates("d.suspicion"))},
      last_checked_at = ${at},
      last_status_code = case when ${state}::smallint is null then s.last_status_code else ${result.statusCode}::smallint end,
      last_response_us = case when ${state}::smallint is null then s.last_response_us else ${result.responseUs}::int end,
      ${sql.literal(newestError)},
      ${sql.literal(speedColumns("d.slow", "s", `d.failed`))},
      status_changed_at = case when d.state_now <> s.state then ${at}::timestamptz else s.status_changed_at end
    from judged d
    where s.monitor_id = d.monitor_id
    returning d.failures_before < ${needed} and d.failures_now >= ${needed} as confirmed,
      ${sql.literal(turnsSpeed("d.slow", "d"))} as turned`
  return step ?? { confirmed: false, turned: false }
})
