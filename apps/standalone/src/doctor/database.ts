import { examineSchema, migrations, type SchemaState } from "@mon/core-store"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** The oldest PostgreSQL that is supported. */
const oldestServer = 15

/** Clocks this far apart blur the history; this far apart looks fall into the wrong minute. */
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
      ? warn("schema", `${known - missing.length} of ${known} migrations: the next start brings it up to date`)
      : unknown.length > 0
        ? warn(
            "schema",
            `of a newer version of Mon that this one works with (${unknown.join(", ")}): finish the upgrade`
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
    if (row === undefined) return [fail("database", "it answers nothing")]
    const took = `${answered - asked} ms`
    const server =
      row.number < oldestServer * 10_000
        ? fail("database", `PostgreSQL ${row.version}; ${oldestServer} or later is needed`)
        : ok("database", `PostgreSQL ${row.version}, answers in ${took}`)
    const skew = Math.round(row.now.getTime() - (asked + answered) / 2)
    const clock =
      Math.abs(skew) < skewToMention
        ? ok("clock", `${skew} ms apart from the database's`)
        : (Math.abs(skew) < skewTooMuch ? warn : fail)(
            "clock",
            `${(skew / 1000).toFixed(1)} s apart from the database's: let both follow a time server`
          )
    return [server, schemaOf(yield* examineSchema(migrations)), clock]
  }
).pipe(Effect.catchTag("SqlError", (error) => Effect.succeed([fail("database", error.message)])))
