import { retentionDays } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { deflate, inflate } from "node:zlib"
import { operation } from "../../sql/operation.ts"
import type { PageSnapshot, UrlChecks } from "./UrlChecks.ts"

// Not the synchronous ones: a large text takes more than 50 ms.
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

export const urlPage = (sql: SqlClient.SqlClient): UrlChecks["Service"]["page"] =>
  operation("UrlChecks.page", function* (monitorKey) {
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

/** Keeps a text once however often it is seen, and answers its SHA-256. */
export const storeText = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { text }: PageSnapshot) {
  const bytes = Buffer.from(text, "utf8")
  const hash = createHash("sha256").update(bytes).digest()
  const body = yield* Effect.promise(() => deflated(bytes))
  yield* sql`
    insert into page_text (hash, body) values (${hash}, ${body})
    on conflict (hash) do update set used_at = mon_now()`
  return hash
})

/** Texts wait a day before they go, so that one that is just being referred to stays. */
export const purgeUrlHistory = (sql: SqlClient.SqlClient): UrlChecks["Service"]["purge"] =>
  operation("UrlChecks.purge", function* (limit) {
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
