import { type Fact, factKeyPaths, type FactKind, notificationTypeOf, toStoredFact } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { isMuted, muteReason } from "../access/alertPause.sql.ts"

/**
 * SQL for the key of a fact. The result is the text that `factKey` of @mon/model returns. `data` is the SQL of the
 * fact's data.
 */
export const factKeySql = (kind: FactKind, data: string): string =>
  [`'${kind}'`, ...factKeyPaths[kind].map((path) => `(${data} #>> '{${path.join(",")}}')`)].join(" || ':' || ")

/** SQL for the field `monitor` of a fact, from a relation with `public_id`, `name` and `url`. */
export const factMonitorSql = (relation: string): string =>
  `jsonb_build_object('id', ${relation}.public_id, 'name', ${relation}.name, 'url', ${relation}.url)`

const byKind = (kinds: ReadonlyArray<FactKind>, valueOf: (kind: FactKind) => string): string =>
  `case n.kind ${kinds.map((kind) => `when '${kind}' then ${valueOf(kind)}`).join(" ")} end`

/** SQL for the status and the reason of new facts. Facts of an account whose alerts are paused are never sent. */
const status = `case when ${isMuted("a")} then 'suppressed' else 'pending' end, ${muteReason("a")}`

/**
 * The statement that stores facts as notifications. A fact whose key is already stored is skipped. `relation` has the
 * columns `public_id`, `account_id`, `kind` (one of `kinds`), `monitor_id`, `incident_id` and `data`. `diagnosisFacts`
 * is the SQL for the facts of a diagnosis. By default, there are no facts for a diagnosis.
 */
export const insertFacts = (
  relation: string,
  kinds: ReadonlyArray<FactKind>,
  diagnosisFacts = "null::jsonb"
): string => `
  insert into notification (public_id, account_id, type, kind, key, monitor_id, incident_id, data, diagnosis_facts, status, reason)
  select n.public_id, n.account_id, ${byKind(kinds, (kind) => `'${notificationTypeOf(kind)}'`)}, n.kind,
    ${byKind(kinds, (kind) => factKeySql(kind, "n.data"))}, n.monitor_id, n.incident_id, n.data, ${diagnosisFacts}, ${status}
  from ${relation} n join account a on a.id = n.account_id
  on conflict (key) do nothing`

export interface FactRow {
  readonly id: string
  readonly accountKey: string
  /** The internal key of the monitor. Null for a fact about the whole account. */
  readonly monitorKey: string | null
  /**
   * The internal key of the only person who may see the fact. By default, everybody with access to the monitor may see
   * the fact.
   */
  readonly userKey?: string | null
  /** The facts for a diagnosis: `DiagnosisFacts` of @mon/diagnosis. By default, there are no facts. */
  readonly diagnosisFacts?: object | null
}

/**
 * Stores a fact as a notification. Returns no row if the key of the fact is already stored. `condition` is SQL over the
 * account `a`. If the condition is false, nothing is stored.
 */
export const writeFact = (
  sql: SqlClient.SqlClient,
  fact: Fact,
  { accountKey, diagnosisFacts = null, id, monitorKey, userKey = null }: FactRow,
  condition = sql`true`
) => {
  const { data, key, kind, type } = toStoredFact(fact)
  return sql`
    insert into notification (public_id, account_id, user_id, type, kind, key, monitor_id, data, diagnosis_facts, status, reason)
    select ${id}::uuid, a.id, ${userKey}::bigint, ${type}, ${kind}, ${key}, ${monitorKey}::bigint,
      ${JSON.stringify(data)}::text::jsonb,
      ${diagnosisFacts === null ? sql`null` : sql`${JSON.stringify(diagnosisFacts)}::text::jsonb`}, ${sql.literal(status)}
    from account a where a.id = ${accountKey}::bigint and ${condition}
    on conflict (key) do nothing returning 1`
}
