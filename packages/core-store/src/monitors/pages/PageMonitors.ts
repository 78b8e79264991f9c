import {
  type Access,
  type ChangeHunk,
  isPublicId,
  type Language,
  Plans,
  planTable,
  type PlanTable,
  type PageChange,
  pageFields,
  type PageMonitor,
  type PageScreenshot,
  type VisualChange
} from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { AccessScope } from "../../access/AccessScope.ts"
import { offsetOf, type Page } from "../../sql/Page.ts"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import { operation, type Returns } from "../../sql/operation.ts"
import { monitorTags } from "../Tags.ts"
import { stateOf, pageStateCodes } from "../statements/MonitorCodes.ts"
import { type ColumnsOf, monitorColumns, readContentFault, settingsReader } from "../statements/monitorColumns.ts"
import { monitorRepository } from "../statements/monitorRepository.ts"
import { readStopped, stoppedColumns, type StoppedRow } from "../statements/stoppedColumns.ts"
import { accessColumn, visiblePages } from "../statements/visibleMonitors.ts"
import { markAllChanges, markChange, type NotThere, seenColumn } from "./seenChanges.ts"

interface PageMonitorRow extends ColumnsOf<typeof pageFields>, StoppedRow {
  readonly id: string
  readonly url: string
  readonly state: number
  readonly is_degraded: boolean
  readonly access: Access
  readonly paused_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly next_at: Date | null
  readonly last_checked_at: Date | null
  readonly last_status_code: number | null
  readonly last_response_us: number | null
  readonly last_error_code: string | null
  readonly last_error_message: string | null
  readonly changed_at: Date | null
  readonly change_count: number | null
  readonly content_fault: unknown
  readonly tags: PageMonitor["tags"]
}

const selectUrls = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select m.public_id as id, m.url, s.state, s.is_degraded, ${accessColumn(sql, scope)}, ${sql.literal(monitorColumns.url.selected)}, m.paused_at, m.created_at, m.updated_at, s.next_at,
      s.last_checked_at, s.last_status_code, s.last_response_us, s.last_error_code, s.last_error_message,
      p.changed_at, p.change_count, f.content_fault, ${sql.literal(stoppedColumns)}, ${sql.literal(monitorTags)}
    from monitor m
    join account a on a.id = m.account_id
    join monitor_schedule s on s.monitor_id = m.id
    left join url_page p on p.monitor_id = m.id
    left join monitor_facts f on f.monitor_id = m.id
    where ${visiblePages(sql, scope)}`

const iso = (date: Date | null): string | null => (date === null ? null : date.toISOString())

const settingsOf = settingsReader(pageFields)

type NewColumns =
  | "id"
  | "url"
  | "hostname"
  | "paused_at"
  | "created_at"
  | "updated_at"
  | "next_at"
  | keyof ColumnsOf<typeof pageFields>

type NewPageRow = Pick<PageMonitorRow, NewColumns>

const unchecked: Omit<PageMonitorRow, NewColumns> = {
  state: pageStateCodes.unknown,
  is_degraded: false,
  access: "owner",
  last_checked_at: null,
  last_status_code: null,
  last_response_us: null,
  last_error_code: null,
  last_error_message: null,
  changed_at: null,
  change_count: null,
  content_fault: null,
  tags: [],
  plan: "agency",
  is_unproven: null,
  stopped_service: null,
  older_dns_watches: null
}

/** A new page has no options beyond the plan, so none of its options is stopped. */
const toNewPageMonitor = (row: NewPageRow): PageMonitor => toPageMonitor({ ...unchecked, ...row }, planTable)

const toPageMonitor = (row: PageMonitorRow, plans: PlanTable): PageMonitor => {
  const { name, ...settings } = settingsOf(row)
  return {
    id: row.id,
    url: row.url,
    name,
    status: stateOf("url", row.state),
    isPaused: row.paused_at !== null,
    isDegraded: row.is_degraded,
    access: row.access,
    ...settings,
    stoppedOptions: readStopped(row, settings, plans),
    lastCheckedAt: iso(row.last_checked_at),
    nextCheckAt: iso(row.next_at),
    lastChangedAt: iso(row.changed_at),
    changeCount: row.change_count ?? 0,
    lastStatusCode: row.last_status_code,
    lastResponseTimeMs: row.last_response_us === null ? null : Math.round(row.last_response_us / 1000),
    lastError:
      row.last_error_code === null
        ? null
        : { code: row.last_error_code, message: row.last_error_message ?? row.last_error_code },
    contentFault: readContentFault(row.content_fault, settings.contentFaults),
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString()
  }
}

/** A change with the hashes of its screenshots. The API turns the hashes into signed links. */
export type StoredPageChange = Omit<PageChange, "beforeScreenshotUrl" | "afterScreenshotUrl"> & {
  readonly beforeImage: string | null
  readonly afterImage: string | null
}

/** A screenshot of a page, with the hashes of its images. */
export type StoredPageScreenshot = Omit<PageScreenshot, "imageUrl" | "thumbnailUrl"> & {
  readonly image: string
  readonly thumbnail: string
}

const listUrls = (sql: SqlClient.SqlClient) =>
  operation(
    "Urls.list",
    function* (
      scope: AccessScope,
      wanted: { readonly page: number; readonly limit: number }
    ): Returns<Page<PageMonitor>> {
      const [counted] = yield* sql<{ total: number }>`
      select count(*)::int as total from monitor m where ${visiblePages(sql, scope)}`
      const rows = yield* sql<PageMonitorRow>`
      ${selectUrls(sql, scope)} and m.id = any (array(
        select m.id from monitor m where ${visiblePages(sql, scope)}
        order by m.id desc limit ${wanted.limit}::bigint offset ${offsetOf(wanted.page, wanted.limit)}::bigint))
      order by m.id desc`
      const plans = yield* Plans
      return { total: counted?.total ?? 0, items: rows.map((row) => toPageMonitor(row, plans)) }
    }
  )

const findUrl = (sql: SqlClient.SqlClient) =>
  operation("Urls.find", function* (scope: AccessScope, id: string): Returns<PageMonitor | null> {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<PageMonitorRow>`${selectUrls(sql, scope)} and m.public_id = ${id}::uuid`
    return row === undefined ? null : toPageMonitor(row, yield* Plans)
  })

interface UrlFailure {
  /** `DiagnosisFacts` of @mon/diagnosis, as plain JSON. Null if there are no facts. */
  readonly diagnosisFacts: unknown
  /** Null if the reader has chosen no language. */
  readonly language: Language | null
}

const urlFailure = (sql: SqlClient.SqlClient) =>
  operation("Urls.failure", function* (scope: AccessScope, id: string): Returns<UrlFailure | null> {
    if (!isPublicId(id)) return null
    // The condition on the error is needed because the previous release does not remove the facts when a check passes.
    const [row] = yield* sql<UrlFailure>`
      select p.diagnosis_facts as "diagnosisFacts",
        (select language from user_setting where user_id = ${scope.userKey}::bigint) as language
      from monitor m join monitor_schedule s on s.monitor_id = m.id join url_page p on p.monitor_id = m.id
      where ${visiblePages(sql, scope)} and m.public_id = ${id}::uuid and s.last_error_code is not null`
    return row ?? null
  })

export interface ChangeRow {
  readonly id: string
  readonly url_id: string
  readonly detected_at: Date
  readonly summary: string
  readonly change_count: number
  readonly added_lines: number
  readonly removed_lines: number
  readonly similarity: number
  readonly approximate: boolean
  readonly diff: string
  readonly hunks: ReadonlyArray<ChangeHunk>
  readonly visual: VisualChange | null
  readonly before_image: string | null
  readonly after_image: string | null
  readonly is_seen: boolean
}

interface ScreenshotRow {
  readonly id: string
  readonly url_id: string
  readonly captured_at: Date
  readonly image_hash: string
  readonly thumbnail_hash: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly format: string
  readonly reason: PageScreenshot["reason"]
}

export const toStoredChange = (row: ChangeRow): StoredPageChange => ({
  id: row.id,
  urlId: row.url_id,
  detectedAt: row.detected_at.toISOString(),
  summary: row.summary,
  changeCount: row.change_count,
  addedLines: row.added_lines,
  removedLines: row.removed_lines,
  similarity: row.similarity,
  approximate: row.approximate,
  diff: row.diff,
  hunks: row.hunks,
  visual: row.visual,
  beforeImage: row.before_image,
  afterImage: row.after_image,
  isSeen: row.is_seen
})

/**
 * SQL for the columns of a {@link ChangeRow} for the change `c`. `url` is SQL for the public id of the change's
 * monitor.
 */
export const changeColumns = (sql: SqlClient.SqlClient, scope: AccessScope, url: Fragment) =>
  sql`c.public_id as id, ${url} as url_id, c.detected_at, c.summary, c.change_count, c.added_lines, c.removed_lines,
    c.similarity, c.approximate, c.diff, c.hunks, c.visual, c.before_image, c.after_image, ${seenColumn(sql, scope)}`

const monitorKey = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  sql<{ key: string }>`
    select m.id::text as key from monitor m where ${visiblePages(sql, scope)} and m.public_id = ${id}::uuid`

const cursorOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, monitor: string, before: string) {
  if (!isPublicId(before)) return undefined
  const [row] = yield* sql<{ key: string }>`
    select id::text as key from url_change where monitor_id = ${monitor}::bigint and public_id = ${before}::uuid`
  return row?.key
})

const pageChanges = (sql: SqlClient.SqlClient) =>
  operation(
    "Urls.changes",
    function* (
      scope: AccessScope,
      id: string,
      page: { readonly limit: number; readonly before?: string }
    ): Returns<ReadonlyArray<StoredPageChange> | NotThere> {
      const [monitor] = isPublicId(id) ? yield* monitorKey(sql, scope, id) : []
      if (monitor === undefined) return "NoMonitor" as const
      const cursor = page.before === undefined ? null : yield* cursorOf(sql, monitor.key, page.before)
      if (cursor === undefined) return "NoChange" as const
      const rows = yield* sql<ChangeRow>`
      select ${changeColumns(sql, scope, sql`${id}::text`)}
      from url_change c where c.monitor_id = ${monitor.key}::bigint and c.account_id = ${scope.accountKey}::bigint
        and (${cursor}::bigint is null or c.id < ${cursor}::bigint)
      order by c.id desc limit ${page.limit}`
      return rows.map(toStoredChange)
    }
  )

const pageScreenshots = (sql: SqlClient.SqlClient) =>
  operation(
    "Urls.screenshots",
    function* (scope: AccessScope, id: string, limit: number): Returns<ReadonlyArray<StoredPageScreenshot> | null> {
      const [monitor] = isPublicId(id) ? yield* monitorKey(sql, scope, id) : []
      if (monitor === undefined) return null
      const rows = yield* sql<ScreenshotRow>`
      select s.public_id as id, ${id}::text as url_id, s.captured_at, s.image_hash, s.thumbnail_hash, s.width, s.height,
        s.bytes, s.format, s.reason
      from url_screenshot s
      where s.monitor_id = ${monitor.key}::bigint and s.account_id = ${scope.accountKey}::bigint
        and s.expires_at > mon_now()
      order by s.id desc limit ${limit}`
      return rows.map((row) => ({
        id: row.id,
        urlId: row.url_id,
        capturedAt: row.captured_at.toISOString(),
        image: row.image_hash,
        thumbnail: row.thumbnail_hash,
        width: row.width,
        height: row.height,
        bytes: row.bytes,
        format: row.format,
        reason: row.reason
      }))
    }
  )

/**
 * Pages that the caller can see. The owner sees the whole account, and a member sees the shared pages. An id that is
 * malformed, or that belongs to a deleted page or to another account, is treated like an id that does not exist.
 */
export class PageMonitors extends Context.Service<PageMonitors>()("@mon/core-store/PageMonitors", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    return {
      /** Lists pages, newest first. */
      list: listUrls(sql),
      /**
       * Returns the failure of the last check of a monitor. Null if the check passed, or if the caller cannot see the
       * monitor.
       */
      failure: urlFailure(sql),
      /** Returns whether the caller can see any page. */
      seesAny: operation("Urls.seesAny", function* (scope: AccessScope) {
        const rows = yield* sql`select 1 from monitor m where ${visiblePages(sql, scope)} limit 1`
        return rows.length > 0
      }),
      ...monitorRepository({ driver, sql }, "url", { find: findUrl(sql), toNew: toNewPageMonitor }),
      /** Lists the newest changes of one monitor, or the changes that are older than a given change. */
      changes: pageChanges(sql),
      change: operation("Urls.change", function* (scope: AccessScope, id: string, changeId: string): Returns<
        StoredPageChange | NotThere
      > {
        const [monitor] = isPublicId(id) ? yield* monitorKey(sql, scope, id) : []
        if (monitor === undefined) return "NoMonitor" as const
        const [row] = isPublicId(changeId)
          ? yield* sql<ChangeRow>`
      select ${changeColumns(sql, scope, sql`${id}::text`)}
      from url_change c where c.monitor_id = ${monitor.key}::bigint and c.public_id = ${changeId}::uuid`
          : []
        return row === undefined ? ("NoChange" as const) : toStoredChange(row)
      }),
      /** Marks a change as seen or unseen by the caller. Returns the number of unseen changes of the monitor. */
      markChange: markChange(sql),
      /** Marks all changes of a monitor as seen by the caller. Returns the number of changes that are still unseen. */
      markAllChanges: markAllChanges(sql),
      /** Lists the newest screenshots that have not expired. Null if there is no such monitor. */
      screenshots: pageScreenshots(sql)
    }
  })
}) {
  static readonly layer = Layer.effect(PageMonitors, PageMonitors.make)
}
