import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { postEntriesIfDue } from "./postEntry.ts"
import { domainStateCodes, kindCodes, urlStateCodes } from "../monitors/statements/MonitorCodes.ts"
import { visibleMonitors } from "../monitors/statements/visibleMonitors.ts"

/** The number of monitors in each state that the caller can see, and the credits of the account. */
export interface MonitorCounts {
  readonly domains: {
    readonly total: number
    readonly up: number
    readonly down: number
    readonly unknown: number
    readonly paused: number
  }
  readonly urls: {
    readonly total: number
    readonly active: number
    readonly changed: number
    readonly error: number
    readonly unknown: number
    readonly paused: number
  }
  readonly simulationCredits: number
}

interface Row {
  readonly kind: number
  readonly state: number
  readonly paused: boolean
  readonly n: number
}

const domainKind = kindCodes.domain
const urlKind = kindCodes.url

/** Only the owner sees credits. */
const countMonitors = (sql: SqlClient.SqlClient) =>
  operation("AccountSummary.counts", function* (scope: AccessScope): Returns<MonitorCounts> {
    const rows = yield* sql<Row>`
      select m.kind, s.state, m.paused_at is not null as paused, count(*)::int as n
      from monitor m join monitor_schedule s on s.monitor_id = m.id
      where ${visibleMonitors(sql, scope)}
      group by 1, 2, 3`
    yield* postEntriesIfDue(sql, scope.accountKey)
    const [credits] = yield* sql<{ balance: number }>`
      select coalesce(sum(amount), 0)::int as balance from credit_transaction
      where account_id = ${scope.accountKey}::bigint and ${scope.role === "owner"}::boolean`
    const count = (kind: number, matches: (row: Row) => boolean) =>
      rows.reduce((sum, row) => (row.kind === kind && matches(row) ? sum + row.n : sum), 0)
    const inState = (kind: number, state: number) => count(kind, (row) => !row.paused && row.state === state)
    return {
      domains: {
        total: count(domainKind, () => true),
        up: inState(domainKind, domainStateCodes.up),
        down: inState(domainKind, domainStateCodes.down),
        unknown: inState(domainKind, domainStateCodes.unknown),
        paused: count(domainKind, (row) => row.paused)
      },
      urls: {
        total: count(urlKind, () => true),
        active: inState(urlKind, urlStateCodes.active),
        changed: inState(urlKind, urlStateCodes.changed),
        error: inState(urlKind, urlStateCodes.error),
        unknown: inState(urlKind, urlStateCodes.unknown),
        paused: count(urlKind, (row) => row.paused)
      },
      simulationCredits: credits?.balance ?? 0
    }
  })

/** Counts for the dashboard, limited to what the caller can see. */
export class AccountSummary extends Context.Service<AccountSummary>()("@mon/core-store/AccountSummary", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    counts: countMonitors(sql)
  }))
}) {
  static readonly layer = Layer.effect(AccountSummary, AccountSummary.make)
}
