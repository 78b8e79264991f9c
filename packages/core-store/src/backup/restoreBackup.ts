import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import { BlobBytes } from "../blobs/BlobBytes.ts"
import { compareSchema, type Migrations, migrate } from "../migrations/migrate.ts"
import { asBackupError, BackupError } from "./BackupError.ts"
import * as BackupFile from "./BackupFile.ts"
import {
  type ForeignKey,
  foreignKeysText,
  isOfQueue,
  isTimeRange,
  JOBS_OF_QUEUE,
  QUEUE_SCHEMA,
  quoted,
  schemaTables,
  type Table,
  tablesText
} from "./catalog.ts"
import { columnsOf } from "./CopyText.ts"
import { type Closing, type Opening, partOf } from "./Manifest.ts"
import type { BackupProgress } from "./writeBackup.ts"

/** A backup file that has passed verification. */
export interface VerifiedBackup {
  readonly file: string
  readonly opening: Opening
  readonly closing: Closing
  /** The secrets as a comma-separated list, if the file contains them. */
  readonly secret: string | null
}

/** The numbers of tables, rows and images that were restored. */
export interface RestoreSummary {
  readonly tables: number
  readonly rows: number
  readonly images: number
}

const refuse = (reason: BackupError["reason"], message: string) => new BackupError({ reason, message })

/**
 * Reads and verifies the whole backup file. Fails if the file is truncated, altered or not a backup, or if `migrations`
 * does not continue the migrations of the file.
 */
export const verifyBackup = Effect.fn("verifyBackup")(function* (file: string, migrations: Migrations) {
  const contents = yield* Effect.tryPromise({
    try: () => BackupFile.verify(file),
    catch: asBackupError("File", `${file} cannot be read`)
  })
  const { opening } = contents
  const {
    problem,
    unknown: [unknown]
  } = compareSchema(migrations, opening.migrations)
  if (unknown !== undefined) {
    return yield* refuse(
      "Newer",
      `${file} was written by Mon ${opening.program}, whose database has the migration "${unknown}" that this ` +
        "version does not have. Restore it with that version or a later one."
    )
  }
  if (problem !== null) return yield* refuse("Older", `${file} cannot be restored. ${problem}`)
  return { file, ...contents }
})

const isEmpty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql.unsafe<Table>(tablesText)
  return tables.length === 0
})

/**
 * The columns of an earlier release's jobs that this release reads, with their types. All other columns are restored as
 * text.
 */
const jobTypes: ReadonlyMap<string, string> = new Map([
  ["id", "uuid"],
  ["data", "jsonb"],
  ["start_after", "timestamptz"],
  ["started_on", "timestamptz"],
  ["created_on", "timestamptz"]
])

/** An earlier release stored its jobs in the schema of pg-boss. */
const buildQueue = Effect.fnUntraced(function* (columns: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create schema ${QUEUE_SCHEMA}`)
  const definitions = columns.map((column) => `${quoted(column)} ${jobTypes.get(column) ?? "text"}`)
  yield* sql.unsafe(`create table ${quoted(JOBS_OF_QUEUE)} (${definitions.join(", ")})`)
})

/** Workers no longer read the table in which an earlier release stored its jobs. */
const adoptQueue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`update ${quoted(JOBS_OF_QUEUE)} set state = 'created' where state = 'active'`)
  yield* sql`select adopt_jobs()`
  yield* sql.unsafe(`drop schema ${QUEUE_SCHEMA} cascade`)
})

const buildSchema = Effect.fnUntraced(function* (
  { migrations: ran, partitions, tables }: Opening,
  migrations: Migrations
) {
  const sql = yield* SqlClient.SqlClient
  yield* migrate(Object.fromEntries(Object.entries(migrations).filter(([name]) => ran.includes(name))))
  const jobs = tables.find(({ name }) => name === JOBS_OF_QUEUE)
  if (jobs !== undefined) yield* buildQueue(jobs.columns)
  for (const { bound, name, parent } of partitions) {
    if (!isTimeRange(bound)) return yield* refuse("File", `The partition ${name} in the backup is not a time range.`)
    yield* sql.unsafe(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
  }
})

type Target = Omit<Table, "wide">

const targets = Effect.fnUntraced(function* (opening: Opening) {
  const sql = yield* SqlClient.SqlClient
  const present = new Map((yield* sql.unsafe<Table>(tablesText)).map((table) => [table.name, table]))
  const wanted = new Map<string, Target>()
  for (const { columns, name } of opening.tables) {
    if (isOfQueue(name)) continue
    const table = schemaTables.includes(name) ? undefined : present.get(name)
    const types = columns.map((column) => table?.types[table.columns.indexOf(column)])
    if (!types.every((type) => type !== undefined)) {
      return yield* refuse(
        "Newer",
        `This version of Mon has no table ${name} (${columns.join(", ")}), which is in the backup. Restore it with Mon ${opening.program}.`
      )
    }
    wanted.set(name, { name, columns, types })
  }
  return wanted
})

/** Runs `load` while triggers and foreign keys are disabled. The foreign keys are checked when they are added again. */
const withoutConstraints = Effect.fnUntraced(function* <A, E, R>(
  tables: Iterable<string>,
  load: Effect.Effect<A, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const names = [...tables].map(quoted)
  const keys = yield* sql.unsafe<ForeignKey>(foreignKeysText)
  const each = (texts: ReadonlyArray<string>) => Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true })
  yield* each(keys.map(({ name, table }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`))
  yield* each(names.map((name) => `alter table ${name} disable trigger user`))
  if (names.length > 0) yield* sql.unsafe(`truncate ${names.join(", ")}`)
  const loaded = yield* load
  yield* each(names.map((name) => `alter table ${name} enable trigger user`))
  yield* each(
    keys.map(
      ({ definition, name, table }) => `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`
    )
  )
  return loaded
})

const insertText = ({ columns, name, types }: Target): string => {
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(", ")
  const aliases = columns.map((_, index) => `c${index}`)
  return `insert into ${quoted(name)} (${columns.map(quoted).join(", ")}) overriding system value
    select ${aliases.map((alias, index) => `${alias}::${types[index] ?? "text"}`).join(", ")} from unnest(${parameters}) as u (${aliases.join(", ")})`
}

const storeImage = Effect.fnUntraced(function* (hash: string, bytes: Uint8Array, written: Set<string>) {
  const sql = yield* SqlClient.SqlClient
  const blobs = yield* BlobBytes
  if ((yield* blobs.read(hash)) !== null) return
  const [row] = yield* sql<{
    readonly type: string
  }>`select content_type as type from blob where hash = decode(${hash}, 'hex')`
  written.add(hash)
  yield* blobs.write(hash, bytes, row?.type ?? "application/octet-stream")
})

// The bytes of a blob that is marked as stored are never written again, so missing images lose this mark.
const unmarkMissingImages = Effect.fnUntraced(function* (images: ReadonlySet<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update blob set stored = false where stored and encode(hash, 'hex') <> all(${[...images]}::text[])`
})

const load = Effect.fnUntraced(function* (
  { closing, file, opening }: VerifiedBackup,
  tables: ReadonlyMap<string, Target>,
  written: Set<string>,
  onProgress: (progress: BackupProgress) => void
) {
  const sql = yield* SqlClient.SqlClient
  const counts = new Map<string, number>()
  const images = new Set<string>()
  let current = ""
  let archived = 0
  const report = (done: boolean) =>
    onProgress({ subject: current, count: counts.get(current) ?? images.size, done, bytes: archived })
  const startSubject = (next: string) => {
    if (current !== next && current !== "") report(true)
    current = next
  }
  const parts = Stream.fromAsyncIterable(BackupFile.read(file), asBackupError("File", `${file} cannot be read`))
  yield* Stream.runForEach(
    parts,
    Effect.fnUntraced(function* ({ bytes, name }) {
      const part = partOf(name)
      archived += bytes.length
      if ("table" in part) {
        const table = tables.get(part.table)
        if (table === undefined && isOfQueue(part.table)) return
        if (table === undefined)
          return yield* refuse("File", `${file} has rows for a table that it does not declare: ${part.table}.`)
        startSubject(part.table)
        const columns = columnsOf(
          Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"),
          table.columns.length
        )
        yield* sql.unsafe(insertText(table), columns)
        counts.set(part.table, (counts.get(part.table) ?? 0) + (columns[0]?.length ?? 0))
        report(false)
      } else if ("image" in part) {
        startSubject("images")
        images.add(part.image)
        yield* storeImage(part.image, bytes, written)
        report(false)
      }
    })
  )
  startSubject("")
  for (const { name } of opening.tables) {
    if (isOfQueue(name)) continue
    const found = counts.get(name) ?? 0
    const declared = Object.hasOwn(closing.rows, name) ? closing.rows[name] : undefined
    if (found !== declared) {
      return yield* refuse("File", `${file} declares ${declared ?? "no"} rows of ${name} but holds ${found}.`)
    }
  }
  if (opening.images === "included") yield* unmarkMissingImages(images)
  return { tables: tables.size, rows: [...counts.values()].reduce((sum, count) => sum + count, 0), images: images.size }
})

const setSequences = Effect.fnUntraced(function* ({ sequences }: Closing) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(
    Object.entries(sequences),
    ([name, value]) =>
      sql`select setval(to_regclass(${quoted(name)}), ${value}::bigint) where to_regclass(${quoted(name)}) is not null`,
    { discard: true }
  )
})

/**
 * Pauses the restored service. The original service may still run, and two services that check the same monitors would
 * send every alert twice. The operator ends the pause.
 */
const pauseService = Effect.fnUntraced(function* ({ opening }: VerifiedBackup, resume: boolean) {
  const sql = yield* SqlClient.SqlClient
  const reason = `The service was restored from a backup of ${opening.createdAt}.`
  yield* sql`delete from service_pause`
  if (!resume) yield* sql`insert into service_pause (reason) values (${reason})`
})

/** The options of a restore. */
export interface RestoreOptions {
  /**
   * Whether the workers of the restored service start work immediately. If false, the workers wait until the pause of
   * the service ends.
   */
  readonly resume: boolean
  /** A function that is called after each part of the backup, and after each table. */
  readonly onProgress: (progress: BackupProgress) => void
}

const asDatabaseError = (error: SqlError | { readonly _tag: string }): BackupError =>
  asBackupError("Database", "Nothing was restored, because the database reported an error")(error)

/**
 * Restores a backup into an empty database and the image storage, either completely or not at all. First, the schema of
 * the backup is created, then the rows are loaded, and finally later migrations are run. The restored service is paused
 * unless `resume` is set.
 */
export const restoreBackup = Effect.fn("restoreBackup")(function* (
  backup: VerifiedBackup,
  migrations: Migrations,
  { onProgress, resume }: RestoreOptions
) {
  const sql = yield* SqlClient.SqlClient
  const blobs = yield* BlobBytes
  const written = new Set<string>()
  const restored: Effect.Effect<RestoreSummary, BackupError, SqlClient.SqlClient | BlobBytes> = sql
    .withTransaction(
      Effect.gen(function* () {
        yield* sql.unsafe("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0")
        if (!(yield* isEmpty)) {
          return yield* refuse(
            "NotEmpty",
            "The database is not empty. A backup can only be restored into an empty database; nothing was changed."
          )
        }
        yield* buildSchema(backup.opening, migrations)
        const tables = yield* targets(backup.opening)
        const summary = yield* withoutConstraints(tables.keys(), load(backup, tables, written, onProgress))
        yield* setSequences(backup.closing)
        yield* migrate(migrations)
        if (tables.has(JOBS_OF_QUEUE)) yield* adoptQueue
        yield* pauseService(backup, resume)
        return summary
      })
    )
    .pipe(Effect.catch((error) => Effect.fail(error instanceof BackupError ? error : asDatabaseError(error))))
  return yield* Effect.onError(restored, () => Effect.ignore(blobs.remove([...written])))
})
