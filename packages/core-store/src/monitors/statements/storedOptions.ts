import {
  type DomainSettings,
  type PlanName,
  type PlanTable,
  requestFields,
  type ServiceCheck,
  serviceCheck,
  stoppedRequest
} from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { hasFailed, hasIncidents } from "./MonitorCodes.ts"
import { isUnproven, planInForce, readStoppedCheck, stoppedService } from "./stoppedColumns.ts"
import type { Suspicion } from "./suspicion.sql.ts"

/** The sealed texts of the request are encrypted. */
export type StoredRequest = NonNullable<DomainSettings["request"]>

type StoredExpectations = DomainSettings["expect"]

/** The settings of a monitor that are needed for its checks. */
export interface CheckOptions {
  /** The settings that have no column of their own, as the database stores them. Null or absent if there are none. */
  readonly settings?: unknown
  /** The request, with its sealed texts encrypted. Null for a plain GET request. */
  readonly request: StoredRequest | null
  readonly expect: StoredExpectations
  /** The longest response time that does not count as slow, in milliseconds. If null, no response counts as slow. */
  readonly degradedAfterMs: number | null
  /**
   * The effect on the monitor if the content of a page shows that the site is broken, although the HTTP status is fine.
   */
  readonly contentFaults: DomainSettings["contentFaults"]
  /** The memory of earlier checks of the content, in the engine's own form. Null if there is no memory. */
  readonly contentMemory: unknown
  /**
   * The reason why the check must not be made: the plan does not allow the check, or the proof of the host is missing.
   * Null if the check may be made.
   */
  readonly stopped: string | null
}

/** The options of a check that has no settings, for a monitor that is not a suspect. */
export const plainCheck: CheckOptions & Suspicion = {
  request: null,
  expect: [],
  degradedAfterMs: null,
  contentFaults: "off",
  contentMemory: null,
  stopped: null,
  isSuspect: false,
  endedProcesses: 0
}

/** SQL for whether a monitor is down because an expectation was not met. Null if the monitor has no expectation. */
const failsExpectation = `case when m.expect is null then null
    when ${hasIncidents("m")} then ${hasFailed("m", "s")} and exists (
      select 1 from incident i
      where i.monitor_id = m.id and i.resolved_at is null and i.trigger_error_code = 'expectation_failed')
    else ${hasFailed("m", "s")} and s.last_error_code = 'expectation_failed' end`

/**
 * SQL for the columns from which {@link CheckOptions} are read, of a monitor `m` with the schedule `s`. Most monitors
 * have no option that a plan limits, so their claims do not read the account.
 */
export const checkOptionColumns = `m.hostname, m.settings, m.request, m.expect, m.degraded_after_ms, m.content_faults,
  (select f.content_memory from monitor_facts f where f.monitor_id = m.id) as content_memory,
  case when m.request is not null or m.expect is not null
    then (select ${planInForce} from account a where a.id = m.account_id) end as options_plan,
  ${isUnproven} as is_unproven, ${stoppedService} as stopped_service, ${failsExpectation} as fails_expectation`

export interface CheckOptionRow {
  readonly settings: unknown
  readonly hostname: string
  readonly request: unknown
  readonly expect: unknown
  readonly degraded_after_ms: number | null
  readonly content_faults: DomainSettings["contentFaults"]
  readonly content_memory: unknown
  readonly options_plan: PlanName | null
  readonly is_unproven: boolean | null
  readonly stopped_service: unknown
  readonly fails_expectation: boolean | null
}

const decodeRequest = Schema.decodeUnknownOption(requestFields.request.output)
const decodeExpectations = Schema.decodeUnknownOption(requestFields.expect.output)

/** Returns null if another release stored the request in a different form. */
export const readRequest = (stored: unknown): StoredRequest | null =>
  stored === null ? null : Option.getOrNull(decodeRequest(stored))

const decodeCheck = Schema.decodeUnknownOption(serviceCheck.output)

/**
 * Returns the check of a service from the settings without a column of their own. Its sealed texts are encrypted. Null
 * if there is none, or if another release stored it in a different form.
 */
export const readCheck = (settings: unknown): ServiceCheck | null =>
  typeof settings === "object" && settings !== null && "check" in settings
    ? Option.getOrNull(decodeCheck(settings.check))
    : null

/**
 * Returns the expectations in force. The newest expectations, as far as they exceed the plan, are stopped, but not
 * while the monitor is down because of an expectation. Otherwise, the next check would announce a recovery that did not
 * happen.
 */
const expectationsInForce = (
  expect: StoredExpectations,
  { fails_expectation, options_plan }: CheckOptionRow,
  plans: PlanTable
): StoredExpectations =>
  options_plan === null || fails_expectation === true ? expect : expect.slice(0, plans[options_plan].expectations)

export const readCheckOptions = (row: CheckOptionRow, plans: PlanTable): CheckOptions => {
  const {
    content_faults,
    content_memory,
    degraded_after_ms,
    expect,
    hostname,
    is_unproven,
    options_plan,
    stopped_service
  } = row
  const request = readRequest(row.request)
  const wanted = { method: request?.method, hostname, isUnproven: is_unproven === true }
  const stopped =
    readStoppedCheck(stopped_service) ?? (options_plan === null ? null : stoppedRequest(wanted, plans[options_plan]))
  return {
    settings: row.settings,
    request,
    expect:
      expect === null
        ? []
        : expectationsInForce(
            Option.getOrElse(decodeExpectations(expect), () => []),
            row,
            plans
          ),
    degradedAfterMs: degraded_after_ms,
    contentFaults: content_faults,
    contentMemory: content_memory,
    stopped: stopped?.message ?? null
  }
}

/**
 * Selects and locks the first `limit` rows of an ordered select of `monitor_id`. Locked rows are skipped.
 *
 * The inner limit is in the text and not in a parameter. If the limit is a parameter, PostgreSQL guesses that a tenth
 * of the rows is selected. A generic plan then seems so expensive that each claim is planned again, which takes an
 * eighth of the claim's time. A limit in the text bounds the guess. The inner limit is a power of two, so that there
 * are few different texts. Rows are locked only when the outer limit fetches them.
 */
export const firstDue = (sql: SqlClient.SqlClient, limit: number, ordered: Fragment) => sql`
  select monitor_id from (
    ${ordered} limit ${sql.literal(String(2 ** Math.ceil(Math.log2(Math.max(limit, 1)))))} for update skip locked
  ) first limit ${limit}`
