import { isMonitorKind, isPublicId, type PlanName, Plans, type StatusPageAccess } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../../sql/operation.ts"
import { replicatedReads } from "../../sql/ReadReplica.ts"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { planInForce } from "../../monitors/statements/stoppedColumns.ts"
import { stoppedBy } from "../../accounts/statusPagePlan.ts"
import { type Signal, Signals } from "../../sql/Signals.ts"
import { isProvenHost, leadsHere, olderHosts, type ServedHost, servedHost } from "../storedHost.ts"
import { readDocument } from "./composeDocument.ts"
import { previewDocument } from "./previewDocument.ts"

/** A status page of the service, for code that serves or exports all pages. */
export interface KnownStatusPage {
  readonly id: string
  readonly slug: string
  readonly access: StatusPageAccess
  readonly stoppedBy: "plan" | null
  readonly host: ServedHost | null
}

/**
 * The documents that may have changed. `All` means every document, and is sent after {@link REFRESH_MS}, or if signals
 * may have been lost.
 */
export type StatusPageChange =
  | { readonly _tag: "Pages"; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "All" }

/**
 * The time between two statements, in milliseconds, while there are no signals and no window begins or ends. This time
 * is shorter than {@link OVERLAP}, so that no change is missed.
 */
const TICK_MS = 3_000
/** The time for which signals are collected before a statement processes them together. */
const GATHER = "200 millis"
/**
 * The time, in milliseconds, within which changes without a signal are noticed, such as the end of a plan or a missing
 * check.
 */
const REFRESH_MS = 60_000
/** The number of signals processed at once above which everything is read again. */
const SIGNALS_AT_ONCE = 2_000
/**
 * The overlap between the time ranges of two consecutive statements, because clocks differ and a statement takes time.
 */
const OVERLAP = "5 seconds"

interface Waiting {
  readonly monitors: Set<string>
  readonly accounts: Set<string>
  readonly pages: Set<string>
  isGap: boolean
}

const nothing = (): Waiting => ({ monitors: new Set(), accounts: new Set(), pages: new Set(), isGap: false })

/** Returns whether the signal concerns status pages. */
const collect = (waiting: Waiting, { accountKey, id, kind, monitorKey }: Signal): boolean => {
  if (kind === "status_page" && id !== null) waiting.pages.add(id)
  else if (kind === "maintenance" && accountKey !== null) waiting.accounts.add(accountKey)
  else if (isMonitorKind(kind) && monitorKey !== null) waiting.monitors.add(monitorKey)
  else return false
  if (waiting.monitors.size > SIGNALS_AT_ONCE) waiting.isGap = true
  return true
}

/**
 * Returns the pages that use the changed monitors, the windows of the changed accounts, or windows that just began or
 * ended. Also returns the milliseconds until the next window begins or ends. A changed monitor may have lost a tag, so
 * its signal concerns all pages of the account with a component that is bound to a tag.
 */
const affected = (sql: SqlClient.SqlClient, { accounts, monitors }: Waiting) => {
  const keys = (of: ReadonlySet<string>) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify([...of])}::text::jsonb)::bigint)`
  const recent = (column: string) =>
    sql`${sql.literal(column)} > mon_now() - ${sql.literal(`interval '${OVERLAP}'`)} and ${sql.literal(column)} <= mon_now()`
  return sql<{ readonly id: string | null; readonly inMs: number | null }>`
    select p.public_id::text as id, null::double precision as "inMs" from status_page p where p.account_id in ${keys(accounts)}
    union
    select p.public_id::text, null from status_component_monitor b join status_component c on c.id = b.component_id
    join status_page p on p.id = c.page_id where b.monitor_id in ${keys(monitors)}
    union
    select p.public_id::text, null from monitor m join status_page p on p.account_id = m.account_id
    where m.id in ${keys(monitors)} and exists (
      select from status_component c join status_component_tag b on b.component_id = c.id where c.page_id = p.id)
    union
    select p.public_id::text, null from maintenance_occurrence o join status_page p on p.account_id = o.account_id
    where ${recent("o.starts_at")}
    union
    select p.public_id::text, null from maintenance_occurrence o join status_page p on p.account_id = o.account_id
    where ${recent("o.ends_at")}
    union all
    select null, extract(epoch from least(
      (select min(starts_at) from maintenance_occurrence where starts_at > mon_now()),
      (select min(ends_at) from maintenance_occurrence where ends_at > mon_now() and ends_at < 'infinity')) - mon_now())::double precision * 1000`
}

/**
 * Streams the changes of pages. Each process with a stream runs at most five statements a second, usually far fewer,
 * and reads everything once a minute.
 */
const pageChanges = (sql: SqlClient.SqlClient, signals: Signals["Service"]): Stream.Stream<StatusPageChange> =>
  Stream.unwrap(
    Effect.gen(function* () {
      let waiting = nothing()
      let refreshedAt = yield* Clock.currentTimeMillis
      let waitMs = TICK_MS
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
        yield* Effect.raceFirst(Effect.sleep(waitMs), Queue.take(wake))
        yield* Effect.sleep(GATHER)
        const taken = waiting
        waiting = nothing()
        const now = yield* Clock.currentTimeMillis
        if (taken.isGap || now - refreshedAt >= REFRESH_MS) {
          refreshedAt = now
          return all
        }
        const rows = yield* affected(sql, taken)
        waitMs = Math.min(TICK_MS, ...rows.flatMap(({ inMs }) => inMs ?? []))
        return {
          _tag: "Pages",
          ids: [...new Set([...taken.pages, ...rows.flatMap(({ id }) => id ?? [])])]
        } satisfies StatusPageChange
      }).pipe(
        // If the database fails, the collected signals must not be lost.
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

interface KnownRow {
  readonly id: string
  readonly slug: string
  readonly access: StatusPageAccess
  readonly plan: PlanName
  readonly olderPages: number
  readonly hostname: string | null
  readonly leadsHere: boolean
  readonly olderHosts: number | null
}

const readPages = (sql: SqlClient.SqlClient) =>
  operation("StatusPageDocuments.pages", function* (): Returns<ReadonlyArray<KnownStatusPage>> {
    const plans = yield* Plans
    const rows = yield* sql<KnownRow>`
        select p.public_id as id, p.slug, p.access, ${sql.literal(planInForce)} as plan,
          (row_number() over (partition by p.account_id order by p.id) - 1)::int as "olderPages",
          h.hostname, ${sql.literal(leadsHere)} as "leadsHere",
          case when h.id is not null then ${sql.literal(olderHosts)} end as "olderHosts"
        from status_page p join account a on a.id = p.account_id
        left join status_page_host h on h.page_id = p.id and ${sql.literal(isProvenHost)}
        where not ${sql.literal(isStopped("a"))} order by p.id`
    return rows.map(({ hostname, leadsHere: leads, olderHosts: olderNames, olderPages, plan, ...row }) => ({
      ...row,
      stoppedBy: stoppedBy({ olderPages, plan }, plans),
      host: servedHost({ hostname, leadsHere: leads, olderHosts: olderNames, plan }, plans)
    }))
  })

const readLogo = (sql: SqlClient.SqlClient) =>
  operation("StatusPageDocuments.logo", function* (id: string) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<{ readonly bytes: Uint8Array; readonly contentType: string }>`
      select logo as bytes, logo_type as "contentType" from status_page
      where public_id = ${id}::uuid and logo is not null`
    return row ?? null
  })

/** The documents of status pages, from which every public format is written. */
export class StatusPageDocuments extends Context.Service<StatusPageDocuments>()("@mon/core-store/StatusPageDocuments", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const signals = yield* Signals
    const replicated = yield* replicatedReads
    return {
      /**
       * Returns the document of a page, in a fixed number of statements. `base` is the address of the service without a
       * trailing slash. Null if there is no such page.
       */
      document: replicated(readDocument),
      /** Returns the document of unsaved input, with the current states, days and posts. */
      preview: previewDocument(sql),
      /** Returns the current version of a page, from one row. Null if there is no such page. */
      version: operation("StatusPageDocuments.version", function* (id: string) {
        if (!isPublicId(id)) return null
        const [row] = yield* sql<{ readonly version: number }>`
        select version from status_page where public_id = ${id}::uuid`
        return row?.version ?? null
      }),
      /** Returns the logo of a page. Null if the page has no logo. */
      logo: replicated(readLogo),
      /** Returns all status pages of the service. */
      pages: replicated(readPages),
      /**
       * Streams, within 2 s and in every process, the documents that may have changed because of pages, posts, states
       * of monitors, or windows that begin, end or change. Includes removed pages. The stream usually costs one
       * statement a second.
       */
      changes: pageChanges(sql, signals)
    }
  })
}) {
  static readonly layer = Layer.effect(StatusPageDocuments, StatusPageDocuments.make)
}
