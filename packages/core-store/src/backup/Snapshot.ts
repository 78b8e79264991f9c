import type { Pool } from "../sql/Pool.ts"
import { asBackupError } from "./BackupError.ts"
import { quoted, type Table } from "./catalog.ts"
import { copyText, type RawRow } from "./CopyText.ts"

/** The longest waits during a backup, in milliseconds. 0 means no limit. */
export interface BackupLimits {
  /**
   * The longest duration of a statement. The server cancels a statement that takes longer. Each statement reads one
   * batch of rows.
   */
  readonly statementMs: number
  /** The longest wait for a lock on a table. The server cancels a statement that waits longer. */
  readonly lockMs: number
  /**
   * The longest time without a statement, for example because the program is suspended. After this time, the server
   * ends the snapshot, so that vacuum can remove dead rows.
   */
  readonly idleMs: number
  /** The longest time in which nothing is read or written, for any reason. After this time, the backup fails. */
  readonly stalledMs: number
}

/**
 * The default limits. A batch of rows takes milliseconds, so the limits only end backups that are stuck.
 *
 * @example
 * const patient: BackupLimits = { ...defaultBackupLimits, lockMs: 600_000 }
 */
export const defaultBackupLimits: BackupLimits = {
  statementMs: 120_000,
  lockMs: 120_000,
  idleMs: 300_000,
  stalledMs: 600_000
}

/**
 * The number of rows in a batch. Fewer rows are read at a time from tables with out-of-line values, because each row
 * may be megabytes large.
 */
const BATCH_ROWS = { narrow: 1000, wide: 16 } as const

/** The approximate size of a part of a backup. Rows are collected until they reach this size. */
const PART_BYTES = 1024 * 1024

interface RowsPart {
  readonly bytes: Uint8Array
  readonly rows: number
}

/** A snapshot of the database: one REPEATABLE READ transaction. */
export interface Snapshot {
  readonly rows: <A extends object>(text: string) => Promise<ReadonlyArray<A>>
  /** Reads all rows of a table, in parts of about a megabyte. A slow caller never makes the connection hang. */
  readonly read: (table: Table) => AsyncGenerator<RowsPart>
  readonly close: () => Promise<void>
}

/** SQL that makes the text of values independent of the server's settings, and sets the limits of the transaction. */
const sessionText = ({ idleMs, lockMs, statementMs }: BackupLimits): string => `
  begin isolation level repeatable read read only;
  set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs};
  set local idle_in_transaction_session_timeout = ${idleMs};
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`

const CURSOR = "mon_backup"

/**
 * The error codes of a statement whose connection has ended. The error code depends on the part that noticed the end
 * first. The last two codes come from a new connection, which has neither the transaction nor its cursor.
 */
const LOST: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "EPIPE",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "25P03",
  "57P01",
  "25P01",
  "34000"
])

const isLost = (cause: unknown): boolean => cause instanceof Error && "code" in cause && LOST.has(cause.code)

const gone = (): Error => new Error("the connection to the database was lost")

/**
 * Starts a transaction on a pool of one connection. If the connection breaks, the driver silently continues on a new
 * connection, outside the snapshot. `lost` detects this. The snapshot reads with a cursor and not with COPY, for two
 * reasons. postgres.js 3.4.9 pauses the socket while the reader of a COPY is slow. If the COPY ends during the pause,
 * the socket is never resumed, and the next statement waits forever. Also, the server cannot end a COPY whose reader
 * does not read, but a timeout can end a FETCH, because each FETCH is a separate statement.
 */
export const openSnapshot = async (
  sql: Pool,
  lost: () => boolean,
  limits: BackupLimits = defaultBackupLimits
): Promise<Snapshot> => {
  const assertAlive = () => {
    if (lost()) throw gone()
  }
  const send = async <A>(run: () => PromiseLike<A>): Promise<A> => {
    assertAlive()
    try {
      const answer = await run()
      assertAlive()
      return answer
    } catch (cause) {
      throw lost() || isLost(cause) ? gone() : cause
    }
  }
  const fetched = async function* ({ columns, name, wide }: Table): AsyncGenerator<ReadonlyArray<RawRow>> {
    const batch = wide ? BATCH_ROWS.wide : BATCH_ROWS.narrow
    await send(() =>
      sql.unsafe(`declare ${CURSOR} no scroll cursor for select ${columns.map(quoted).join(", ")} from ${quoted(name)}`)
    )
    let rows: ReadonlyArray<RawRow>
    do {
      rows = await send(() => sql.unsafe(`fetch ${batch} from ${CURSOR}`).raw())
      yield rows
    } while (rows.length === batch)
    await send(() => sql.unsafe(`close ${CURSOR}`))
  }
  await sql.unsafe(sessionText(limits))
  return {
    rows: (text) => send(() => sql.unsafe(text)),
    read: async function* (table) {
      let waiting: Array<Uint8Array> = []
      let rows = 0
      let size = 0
      const part = (): RowsPart => {
        const full = { bytes: Buffer.concat(waiting), rows }
        waiting = []
        rows = size = 0
        return full
      }
      try {
        for await (const batch of fetched(table)) {
          for (const row of batch) {
            const text = copyText(row)
            waiting.push(text)
            rows += 1
            size += text.length
            if (size >= PART_BYTES) yield part()
          }
        }
      } catch (cause) {
        throw asBackupError("Database", `The backup failed while it read the table ${table.name}`)(cause)
      }
      if (rows > 0) yield part()
    },
    close: async () => {
      await send(() => sql.unsafe("commit"))
    }
  }
}
