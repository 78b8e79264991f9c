import { examineSchema, migrations, type SchemaState } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** The oldest PostgreSQL that is supported. */
const oldestServer = 15

/** From the first on, times of the history are inexact; from the second on, checks fall into the wrong minute. */
const skewToMention = 1_000
const skewTooMuch = 30_000

interface Row {
  readonly version: string
  readonly number: number
  readonly now: Date
}

const known = Object.keys(migrations).length

const schemaOf = ({ missing, problem, unknown }: SchemaState): Finding =>
  problem !== null
    ? fail("schema", problem)
    : missing.length > 0
      ? warn("schema", `${missing.length} of ${known} migrations are missing: the next start applies them`)
      : unknown.length > 0
        ? warn(
            "schema",
            `made by a newer version of Mon that this one works with (${unknown.join(", ")}): finish the upgrade`
          )
        : ok("schema", `up to date (${known} migrations)`)

/** Version, schema and clock of the database that a service would use. Needs the database, not its schema. */
export const examineDatabase: Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const asked = yield* Clock.currentTimeMillis
    const [row] = yield* sql<Row>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      clock_timestamp() as now`
    const answered = yield* Clock.currentTimeMillis
    if (row === undefined) return [fail("database", "the database returned no row")]
    const took = `${answered - asked} ms`
    const server =
      row.number < oldestServer * 10_000
        ? fail("database", `PostgreSQL ${row.version} is too old: ${oldestServer} or later is required`)
        : ok("database", `PostgreSQL ${row.version}, answered in ${took}`)
    const skew = Math.abs(row.now.getTime() - (asked + answered) / 2)
    // The database read its clock at some moment between the question and the answer.
    const apart = Math.max(0, skew - (answered - asked) / 2)
    const clock =
      apart < skewToMention
        ? ok("clock", `less than ${skewToMention / 1000} s apart from the clock of the database`)
        : (apart < skewTooMuch ? warn : fail)(
            "clock",
            `${(apart / 1000).toFixed(1)} s apart from the clock of the database: synchronize both with NTP`
          )
    return [server, schemaOf(yield* examineSchema(migrations)), clock]
  }
).pipe(Effect.catchTag("SqlError", (error) => Effect.succeed([fail("database", error.message)])))
