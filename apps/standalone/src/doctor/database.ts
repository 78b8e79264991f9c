import {
  examinePrivileges,
  examineSchema,
  migrations,
  type Pause,
  type Privileges,
  privilegeText,
  type SchemaState,
  ServicePause
} from "@mon/core-store"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fail, type Finding, ok, warn } from "./Finding.ts"

/**
 * Checks whether the database user has the rights that the service needs. Only a user that applies migrations needs
 * further rights.
 */
const examineRights = ({ toMigrate, toRun, user }: Privileges, isInstalled: boolean): Finding => {
  const missing = isInstalled ? toRun : [...toRun, ...toMigrate]
  if (missing.length > 0) return fail("rights", privilegeText(user, missing))
  return toMigrate.length === 0
    ? ok("rights", `${user} can run the service and update its schema`)
    : ok(
        "rights",
        `${user} can run the service, but not update its schema: before an upgrade, run "mon-server migrate" as the owner`
      )
}

/** Reports missing migrations, and the user who must apply them. */
const examineMigrations = ({ missing }: SchemaState, { toMigrate, user }: Privileges): Finding => {
  const count = `${missing.length} migrations are missing`
  return toMigrate.length === 0
    ? { subject: "schema", state: "warn", detail: `${count}: the next start applies them` }
    : fail("schema", `${count}, and ${user} cannot apply them: run "mon-server migrate" as the owner of the schema`)
}

const oldestServer = 15

/**
 * The limits for the difference between the clocks, in milliseconds. Above the first limit, times in the history are
 * inexact. Above the second limit, checks are counted in the wrong minute.
 */
const skewToMention = 1_000
const skewTooMuch = 30_000

interface Row {
  readonly version: string
  readonly number: number
  readonly now: Date
}

const schemaOf = (state: SchemaState, privileges: Privileges): Finding => {
  const { missing, newest, problem, unknown } = state
  return problem !== null
    ? fail("schema", problem)
    : missing.length > 0
      ? examineMigrations(state, privileges)
      : unknown.length > 0
        ? warn("schema", `created by a newer, compatible version of Mon (${unknown.join(", ")}): finish the upgrade`)
        : ok("schema", `up to date (${newest})`)
}

const pauseOf = (pause: Pause | null): ReadonlyArray<Finding> =>
  pause === null
    ? []
    : [
        warn(
          "service",
          `paused since ${pause.pausedAt.toISOString()}, so it checks nothing and sends nothing. ${pause.reason} ` +
            "`mon-server resume` starts it; stop the original first"
        )
      ]

/**
 * Examines the schema and the rights. If the user cannot read the migrations, returns only the finding about the
 * rights.
 */
const examineSchemaAndRights = Effect.gen(function* () {
  const privileges = yield* examinePrivileges()
  if (privileges === null) return [fail("database", "the database returned no row")]
  if (privileges.toRun.length > 0) return [examineRights(privileges, true)]
  const state = yield* examineSchema(migrations)
  const isInstalled = state.newest !== null
  const rights = examineRights(privileges, isInstalled)
  if (!isInstalled && rights.state === "fail") return [rights]
  const pause = isInstalled && state.problem === null ? yield* (yield* ServicePause).find() : null
  return [schemaOf(state, privileges), rights, ...pauseOf(pause)]
}).pipe(Effect.provide(ServicePause.layer))

/** Checks the version, schema and clock of the configured database. Also works if the schema does not exist. */
export const examineDatabase: Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const sentAt = yield* Clock.currentTimeMillis
    const [row] = yield* sql<Row>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      clock_timestamp() as now`
    const receivedAt = yield* Clock.currentTimeMillis
    if (row === undefined) return [fail("database", "the database returned no row")]
    const took = `${receivedAt - sentAt} ms`
    const server =
      row.number < oldestServer * 10_000
        ? fail("database", `PostgreSQL ${row.version} is too old: ${oldestServer} or later is required`)
        : ok("database", `PostgreSQL ${row.version}, responded in ${took}`)
    const skew = Math.abs(row.now.getTime() - (sentAt + receivedAt) / 2)
    // The database read its clock at an unknown time between the query and the response, so the difference is uncertain
    // by half of this period.
    const apart = Math.max(0, skew - (receivedAt - sentAt) / 2)
    const clock =
      apart < skewToMention
        ? ok("clock", `within ${skewToMention / 1000} s of the database's clock`)
        : (apart < skewTooMuch ? warn : fail)(
            "clock",
            `${(apart / 1000).toFixed(1)} s off from the database's clock: synchronize both with NTP`
          )
    return [server, ...(yield* examineSchemaAndRights), clock]
  }
).pipe(
  Effect.catchTags({
    SqlError: (error) => Effect.succeed([fail("database", error.message)]),
    StoreError: (error) => Effect.succeed([fail("database", error.message)])
  })
)
