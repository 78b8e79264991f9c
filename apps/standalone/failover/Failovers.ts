import { layerSqlClient } from "@mon/core-store"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout as delay } from "node:timers/promises"
import type { ApiWatch } from "./ApiWatch.ts"
import { type Cluster, type Member, type MemberName, until } from "./Cluster.ts"

/** One failover. All times are in milliseconds since the epoch. */
export interface Failover {
  readonly killed: MemberName
  readonly next: MemberName
  readonly killedAt: number
  /** The time at which another server ended its recovery. */
  readonly promotedAt: number
  /** The time at which this server acknowledged a write for the first time. */
  readonly acceptedAt: number
  /** The time at which `/ready` of the API responded with 200 again. */
  readonly readyAt: number
  /** The time at which three servers replicated again. */
  readonly completeAt: number
}

const ASK_EVERY_MS = 50
/** The time for which a killed machine is away after another server has taken over. */
const AWAY_MS = 5_000

/** Runs statements on one server, without a proxy. */
const connectionTo = ({ url }: Member) => {
  const runtime = ManagedRuntime.make(
    layerSqlClient({ url: Redacted.make(url), maxConnections: 2, connectTimeoutSeconds: 1 })
  )
  const run = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
    runtime.runPromise(Effect.option(Effect.flatMap(SqlClient.SqlClient, statement)))
  return { run, close: () => runtime.dispose() }
}

const isPromoted = async (member: Member, connection: ReturnType<typeof connectionTo>): Promise<Member | null> => {
  const found = await connection.run((sql) => sql<{ readonly standby: boolean }>`select pg_is_in_recovery() as standby`)
  return found._tag === "Some" && found.value[0]?.standby === false ? member : null
}

const accepts = async (connection: ReturnType<typeof connectionTo>): Promise<void> => {
  for (;;) {
    const written = await connection.run(
      (sql) => sql`insert into chaos_row values (-1) on conflict (n) do update set n = -1`
    )
    if (written._tag === "Some") return
    await delay(ASK_EVERY_MS)
  }
}

/** Kills the leader, waits for the next one and for the API, and starts the killed machine again. */
export const failOver = async (cluster: Cluster, api: ApiWatch): Promise<Failover> => {
  const killed = await cluster.leader()
  if (killed === null) throw new Error("There is no leader to kill")
  const others = cluster.members.filter(({ name }) => name !== killed)
  const connections = new Map(others.map((member) => [member.name, connectionTo(member)]))
  const of = (member: Member) => connections.get(member.name) ?? connectionTo(member)
  try {
    await cluster.kill(killed)
    const killedAt = Date.now()
    let next: Member | null = null
    await until("The promotion of another server", async () => {
      const promoted = await Promise.all(others.map((member) => isPromoted(member, of(member))))
      next = promoted.find((member) => member !== null) ?? null
      return next !== null
    })
    const promotedAt = Date.now()
    const leader: Member = next ?? (others[0] as Member)
    await accepts(of(leader))
    const acceptedAt = Date.now()
    const readyAt = await api.readyAfter(acceptedAt)
    await delay(AWAY_MS)
    cluster.start(killed)
    await until("The replication of three servers", async () => (await cluster.standbys()) === 2)
    return { killed, next: leader.name, killedAt, promotedAt, acceptedAt, readyAt, completeAt: Date.now() }
  } finally {
    for (const connection of connections.values()) await connection.close()
  }
}

/** Returns the number of index scans of the check history on each server that is now a standby. */
export const historyScans = async (cluster: Cluster): Promise<number> => {
  const leader = await cluster.leader()
  let scans = 0
  for (const member of cluster.members.filter(({ name }) => name !== leader)) {
    const connection = connectionTo(member)
    const found = await connection.run(
      (sql) => sql<{ readonly n: number }>`
        select coalesce(sum(idx_scan), 0)::float8 as n from pg_stat_user_tables where relname like 'check_history%'`
    )
    if (found._tag === "Some") scans += found.value[0]?.n ?? 0
    await connection.close()
  }
  return scans
}
