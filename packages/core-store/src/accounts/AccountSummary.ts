import { type MonitorKind, monitorKindNames, monitorKinds, type StateOf } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { postEntriesIfDue } from "./postEntry.ts"
import { kindOf } from "../monitors/statements/MonitorCodes.ts"
import { visibleMonitors } from "../monitors/statements/visibleMonitors.ts"

type CountsOf<Kind extends MonitorKind> = Readonly<Record<StateOf<Kind> | "total" | "paused", number>>

type CountsByKind = {
  readonly [Kind in MonitorKind as (typeof monitorKinds)[Kind]["plural"]]: CountsOf<Kind>
}

/** The numbers of monitors that the caller can see, by kind and state, and the credits of the account. */
export type MonitorCounts = CountsByKind & { readonly simulationCredits: number }

interface Row {
  readonly kind: number
  readonly state: number
  readonly paused: boolean
  readonly n: number
}

const countsOf = <Kind extends MonitorKind>(kind: Kind, all: ReadonlyArray<Row>): CountsOf<Kind> => {
  const rows = all.filter((row) => kindOf(row.kind) === kind)
  const count = (matches: (row: Row) => boolean) => rows.reduce((sum, row) => (matches(row) ? sum + row.n : sum), 0)
  const states = Object.entries(monitorKinds[kind].states).map(([state, code]) => [
    state,
    count((row) => !row.paused && row.state === code)
  ])
  return Object.fromEntries([
    ["total", count(() => true)],
    ...states,
    ["paused", count((row) => row.paused)]
  ]) as CountsOf<Kind>
}

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
    return {
      ...(Object.fromEntries(
        monitorKindNames.map((kind) => [monitorKinds[kind].plural, countsOf(kind, rows)])
      ) as CountsByKind),
      simulationCredits: credits?.balance ?? 0
    }
  })

/** The counts for the dashboard, limited to the monitors that the caller can see. */
export class AccountSummary extends Context.Service<AccountSummary>()("@mon/core-store/AccountSummary", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    counts: countMonitors(sql)
  }))
}) {
  static readonly layer = Layer.effect(AccountSummary, AccountSummary.make)
}
