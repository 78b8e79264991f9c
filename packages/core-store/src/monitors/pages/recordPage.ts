import type { RecordedContent } from "../statements/monitorColumns.ts"
import { type Fact, isPublicId, retentionDays } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { deflate, inflate } from "node:zlib"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { writeFact } from "../writeFacts.ts"
import { domainStateCodes } from "../statements/MonitorCodes.ts"
import { checkParents } from "../statements/parents.sql.ts"
import { visiblePages } from "../statements/visibleMonitors.ts"
import { changeColumns, type ChangeRow, toStoredChange } from "./PageMonitors.ts"
import {
  type NewPageChange,
  type PageSnapshot,
  type PageCheckResult,
  type PageClaim,
  pageStateMachine,
  type PageStep
} from "./pageStateMachine.sql.ts"

// The synchronous functions would block the process for more than 50 ms if a text is large.
const deflated = promisify(deflate)
const inflated = promisify(inflate)

interface Row {
  readonly configuration: string | null
  readonly kind: string | null
  readonly title: string | null
  readonly body: Uint8Array | null
  readonly image_hash: string | null
  readonly image_rows: Uint8Array | null
}

export const urlPage = (sql: SqlClient.SqlClient) =>
  operation("PageChecks.page", function* (monitorKey: string): Returns<PageSnapshot | null> {
    const [row] = yield* sql<Row>`
      select p.configuration, p.kind, p.title, t.body, p.image_hash, p.image_rows
      from url_page p left join page_text t on t.hash = p.text_hash where p.monitor_id = ${monitorKey}::bigint`
    if (row === undefined || row.body === null || row.configuration === null) return null
    const { body } = row
    const bytes = yield* Effect.promise(() => inflated(body))
    return {
      configuration: row.configuration,
      kind: row.kind ?? "text",
      title: row.title,
      text: bytes.toString("utf8"),
      image: row.image_hash,
      imageRows: row.image_rows
    }
  })

/** Stores a text, and returns the SHA-256 of the text. A text that occurs several times is stored once. */
const storeText = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { text }: PageSnapshot) {
  const bytes = Buffer.from(text, "utf8")
  const hash = createHash("sha256").update(bytes).digest()
  const body = yield* Effect.promise(() => deflated(bytes))
  yield* sql`
    insert into page_text (hash, body) values (${hash}, ${body})
    on conflict (hash) do update set used_at = mon_now()`
  return hash
})

/** An unused text is deleted only after a day, because a check may be about to use the text. */
export const purgePageHistory = (sql: SqlClient.SqlClient) =>
  operation("PageChecks.purge", function* (limit: number) {
    const [row] = yield* sql<{ n: number }>`
      with shots as (
        delete from url_screenshot where id in
          (select id from url_screenshot where expires_at <= mon_now() order by expires_at limit ${limit})
        returning 1
      ), texts as (
        delete from page_text where hash in (
          select t.hash from page_text t
          where t.used_at < mon_now() - ${retentionDays.unusedPageTexts}::int * interval '1 day'
            and not exists (select 1 from url_page p where p.text_hash = t.hash)
            and not exists (select 1 from url_change c where c.before_text = t.hash)
            and not exists (select 1 from url_change c where c.after_text = t.hash)
          order by t.used_at limit ${limit} for update of t skip locked)
        returning 1
      )
      select ((select count(*) from shots) + (select count(*) from texts))::int as n`
    return row?.n ?? 0
  })

/** The location in the history of checks. Checks of pages belong to no location. */
const URL_LOCATION = "default"

interface Fenced {
  readonly account_id: string
  readonly name: string
  readonly paused: boolean
}

const insertChange = (
  sql: SqlClient.SqlClient,
  claim: PageClaim,
  fenced: Fenced,
  { at, change }: PageCheckResult & { readonly change: NewPageChange },
  texts: { readonly before: Uint8Array | null; readonly after: Uint8Array | null }
) =>
  sql`
    insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
      removed_lines, similarity, approximate, diff, hunks, visual, before_text, after_text, before_image, after_image)
    values (${change.id}::uuid, ${fenced.account_id}::bigint, ${claim.monitorKey}::bigint, ${new Date(at)}, ${change.summary},
      ${change.changeCount}, ${change.addedLines}, ${change.removedLines}, ${change.similarity}, ${change.approximate},
      ${change.diff}, ${JSON.stringify(change.hunks)}::text::jsonb,
      ${change.visual === null ? null : JSON.stringify(change.visual)}::text::jsonb, ${texts.before}, ${texts.after},
      ${change.beforeImage}, ${change.afterImage})`

/** Returns the verdict of a check. The verdict is `up` if the page could be read, even if the page has changed. */
const verdictOf = ({ state }: PageCheckResult): number => {
  if (state === null) return domainStateCodes.unknown
  return state === "error" ? domainStateCodes.down : domainStateCodes.up
}

/**
 * Returns the facts for the diagnosis of a failed check, together with the stored evidence since the first failed
 * check. Returns null if the check did not fail, or if there are no facts.
 */
const failureFacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { monitorKey }: PageClaim,
  { at, evidence = null, state }: PageCheckResult
) {
  if (state !== "error" || evidence === null) return null
  const [row] = yield* sql<{ facts: object }>`
    select ${JSON.stringify(evidence)}::text::jsonb || monitor_evidence(p.monitor_id,
      coalesce((p.diagnosis_facts ->> 'since')::timestamptz, ${new Date(at)})) as facts
    from url_page p where p.monitor_id = ${monitorKey}::bigint`
  return row?.facts ?? null
})

/**
 * Stores a check for the timeline. Pages need no roll-ups, because they are checked at most once an hour, apart from
 * checks that a person requests.
 */
const insertCheck = (sql: SqlClient.SqlClient, claim: PageClaim, result: PageCheckResult) =>
  sql`
    insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, location, error_code, error_message)
    values (${claim.monitorKey}::bigint, ${new Date(result.at)}, ${verdictOf(result)}::smallint, ${result.statusCode}::smallint,
      ${result.responseUs}::int, ${URL_LOCATION}, ${result.error?.code ?? null}, ${result.error?.message ?? null})
    on conflict (monitor_id, checked_at) do nothing`

const factOf = (
  claim: PageClaim,
  { name }: Fenced,
  { at: time, change, error, statusCode }: PageCheckResult,
  { confirmed }: PageStep
): Fact | null => {
  const monitor = { id: claim.id, name, url: claim.url }
  const at = new Date(time).toISOString()
  if (change !== null) {
    const { added, id: changeId, removed, summary } = change
    return { kind: "page_changed", monitor, changeId, detectedAt: at, summary, added, removed }
  }
  if (!confirmed) return null
  return { kind: "page_error", monitor, at, statusCode, error }
}

const speedFact = (
  claim: PageClaim,
  { name }: Fenced,
  { at: time, content, responseUs, speed }: PageCheckResult
): Fact | null => {
  const { degradedAfterMs } = claim
  if (responseUs === null || speed === undefined || speed === null) return null
  const fault = content?.fault ?? null
  const monitor = { id: claim.id, name, url: claim.url }
  const facts = {
    monitor,
    monitorKind: "url" as const,
    at: new Date(time).toISOString(),
    responseMs: Math.round(responseUs / 1_000),
    degradedAfterMs
  }
  return speed.slow
    ? {
        kind: "degraded",
        state: "degraded",
        ...facts,
        ...(fault === null ? {} : { content: { code: fault.code, line: fault.line } })
      }
    : { kind: "recovered", state: "recovered", ...facts }
}

const storeContent = (sql: SqlClient.SqlClient, { monitorKey }: PageClaim, { fault, memory }: RecordedContent) => sql`
  insert into monitor_facts as f (monitor_id, content_fault, content_memory)
  values (${monitorKey}::bigint, ${fault === null ? null : JSON.stringify(fault)}::text::jsonb,
    ${memory === undefined ? null : JSON.stringify(memory)}::text::jsonb)
  on conflict (monitor_id) do update set content_fault = excluded.content_fault,
    content_memory = coalesce(excluded.content_memory, f.content_memory)
  where f.content_fault is distinct from excluded.content_fault or excluded.content_memory is not null`

/** Locks the row of the lease first, so that a result is recorded only once, even if the result is sent twice. */
export const recordPage = (sql: SqlClient.SqlClient) =>
  operation("PageChecks.record", function* (claim: PageClaim, result: PageCheckResult) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [fenced] = yield* sql<Fenced>`
        select m.account_id::text as account_id, m.name, m.paused_at is not null as paused
        from monitor_schedule s join monitor m on m.id = s.monitor_id
        where s.monitor_id = ${claim.monitorKey}::bigint and s.lease_token = ${claim.leaseToken}::uuid
          and m.deleted_at is null
        for update of s`
        if (fenced === undefined) return false
        const step = yield* pageStateMachine(sql, claim, result)
        yield* insertCheck(sql, claim, result)
        const [before] = yield* sql<{ hash: Uint8Array | null }>`
        select text_hash as hash from url_page where monitor_id = ${claim.monitorKey}::bigint`
        const diagnosisFacts = yield* failureFacts(sql, claim, result)
        const after = result.page === null ? null : yield* storeText(sql, result.page)
        yield* sql`
        insert into url_page as p (monitor_id, configuration, kind, title, text_hash, image_hash, image_rows, read_at,
          changed_at, change_count, manual_checked_at, diagnosis_facts)
        values (${claim.monitorKey}::bigint, ${result.page?.configuration ?? null}, ${result.page?.kind ?? null},
          ${result.page?.title ?? null}, ${after}, ${result.page?.image ?? null}, ${result.page?.imageRows ?? null},
          ${after === null ? null : new Date(result.at)}, ${result.change === null ? null : new Date(result.at)}::timestamptz,
          ${result.change === null ? 0 : 1}, case when ${claim.manual} then mon_now() end,
          ${diagnosisFacts === null ? null : JSON.stringify(diagnosisFacts)}::text::jsonb)
        on conflict (monitor_id) do update set
          configuration = coalesce(excluded.configuration, p.configuration),
          kind = coalesce(excluded.kind, p.kind),
          title = case when excluded.text_hash is null then p.title else excluded.title end,
          text_hash = coalesce(excluded.text_hash, p.text_hash),
          image_hash = case when excluded.text_hash is null then p.image_hash else coalesce(excluded.image_hash, p.image_hash) end,
          image_rows = case when excluded.text_hash is null then p.image_rows else coalesce(excluded.image_rows, p.image_rows) end,
          read_at = coalesce(excluded.read_at, p.read_at),
          changed_at = coalesce(excluded.changed_at, p.changed_at),
          change_count = p.change_count + excluded.change_count,
          manual_checked_at = coalesce(excluded.manual_checked_at, p.manual_checked_at),
          diagnosis_facts = case when ${result.state === null} then p.diagnosis_facts else excluded.diagnosis_facts end`
        const { change, screenshot } = result
        if (change !== null)
          yield* insertChange(sql, claim, fenced, { ...result, change }, { before: before?.hash ?? null, after })
        if (screenshot !== null) {
          yield* sql`
          insert into url_screenshot (public_id, account_id, monitor_id, captured_at, image_hash, thumbnail_hash, width,
            height, bytes, format, reason, expires_at)
          values (${screenshot.id}::uuid, ${fenced.account_id}::bigint, ${claim.monitorKey}::bigint, ${new Date(result.at)},
            ${screenshot.image}, ${screenshot.thumbnail}, ${screenshot.width}, ${screenshot.height}, ${screenshot.bytes},
            ${screenshot.format}, ${screenshot.reason}, ${screenshot.keepUntil})`
        }
        if (result.content != null) yield* storeContent(sql, claim, result.content)
        if (result.state === "error") yield* sql.unsafe(checkParents, [JSON.stringify([claim.monitorKey])])
        const fact = fenced.paused ? null : factOf(claim, fenced, result, step)
        if (fact !== null) {
          const { account_id: accountKey } = fenced
          const row = { id: result.notificationId, accountKey, monitorKey: claim.monitorKey, diagnosisFacts }
          yield* writeFact(sql, fact, row)
        }
        const speed = step.turned && !fenced.paused ? speedFact(claim, fenced, result) : null
        if (speed !== null && result.speed) {
          const { notificationId: id } = result.speed
          const row = { id, accountKey: fenced.account_id, monitorKey: claim.monitorKey }
          yield* writeFact(sql, speed, row, sql`a.degraded_alerts`)
        }
        return true
      })
    )
  })

export const pageLastFound = (sql: SqlClient.SqlClient) =>
  operation("PageChecks.lastFound", function* (scope: AccessScope, id: string) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<ChangeRow>`
      select ${changeColumns(sql, scope, sql`m.public_id`)}
      from url_change c join monitor m on m.id = c.monitor_id join monitor_schedule s on s.monitor_id = m.id
      where ${visiblePages(sql, scope)} and m.public_id = ${id}::uuid and c.detected_at = s.last_checked_at
      order by c.id desc limit 1`
    return row === undefined ? null : toStoredChange(row)
  })
