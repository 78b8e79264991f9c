import { type ChangeHunk, isPublicId, type UrlScreenshot, type VisualChange } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { operation } from "../../sql/operation.ts"
import type { StoredUrlChange, UrlMonitors } from "./UrlMonitors.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleUrls } from "../monitors/visibleMonitors.ts"
import { seenColumn } from "./seenChanges.ts"

/** A change as the database answers it. */
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
  readonly reason: UrlScreenshot["reason"]
}

export const toStoredChange = (row: ChangeRow): StoredUrlChange => ({
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

/** The columns of the change `c` as a {@link ChangeRow}; `url` is the public id of its monitor. */
export const changeColumns = (sql: SqlClient.SqlClient, scope: AccessScope, url: Fragment) =>
  sql`c.public_id as id, ${url} as url_id, c.detected_at, c.summary, c.change_count, c.added_lines, c.removed_lines,
    c.similarity, c.approximate, c.diff, c.hunks, c.visual, c.before_image, c.after_image, ${seenColumn(sql, scope)}`

const monitorKey = (sql: SqlClient.SqlClient, scope: AccessScope, id: string) =>
  sql<{ key: string }>`
    select m.id::text as key from monitor m where ${visibleUrls(sql, scope)} and m.public_id = ${id}::uuid`

/** Where a change stands in the list of its page; undefined if the page has no such change. */
const cursorOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, monitor: string, before: string) {
  if (!isPublicId(before)) return undefined
  const [row] = yield* sql<{ key: string }>`
    select id::text as key from url_change where monitor_id = ${monitor}::bigint and public_id = ${before}::uuid`
  return row?.key
})

export const urlChanges = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["changes"] =>
  operation("UrlMonitors.changes", function* (scope, id, { before, limit }) {
    const [monitor] = isPublicId(id) ? yield* monitorKey(sql, scope, id) : []
    if (monitor === undefined) return "NoMonitor" as const
    const cursor = before === undefined ? null : yield* cursorOf(sql, monitor.key, before)
    if (cursor === undefined) return "NoChange" as const
    const rows = yield* sql<ChangeRow>`
      select ${changeColumns(sql, scope, sql`${id}::text`)}
      from url_change c where c.monitor_id = ${monitor.key}::bigint and c.account_id = ${scope.accountKey}::bigint
        and (${cursor}::bigint is null or c.id < ${cursor}::bigint)
      order by c.id desc limit ${limit}`
    return rows.map(toStoredChange)
  })

export const urlChange = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["change"] =>
  operation("UrlMonitors.change", function* (scope, id, changeId) {
    const [monitor] = isPublicId(id) ? yield* monitorKey(sql, scope, id) : []
    if (monitor === undefined) return "NoMonitor" as const
    const [row] = isPublicId(changeId)
      ? yield* sql<ChangeRow>`
      select ${changeColumns(sql, scope, sql`${id}::text`)}
      from url_change c where c.monitor_id = ${monitor.key}::bigint and c.public_id = ${changeId}::uuid`
      : []
    return row === undefined ? ("NoChange" as const) : toStoredChange(row)
  })

export const urlScreenshots = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["screenshots"] =>
  operation("UrlMonitors.screenshots", function* (scope, id, limit) {
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
  })
