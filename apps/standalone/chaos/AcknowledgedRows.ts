import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The rows that a run writes, and that it compares with the database at the end of the run. */
export interface AcknowledgedRows {
  readonly count: () => number
  /** Stops writing. Resolves to the number of acknowledged rows that the database lacks. */
  readonly stop: () => Promise<number>
}

const WRITE_EVERY_MS = 20
/** The interval of checkpoints, which prevent the write-ahead log from filling the disk. */
const CHECKPOINT_EVERY_MS = 20_000

const insert = (number: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into chaos_row values (${number})`)

const checkpoint = Effect.ignore(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`checkpoint`))

const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ n: number }>`select n from chaos_row`, (rows) => new Set(rows.map(({ n }) => n)))
)

/** Creates the table of the rows. Must run before the first fault. */
export const createAcknowledgedRows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`create table chaos_row (n int primary key)`
)

/** Writes rows one after the other. Counts a row only if the database has acknowledged it. */
export const writeAcknowledgedRows = (
  run: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Promise<A>
): AcknowledgedRows => {
  const acknowledged: Array<number> = []
  const over = new AbortController()
  const write = async () => {
    let checkpointAt = Date.now()
    for (let number = 1; !over.signal.aborted; number++) {
      await run(insert(number)).then(
        () => acknowledged.push(number),
        () => {}
      )
      if (Date.now() > checkpointAt + CHECKPOINT_EVERY_MS) {
        await run(checkpoint)
        checkpointAt = Date.now()
      }
      await new Promise((next) => setTimeout(next, WRITE_EVERY_MS))
    }
  }
  const writing = write()
  return {
    count: () => acknowledged.length,
    stop: async () => {
      over.abort()
      await writing
      const found = await run(stored)
      return acknowledged.filter((number) => !found.has(number)).length
    }
  }
}
