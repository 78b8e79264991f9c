import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { BlobBytes } from "../blobs/BlobBytes.ts"
import type { Pool } from "../sql/Pool.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { asBackupError, BackupError } from "./BackupError.ts"
import * as BackupFile from "./BackupFile.ts"
import {
  IMAGE_TABLE,
  type Partition,
  partitionsText,
  QUEUE_SCHEMA,
  quoted,
  schemaTables,
  sequencesText,
  type Table,
  tablesText
} from "./catalog.ts"
import { rowsIn } from "./CopyText.ts"
import { FORMAT, parts } from "./Manifest.ts"

/** What goes into a backup, and where it is written. */
export interface BackupOptions {
  /** The file to write; it must not exist. */
  readonly file: string
  /** Version of the program: "1.4.0". */
  readonly program: string
  /** `bucket`: the images stay in a bucket that has a backup of its own. */
  readonly images: "included" | "bucket"
  /** The secrets, when the file is to hold them. */
  readonly secret: string | null
  /** A sealed text that opens with the secrets of the service only. */
  readonly proof: string | null
  /** Called after each table and every 250,000 rows. */
  readonly onProgress: (progress: BackupProgress) => void
}

/** Progress of a backup or restore. */
export interface BackupProgress {
  /** A table, or "images". */
  readonly subject: string
  readonly count: number
  readonly done: boolean
}

/** What a finished backup holds. */
export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  readonly images: number
  /** Images that the database refers to but that were missing or damaged. */
  readonly missingImages: number
  readonly bytes: number
}

/** Rows are collected into parts of about this size. */
const PART_BYTES = 1024 * 1024

const PROGRESS_ROWS = 250_000

/** Makes the text of values independent of the server's settings, and removes all timeouts. */
const sessionText = `
  begin isolation level repeatable read read only;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`

interface Snapshot {
  readonly rows: <A extends object>(text: string) => Promise<ReadonlyArray<A>>
  readonly copy: (table: Table) => AsyncIterable<Buffer>
}

// When the connection dies, the driver silently continues on a new one, outside the snapshot: `lost` detects that.
const openSnapshot = async (sql: Pool, lost: () => boolean): Promise<Snapshot> => {
  const assertAlive = () => {
    if (lost()) throw new Error("the connection was lost")
  }
  await sql.unsafe(sessionText)
  return {
    rows: async <A extends object>(text: string) => {
      assertAlive()
      const rows = await sql.unsafe<Array<A>>(text)
      assertAlive()
      return rows
    },
    copy: async function* ({ columns, name }) {
      assertAlive()
      const text = `copy (select ${columns.map(quoted).join(", ")} from ${quoted(name)}) to stdout`
      const stream: Readable = await sql.unsafe(text).readable()
      yield* stream
      assertAlive()
    }
  }
}

const intoParts = async function* (rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Array<Buffer> = []
  let size = 0
  for await (const row of rows) {
    part.push(row)
    size += row.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(part)
    part = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(part)
}

type ReadImage = (hash: string) => Promise<Uint8Array | null>

const writeTable = async (
  snapshot: Snapshot,
  file: BackupFile.BackupWriter,
  table: Table,
  { onProgress }: BackupOptions
): Promise<number> => {
  let rows = 0
  let part = 0
  let nextReport = PROGRESS_ROWS
  for await (const bytes of intoParts(snapshot.copy(table))) {
    await file.add(parts.table(table.name, (part += 1)), bytes)
    rows += rowsIn(bytes)
    if (rows < nextReport) continue
    nextReport = rows + PROGRESS_ROWS
    onProgress({ subject: table.name, count: rows, done: false })
  }
  onProgress({ subject: table.name, count: rows, done: true })
  return rows
}

const writeImages = async (
  snapshot: Snapshot,
  file: BackupFile.BackupWriter,
  read: ReadImage,
  { onProgress }: BackupOptions
) => {
  const found = await snapshot.rows<{ readonly hash: string }>(
    "select encode(hash, 'hex') as hash from blob where stored order by hash"
  )
  let images = 0
  for (const { hash } of found) {
    const bytes = await read(hash)
    if (bytes === null) continue
    await file.add(parts.image(hash), bytes)
    images += 1
  }
  onProgress({ subject: "images", count: images, done: true })
  return { images, missingImages: found.length - images }
}

const describe = async (snapshot: Snapshot, options: BackupOptions, createdAt: Date) => {
  const [found] = await snapshot.rows<{
    readonly migrations: boolean
    readonly queue: boolean
    readonly postgres: string
  }>(`
    select to_regclass('mon_migrations') is not null as migrations, to_regclass('${QUEUE_SCHEMA}.version') is not null as queue,
      current_setting('server_version') as postgres`)
  if (found?.migrations !== true)
    throw new BackupError({
      reason: "Nothing",
      message: "This database holds no data of Mon, so there is nothing to back up."
    })
  const migrations = await snapshot.rows<{ readonly id: number; readonly name: string }>(
    "select migration_id as id, name from mon_migrations order by migration_id"
  )
  const [queue] = found.queue
    ? await snapshot.rows<{ readonly version: number }>(`select version::int from ${QUEUE_SCHEMA}.version`)
    : []
  const all = await snapshot.rows<Table>(tablesText)
  const tables = all.filter(({ name }) => !schemaTables.includes(name) && name !== IMAGE_TABLE)
  return {
    tables,
    opening: {
      format: FORMAT,
      program: options.program,
      createdAt: createdAt.toISOString(),
      postgres: found.postgres,
      migrations: migrations.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`),
      queue: queue?.version ?? null,
      tables: tables.map(({ columns, name }) => ({ name, columns })),
      partitions: [...(await snapshot.rows<Partition>(partitionsText))],
      images: options.images,
      secret: options.secret !== null,
      proof: options.proof
    }
  }
}

const write = async (
  snapshot: Snapshot,
  read: ReadImage,
  options: BackupOptions,
  createdAt: Date
): Promise<BackupSummary> => {
  const { opening, tables } = await describe(snapshot, options, createdAt)
  const file = await BackupFile.create(options.file, opening)
  try {
    if (options.secret !== null) await file.add(parts.secret, Buffer.from(`${options.secret}\n`, "utf8"))
    const rows: Record<string, number> = {}
    for (const table of tables) rows[table.name] = await writeTable(snapshot, file, table, options)
    const images =
      options.images === "included" ? await writeImages(snapshot, file, read, options) : { images: 0, missingImages: 0 }
    const sequences = await snapshot.rows<{ readonly name: string; readonly value: string }>(sequencesText)
    const bytes = await file.finish({
      rows,
      sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
      ...images
    })
    return { tables: tables.length, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), bytes, ...images }
  } finally {
    await file.discard()
  }
}

/**
 * Writes one snapshot of the whole database, with the images it refers to, into one file (tar, gzip). Other processes
 * can read and write meanwhile. The file appears when it is complete, with mode 600.
 */
export const writeBackup = Effect.fn("writeBackup")(function* (options: BackupOptions) {
  const { open } = yield* PostgresJs
  const blobs = yield* BlobBytes
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const context = yield* Effect.context<never>()
  // A damaged image counts as missing: it must not prevent the backup.
  const read: ReadImage = (hash) => Effect.runPromiseWith(context)(Effect.orElseSucceed(blobs.read(hash), () => null))
  let lost = false
  const connection = Effect.acquireRelease(
    Effect.sync(() =>
      open(1, () => {
        lost = true
      })
    ),
    (sql) => Effect.promise(() => sql.end({ timeout: 1 }))
  )
  return yield* Effect.scoped(
    Effect.flatMap(connection, (sql) => {
      let running: Promise<unknown> = Promise.resolve()
      const work = async () => {
        lost = false
        return write(await openSnapshot(sql, () => lost), read, options, createdAt)
      }
      // An interrupted backup removes its unfinished file before it ends.
      const giveUp = Effect.promise(async () => {
        lost = true
        sql.abandon()
        await running.catch(() => {})
      })
      return Effect.tryPromise({
        try: () => {
          const started = work()
          running = started
          return started
        },
        catch: asBackupError("Database", "The backup failed")
      }).pipe(Effect.onInterrupt(() => giveUp))
    })
  )
})
