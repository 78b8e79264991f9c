import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { BlobBytes } from "../blobs/BlobBytes.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { asBackupError, BackupError } from "./BackupError.ts"
import * as BackupFile from "./BackupFile.ts"
import {
  closedSequencesText,
  IMAGE_TABLE,
  type Partition,
  partitionsText,
  isOfQueue,
  schemaTables,
  sequencesText,
  type Table,
  tablesText
} from "./catalog.ts"
import { FORMAT, parts } from "./Manifest.ts"
import { type BackupLimits, defaultBackupLimits, openSnapshot, type Snapshot } from "./Snapshot.ts"

/** The options of a backup: its contents, and the file to write. */
export interface BackupOptions {
  /** The path of the file to write. The file must not exist. */
  readonly file: string
  /** The version of the program, such as "1.4.0". */
  readonly program: string
  /**
   * The place where the images are stored. `bucket` means that the images stay in a bucket, which has its own backup.
   */
  readonly images: "included" | "bucket"
  /** The secrets of the service as a comma-separated list, if the file must contain the secrets. Otherwise null. */
  readonly secret: string | null
  /** A sealed text that only the secrets of the service can open. */
  readonly proof: string | null
  /** A function that is called after each part of about a megabyte, and after each table. */
  readonly onProgress: (progress: BackupProgress) => void
  /** The longest waits. Default: {@link defaultBackupLimits}. */
  readonly limits?: BackupLimits
}

/** The progress of a backup or restore. */
export interface BackupProgress {
  /** The name of a table, or "images". */
  readonly subject: string
  readonly count: number
  readonly done: boolean
  /** The size of the archive so far, before compression. */
  readonly bytes: number
}

/** The numbers of tables, rows and images in a finished backup. */
export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  readonly images: number
  /** The number of images to which the database refers but that were missing or damaged. */
  readonly missingImages: number
  readonly bytes: number
}

/** The longest time that an interrupted backup may take to remove its unfinished file. */
const GIVE_UP_MS = 5_000
/** The number of checks for a stall within the longest time without progress. */
const CHECKS_UNTIL_STALLED = 10

type ReadImage = (hash: string) => Promise<Uint8Array | null>

type Report = (progress: Omit<BackupProgress, "bytes">) => void

const writeTable = async (
  snapshot: Snapshot,
  file: BackupFile.BackupWriter,
  table: Table,
  report: Report
): Promise<number> => {
  let count = 0
  let part = 0
  for await (const { bytes, rows } of snapshot.read(table)) {
    await file.add(parts.table(table.name, (part += 1)), bytes)
    count += rows
    report({ subject: table.name, count, done: false })
  }
  report({ subject: table.name, count, done: true })
  return count
}

const writeImages = async (
  hashes: ReadonlyArray<string>,
  file: BackupFile.BackupWriter,
  read: ReadImage,
  report: Report
) => {
  let images = 0
  for (const hash of hashes) {
    const bytes = await read(hash)
    if (bytes === null) continue
    await file.add(parts.image(hash), bytes)
    images += 1
    report({ subject: "images", count: images, done: false })
  }
  report({ subject: "images", count: images, done: true })
  return { images, missingImages: hashes.length - images }
}

const describe = async (snapshot: Snapshot, options: BackupOptions, createdAt: Date) => {
  const [found] = await snapshot.rows<{
    readonly migrations: boolean
    readonly postgres: string
  }>(`
    select to_regclass('mon_migrations') is not null as migrations, current_setting('server_version') as postgres`)
  if (found?.migrations !== true)
    throw new BackupError({
      reason: "Nothing",
      message: "This database does not contain any Mon data, so there is nothing to back up."
    })
  const [closed] = await snapshot.rows<{ readonly name: string }>(closedSequencesText)
  if (closed !== undefined)
    throw new BackupError({
      reason: "Database",
      message:
        `The database user cannot read the sequence ${closed.name}. Without it, a restored service would create ids ` +
        "twice. `mon-server doctor` lists the missing rights."
    })
  const migrations = await snapshot.rows<{ readonly id: number; readonly name: string }>(
    "select migration_id as id, name from mon_migrations order by migration_id"
  )
  const all = await snapshot.rows<Table>(tablesText)
  const tables = all.filter(({ name }) => !schemaTables.includes(name) && name !== IMAGE_TABLE && !isOfQueue(name))
  return {
    tables,
    opening: {
      format: FORMAT,
      program: options.program,
      createdAt: createdAt.toISOString(),
      postgres: found.postgres,
      migrations: migrations.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`),
      queue: null,
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
  const report: Report = (progress) => options.onProgress({ ...progress, bytes: file.size() })
  try {
    if (options.secret !== null) await file.add(parts.secret, Buffer.from(`${options.secret}\n`, "utf8"))
    const rows = new Map<string, number>()
    for (const table of tables) rows.set(table.name, await writeTable(snapshot, file, table, report))
    const sequences = await snapshot.rows<{ readonly name: string; readonly value: string }>(sequencesText)
    const stored = await snapshot.rows<{ readonly hash: string }>(
      "select encode(hash, 'hex') as hash from blob where stored order by hash"
    )
    // The snapshot is closed before the images are read, which may take hours.
    // An open snapshot would prevent the removal of dead rows.
    await snapshot.close()
    const images =
      options.images === "included"
        ? await writeImages(
            stored.map(({ hash }) => hash),
            file,
            read,
            report
          )
        : { images: 0, missingImages: 0 }
    const bytes = await file.finish({
      rows: Object.fromEntries(rows),
      sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
      ...images
    })
    return { tables: tables.length, rows: [...rows.values()].reduce((sum, count) => sum + count, 0), bytes, ...images }
  } finally {
    await file.discard()
  }
}

interface LastStep {
  at: number
  text: string
}

/** Fails once nothing has been read or written for `limitMs` milliseconds. 0 means no limit. */
const failWhenStalled = (last: LastStep, limitMs: number): Effect.Effect<never, BackupError> =>
  limitMs === 0
    ? Effect.never
    : Effect.gen(function* () {
        while (true) {
          yield* Effect.sleep(limitMs / CHECKS_UNTIL_STALLED)
          if ((yield* Clock.currentTimeMillis) - last.at < limitMs) continue
          return yield* new BackupError({
            reason: "Stalled",
            message:
              `The backup was abandoned because nothing was read or written for ${limitMs / 1000} s. Its last step: ` +
              `${last.text}. Check whether the database responds and whether the backup's disk can be written to.`
          })
        }
      })

const stepText = ({ count, done, subject }: BackupProgress): string =>
  `${count} ${subject === "images" ? "images" : `rows of ${subject}`}${done ? ", complete" : ""}`

/**
 * Writes one snapshot of the whole database and its images into one file (tar, gzip). Other processes can read and
 * write at the same time. The file appears only when it is complete, with mode 600.
 */
export const writeBackup = Effect.fn("writeBackup")(function* (options: BackupOptions) {
  const { open } = yield* PostgresJs
  const blobs = yield* BlobBytes
  const { limits = defaultBackupLimits } = options
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const createdAt = new Date(now())
  const context = yield* Effect.context<never>()
  // A damaged image counts as missing, because it must not prevent the backup.
  const read: ReadImage = (hash) => Effect.runPromiseWith(context)(Effect.orElseSucceed(blobs.read(hash), () => null))
  const last: LastStep = { at: now(), text: "reading the catalog" }
  const onProgress = (progress: BackupProgress) => {
    last.at = now()
    last.text = stepText(progress)
    options.onProgress(progress)
  }
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
        const snapshot = await openSnapshot(sql, () => lost, limits)
        return write(snapshot, read, { ...options, onProgress }, createdAt)
      }
      // An interrupted backup removes its unfinished file before it ends, unless the disk does not respond.
      const giveUp = Effect.promise(async () => {
        lost = true
        sql.abandon()
        await running.catch(() => {})
      }).pipe(Effect.timeoutOption(GIVE_UP_MS))
      const written = Effect.tryPromise({
        try: () => {
          const started = work()
          running = started
          return started
        },
        catch: asBackupError("Database", "The backup failed")
      }).pipe(Effect.onInterrupt(() => giveUp))
      return Effect.raceFirst(written, failWhenStalled(last, limits.stalledMs))
    })
  )
})
