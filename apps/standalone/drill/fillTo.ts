import { BlobBytes } from "@mon/core-store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { fillEmptyTables } from "../upgrade/fillEmptyTables.ts"
import { TABLE_ROWS } from "../upgrade/tableRows.ts"

/** The number of rows of most tables. All other tables get one row, so that the drill restores every table. */
const ROWS_OF_EACH_TABLE = 1_000
/** The numbers of checks and texts that one round adds. Together, they have about 100 MB. */
const CHECKS_AT_ONCE = 500_000
const TEXTS_AT_ONCE = 6_000
const DAYS = 60

const addChecks = (round: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us,
        wait_us, download_us, location)
      select 2 * (i % ${ROWS_OF_EACH_TABLE / 2}) + 1,
        date_trunc('hour', now()) - (i % ${DAYS}) * interval '1 day' - (i / ${DAYS}) * interval '1 second'
          - ${round} * interval '1 millisecond',
        1, 200, 10000 + i % 90000, 1000, 2000, 3000, 4000, 500, 'default'
      from generate_series(1, ${CHECKS_AT_ONCE}::int) as i
      on conflict do nothing`
  )

/** Adds texts of pages. The database cannot compress them any further, and stores them out of line. */
const addTexts = (round: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into page_text (hash, body)
      select sha256(convert_to(${round} || '/' || i, 'UTF8')),
        (select string_agg(sha256(convert_to(${round} || ':' || i || ':' || n, 'UTF8')), '') from generate_series(1, 130) n)
      from generate_series(1, ${TEXTS_AT_ONCE}::int) as i
      on conflict do nothing`
  )

const storedImages = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from blob where stored order by hash`
)

/**
 * Moves the images from the database to the data folder, where a service with a data folder stores them. Their contents
 * are the same as in TABLE_ROWS.
 */
const moveImages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const blobs = yield* BlobBytes
  yield* sql`delete from blob_bytes`
  for (let i = 1; i <= ROWS_OF_EACH_TABLE; i++) {
    const bytes = Buffer.from(`blob${i}`)
    yield* blobs.write(createHash("sha256").update(bytes).digest("hex"), bytes, "image/webp")
  }
})

const size = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`, ([row]) => row?.bytes ?? 0)
)

/** Fills every table, and then the largest tables, until the database has at least `bytes` bytes. Returns its size. */
export const fillTo = Effect.fnUntraced(function* (bytes: number) {
  const sql = yield* SqlClient.SqlClient
  for (const [, statement] of TABLE_ROWS) yield* sql.unsafe(statement, [ROWS_OF_EACH_TABLE])
  for (const { reason, table } of yield* fillEmptyTables)
    return yield* Effect.die(new Error(`The table ${table} could not be filled: ${reason}`))
  yield* moveImages
  let round = 0
  while ((yield* size) < bytes) {
    round += 1
    yield* addChecks(round)
    yield* addTexts(round)
  }
  return yield* size
})

/** Returns the number of rows of each table, and the number of images, each with the sum of the hashes. */
export const checksums = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = current_schema()
      and c.relname not in ('mon_migrations', 'service_pause') order by 1`
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = yield* sql.unsafe<{ rows: string; sum: string }>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${name} t`
    )
    found.set(name, `${row?.rows} rows, ${row?.sum}`)
  }
  const blobs = yield* BlobBytes
  const images = createHash("sha256")
  let readable = 0
  for (const { hash } of yield* storedImages) {
    const bytes = yield* blobs.read(hash)
    if (bytes === null) continue
    readable += 1
    images.update(hash).update(bytes)
  }
  return found.set("images in the data folder", `${readable} images, ${images.digest("hex")}`)
})
