import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as SqlClient from "effect/sql/SqlClient"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { end, entry } from "../backup/Tar.ts"
import { Blobs } from "../blobs/Blobs.ts"
import { imageHashes } from "../accounts/AccountDeletions.ts"
import { storeError, type StoreError } from "../sql/operation.ts"
import { exportedTables, notExported } from "./exportedTables.ts"
import { keyColumns, readRows } from "./rowPages.ts"

/** The size of a file of rows, in characters. A file ends with the page of rows that reaches this size. */
const FILE_CHARACTERS = 1_000_000
const IMAGES_AT_ONCE = 20

const README = `Export of an account

tables/NAME-0001.jsonl  The rows of a table: one JSON object in each line. Large tables have several files.
images/HASH.TYPE        Screenshots. Rows name them by their hash.
complete.json           How many rows each table has, and how many images there are. It is the last file: an
                        archive without it is incomplete.
not-exported.json       Tables that are not in the archive, with the reasons.

Rows refer to each other by "id", "account_id", "monitor_id" and so on. "public_id" is the id in the API.
Times are in ISO 8601. "***" stands for a secret, which cannot be exported. The tables were read one after the
other, so rows that were written during the export may be missing.
`

const compress = promisify(gzip)
const failed = storeError("AccountExports.archive")

/**
 * Builds one file of the archive and compresses it separately. Concatenated gzip members form one gzip file (RFC 1952,
 * section 2.2).
 */
const file = Effect.fnUntraced(function* (name: string, content: string | Uint8Array) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  return yield* Effect.promise(() => compress(Buffer.concat(entry({ name, bytes }, seconds))))
})

type Counts = Map<string, number>

interface Position {
  readonly after: string | null
  readonly part: number
}

const tableFiles = (sql: SqlClient.SqlClient, account: string, counts: Counts, table: string) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const rule = Object.hasOwn(exportedTables, table) ? exportedTables[table] : undefined
      if (rule === undefined) return Stream.empty
      const keys = yield* Effect.mapError(keyColumns(sql, table), failed)
      const next = Effect.fnUntraced(function* ({ after, part }: Position) {
        let text = ""
        let last: string | null = after
        do {
          const page = yield* readRows(sql, { account, after: last, keys, rule, table })
          text += page.text
          last = page.next
          counts.set(table, (counts.get(table) ?? 0) + page.rows)
        } while (last !== null && text.length < FILE_CHARACTERS)
        const name = `tables/${table}-${String(part).padStart(4, "0")}.jsonl`
        const files = text === "" ? [] : [yield* file(name, text)]
        const rest: Option.Option<Position> =
          last === null ? Option.none() : Option.some({ after: last, part: part + 1 })
        return [files, rest] as const
      }, Effect.mapError(failed))
      return Stream.paginate({ after: null, part: 1 } as Position, next)
    })
  )

/** Leaves out images that have expired during the export. */
const imageFiles = (sql: SqlClient.SqlClient, account: string, counts: Counts) =>
  Stream.paginate("", (after: string) =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const rows = yield* Effect.mapError(
        sql.unsafe<{ readonly hash: string }>(
          `select distinct hash from (${imageHashes}) own (hash) where hash > $2 order by hash limit ${IMAGES_AT_ONCE}`,
          [account, after]
        ),
        failed
      )
      const files: Array<Uint8Array> = []
      for (const { hash } of rows) {
        const blob = yield* blobs.get(hash)
        if (blob === null) continue
        counts.set("images", (counts.get("images") ?? 0) + 1)
        files.push(yield* file(`images/${hash}.${blob.contentType.replace(/^.*\//u, "")}`, blob.bytes))
      }
      const last = rows.length < IMAGES_AT_ONCE ? undefined : rows.at(-1)?.hash
      return [files, last === undefined ? Option.none<string>() : Option.some(last)] as const
    })
  )

export const archive =
  (sql: SqlClient.SqlClient) =>
  (account: string): Stream.Stream<Uint8Array, StoreError, Blobs> =>
    Stream.suspend(() => {
      const counts: Counts = new Map()
      const complete = Effect.gen(function* () {
        const { images = 0, ...tables } = Object.fromEntries(counts)
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        const last = yield* file("complete.json", `${JSON.stringify({ at, tables, images }, null, 2)}\n`)
        return Buffer.concat([last, yield* Effect.promise(() => compress(end()))])
      })
      return Stream.fromEffect(file("README.txt", README)).pipe(
        Stream.concat(Stream.fromEffect(file("not-exported.json", `${JSON.stringify(notExported, null, 2)}\n`))),
        Stream.concat(
          Stream.flatMap(Stream.fromIterable(Object.keys(exportedTables)), (table) =>
            tableFiles(sql, account, counts, table)
          )
        ),
        Stream.concat(imageFiles(sql, account, counts)),
        Stream.concat(Stream.fromEffect(complete))
      )
    })
