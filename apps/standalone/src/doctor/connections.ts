import { type ConnectionFacts, examineConnections, type PostgresJs } from "@mon/core-store"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Finding, ok, warn } from "./Finding.ts"

const signals = {
  arrive: ok("signals", "arrive at once"),
  pooled: warn(
    "signals",
    "a pooler handles the connection for signals, so open dashboards may be updated late: set MON_DATABASE_LISTEN_URL " +
      "to a URL that leads to PostgreSQL itself"
  ),
  failed: warn(
    "signals",
    "do not arrive, so open dashboards are updated late: the URL in MON_DATABASE_LISTEN_URL must lead to the primary"
  )
} as const satisfies Readonly<Record<ConnectionFacts["signals"], Finding>>

const replicas = {
  current: ok("read replica", "has applied all changes"),
  primary: warn("read replica", "MON_DATABASE_READ_URL leads to a server that is not a standby"),
  behind: warn("read replica", "applies changes late, so Mon reads from MON_DATABASE_URL instead"),
  failed: warn("read replica", "MON_DATABASE_READ_URL cannot be used, so Mon reads from MON_DATABASE_URL instead")
} as const satisfies Readonly<Record<NonNullable<ConnectionFacts["replica"]>, Finding>>

/** Describes how the service reaches its database: directly or through a pooler, and with or without a replica. */
export const describeConnections = (facts: ConnectionFacts): ReadonlyArray<Finding> => [
  facts.isPooled && facts.preparesStatements
    ? warn(
        "connections",
        "a pooler such as PgBouncer handles the connections. If it uses transaction mode, add prepare=false to the " +
          "query parameters of MON_DATABASE_URL: otherwise most statements fail"
      )
    : ok("connections", facts.isPooled ? "through a pooler, without prepared statements" : "directly to PostgreSQL"),
  signals[facts.signals],
  ...(facts.replica === null ? [] : [replicas[facts.replica]])
]

/** Examines the connections. Says nothing if the database cannot be reached, because another finding says so. */
export const examineDatabaseConnections: Effect.Effect<
  ReadonlyArray<Finding>,
  never,
  PostgresJs | SqlClient.SqlClient
> = examineConnections.pipe(
  Effect.map(describeConnections),
  Effect.catch(() => Effect.succeed([]))
)
