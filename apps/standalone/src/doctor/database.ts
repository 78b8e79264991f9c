import { migrations } from "@mon/core-store"
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
  readonly migrations: string | null
}

/** Version, schema and clock of the database that a service would use. Needs the database, not its schema. */
export const examineDatabase: Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const asked = yield* Clock.currentTimeMillis
  const [row] = yield* sql<Row>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      clock_timestamp() as now, to_regclass('mon_migrations')::text as migrations`
  const answered = yield* Clock.currentTimeMillis
  if (row === undefined) return [fail("database", "it answers nothing")]
  const took = `${answered - asked} ms`
  const server = row.number < oldestServer * 10_000
    ? fail("database", `PostgreSQL ${row.version}; ${oldestServer} or later is needed`)
    : ok("database", `PostgreSQL ${row.version}, answers in ${took}`)
  const skew = Math.round(row.now.getTime() - (asked + answered) / 2)
  const clock = Math.abs(skew) < skewToMention
    ? ok("clock", `${skew} ms apart from the database's`)
    : (Math.abs(skew) < skewTooMuch ? warn : fail)("clock", `${(skew / 1000).toFixed(1)} s apart from the database's: let both follow a time server`)
  const known = Object.keys(migrations).length
  const [{ n } = { n: 0 }] = row.migrations === null ? [] : yield* sql<{ n: number }>`select count(*)::int as n from mon_migrations`
  const schema = n === known
    ? ok("schema", `up to date (${n} migrations)`)
    : n > known
    ? fail("schema", `of a newer version of Mon (${n} migrations, this one knows ${known})`)
    : warn("schema", `${n} of ${known} migrations: the next start brings it up to date`)
  return [server, schema, clock]
}).pipe(Effect.catchTag("SqlError", (error) => Effect.succeed([fail("database", error.message)])))
