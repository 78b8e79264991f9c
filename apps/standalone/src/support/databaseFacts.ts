import { examineSchema, migrations, OperatorAccounts, OperatorDeliveries, StoredJobs } from "@mon/core-store"
import { jobQueues } from "@mon/notifications"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const LARGEST_TABLES = 50
const SLOW_STATEMENTS = 20
const DEAD_JOBS = 20
const BUSY_ACCOUNTS = 20

const tables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    select n.nspname || '.' || c.relname as table, c.reltuples::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
    order by 3 desc limit ${LARGEST_TABLES}`
)

/** Returns the slowest SQL statements, which contain no constants. Null: `pg_stat_statements` is not installed. */
const slowStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly there: boolean }>`select to_regclass('pg_stat_statements') is not null as there`
  if (row?.there !== true) return null
  return yield* sql`
    select left(query, 500) as query, calls::float8 as calls, mean_exec_time as "meanMs", total_exec_time as "totalMs"
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit ${SLOW_STATEMENTS}`
}).pipe(Effect.catch(() => Effect.succeed(null)))

const queues = Effect.gen(function* () {
  const jobs = yield* StoredJobs
  const dead = yield* jobs.list({ state: "dead", limit: DEAD_JOBS })
  return {
    queues: yield* jobs.queues(jobQueues),
    dead: dead.map(({ attempt, createdAt, id, queue, why }) => ({ id, queue, createdAt, attempt, why }))
  }
})

const messages = (withNames: boolean) =>
  Effect.gen(function* () {
    const counts = yield* (yield* OperatorDeliveries).counts()
    return withNames ? counts : counts.map(({ channel, failed, kind, waiting }) => ({ channel, kind, waiting, failed }))
  })

const accounts = (withNames: boolean) =>
  Effect.gen(function* () {
    const found = yield* (yield* OperatorAccounts).byUse(BUSY_ACCOUNTS)
    return withNames ? found : found.map(({ checksPerDay, monitors, plan }) => ({ plan, monitors, checksPerDay }))
  })

const versions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly version: string; readonly bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`
  const { missing, problem, unknown } = yield* examineSchema(migrations)
  return {
    postgresql: row?.version,
    databaseBytes: row?.bytes,
    migrations: Object.keys(migrations).at(-1),
    missing,
    unknown,
    problem
  }
})

/** Reads facts about the service from the database. Each result becomes a file in the support bundle. */
export const databaseFacts = (withNames: boolean) =>
  Effect.all({
    "database.json": versions,
    "tables.json": tables,
    "slow-statements.json": slowStatements,
    "queues.json": queues,
    "messages.json": messages(withNames),
    "accounts.json": accounts(withNames)
  })
