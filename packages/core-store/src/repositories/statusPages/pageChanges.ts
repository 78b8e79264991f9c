import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import type { Signal, Signals } from "../signals/Signals.ts"
import type { StatusPageChange, StatusPageDocuments } from "./StatusPageDocuments.ts"

/** Between two statements while nothing is signalled: windows begin and end without a signal. */
const TICK = "1 second"
/** Signals of this time are asked about together. */
const GATHER = "200 millis"
/** Times that nothing signals, such as the end of a plan or a check that does not come, are seen within this time. */
const REFRESH_MS = 60_000
/** With more signals at once, everything is read again. */
const SIGNALS_AT_ONCE = 2_000
/** Overlap of the times that two statements ask about: clocks differ, and a statement takes time. */
const OVERLAP = "5 seconds"

interface Waiting {
  readonly monitors: Set<string>
  readonly accounts: Set<string>
  readonly pages: Set<string>
  isGap: boolean
}

const nothing = (): Waiting => ({ monitors: new Set(), accounts: new Set(), pages: new Set(), isGap: false })

/** Whether a signal concerns pages. */
const collect = (waiting: Waiting, { accountKey, id, kind, monitorKey }: Signal): boolean => {
  if (kind === "status_page" && id !== null) waiting.pages.add(id)
  else if (kind === "maintenance" && accountKey !== null) waiting.accounts.add(accountKey)
  else if ((kind === "domain" || kind === "url") && monitorKey !== null) waiting.monitors.add(monitorKey)
  else return false
  if (waiting.monitors.size > SIGNALS_AT_ONCE) waiting.isGap = true
  return true
}

/**
 * The pages that monitors, windows of accounts, and windows that just began or ended belong to. A monitor may have lost
 * its tag, so a signal of a monitor concerns all pages of its account with a component bound to a tag.
 */
const affected = (sql: SqlClient.SqlClient, { accounts, monitors }: Waiting) => {
  const keys = (of: ReadonlySet<string>) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify([...of])}::text::jsonb)::bigint)`
  const recent = (column: string) =>
    sql`${sql.literal(column)} > mon_now() - ${sql.literal(`interval '${OVERLAP}'`)} and ${sql.literal(column)} <= mon_now()`
  return sql<{ readonly id: string }>`
    select p.public_id::text as id from status_page p where p.account_id in ${keys(accounts)}
    union
    select p.public_id::text from status_component_monitor b join status_component c on c.id = b.component_id
    join status_page p on p.id = c.page_id where b.monitor_id in ${keys(monitors)}
    union
    select p.public_id::text from monitor m join status_page p on p.account_id = m.account_id
    where m.id in ${keys(monitors)} and exists (
      select from status_component c join status_component_tag b on b.component_id = c.id where c.page_id = p.id)
    union
    select p.public_id::text from maintenance_occurrence o join status_page p on p.account_id = o.account_id
    where ${recent("o.starts_at")}
    union
    select p.public_id::text from maintenance_occurrence o join status_page p on p.account_id = o.account_id
    where ${recent("o.ends_at")}`
}

/** At most five statements a second in each process that wants to know, usually one; everything once a minute. */
export const pageChanges = (
  sql: SqlClient.SqlClient,
  signals: Signals["Service"]
): StatusPageDocuments["Service"]["changes"] =>
  Stream.unwrap(
    Effect.gen(function* () {
      let waiting = nothing()
      let refreshedAt = yield* Clock.currentTimeMillis
      const wake = yield* Queue.sliding<true>(1)
      yield* signals.listen({
        onSignal: (signal) => {
          if (collect(waiting, signal)) Queue.offerUnsafe(wake, true)
        },
        onGap: () => {
          waiting.isGap = true
          Queue.offerUnsafe(wake, true)
        }
      })
      const all: StatusPageChange = { _tag: "All" }
      const tick = Effect.gen(function* () {
        yield* Effect.raceFirst(Effect.sleep(TICK), Queue.take(wake))
        yield* Effect.sleep(GATHER)
        const taken = waiting
        waiting = nothing()
        const now = yield* Clock.currentTimeMillis
        if (taken.isGap || now - refreshedAt >= REFRESH_MS) {
          refreshedAt = now
          return all
        }
        const rows = yield* affected(sql, taken)
        return {
          _tag: "Pages",
          ids: [...new Set([...taken.pages, ...rows.map(({ id }) => id)])]
        } satisfies StatusPageChange
      }).pipe(
        // What was signalled must not be lost with the database.
        Effect.catch(() =>
          Effect.sync(() => {
            waiting.isGap = true
            return { _tag: "Pages", ids: [] } satisfies StatusPageChange
          })
        )
      )
      return Stream.filter(Stream.fromEffectRepeat(tick), (change) => change._tag === "All" || change.ids.length > 0)
    })
  )
