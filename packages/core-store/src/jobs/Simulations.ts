import { isPublicId, type SimulationPhase, type SimulationStatus, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { offsetOf } from "../sql/Page.ts"
import { operation, type Returns, type StoreError } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { type Ledger, reserveCredits } from "../accounts/Ledger.ts"

/** The kinds of CSV files that a finished simulation has. */
export type SimulationCsvType = "campaign" | "sender" | "suggestion"

/** A campaign to simulate. */
export interface NewSimulation {
  readonly name: string
  readonly sendingDomains: ReadonlyArray<string>
  /** One sentence for each sending domain that was refused and is therefore not part of the simulation. */
  readonly notes: ReadonlyArray<string>
  readonly prospectEntries: ReadonlyArray<string>
  readonly credits: number
  /** The number of domains to look up: prospects and senders together. */
  readonly lookUps: number
}

/** A campaign simulation, as its owner sees it. */
export interface StoredSimulation {
  readonly jobId: string
  readonly name: string
  readonly status: SimulationStatus
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  /** The estimated seconds left. Null if the estimate is not known. */
  readonly etaSeconds: number | null
  readonly sendingDomains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospectCount: number
  readonly credits: number
  readonly error: { readonly code: string; readonly message: string } | null
  readonly csvTypes: ReadonlyArray<SimulationCsvType>
  /** The version of the share link. 0 means that no link has been created yet. */
  readonly shareVersion: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
}

/** The queued job, or the reason why no job was queued. */
export type SimulationStart =
  | { readonly _tag: "Started"; readonly simulation: StoredSimulation }
  /**
   * The account has already started as many simulations as it may start within a minute. It can start the next
   * simulation after `seconds`.
   */
  | { readonly _tag: "TooSoon"; readonly seconds: number }
  | { readonly _tag: "Insufficient"; readonly need: number; readonly have: number }

interface SimulationRow {
  readonly job_id: string
  readonly name: string
  readonly status: SimulationStatus
  readonly phase: SimulationPhase
  readonly done: number
  readonly total: number
  readonly eta_seconds: number | null
  readonly sending_domains: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
  readonly prospect_count: number
  readonly credits: number
  readonly error_code: string | null
  readonly error_message: string | null
  readonly csv_types: ReadonlyArray<SimulationCsvType>
  readonly share_version: number
  readonly created_at: Date
  readonly started_at: Date | null
  readonly completed_at: Date | null
}

/**
 * SQL for whether the caller can see the simulation `s`. The owner sees all simulations of the account, and a member
 * sees none.
 */
export const visibleSimulations = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`s.account_id = ${scope.accountKey}::bigint and ${scope.role === "owner"}::boolean`

const selectSimulations = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`
    select s.public_id as job_id, s.name, s.status, s.phase, s.done, s.total,
      case when s.status = 'processing'
        then greatest(0, s.eta_seconds - extract(epoch from mon_now() - s.progress_at)::int) end as eta_seconds,
      s.sending_domains, s.notes, s.prospect_count, s.credits, s.error_code, s.error_message,
      array(select distinct c.type from simulation_csv c where c.simulation_id = s.id order by 1) as csv_types,
      s.share_version, s.created_at, s.started_at, s.completed_at
    from simulation s where ${visibleSimulations(sql, scope)}`

const toSimulation = (row: SimulationRow): StoredSimulation => ({
  jobId: row.job_id,
  name: row.name,
  status: row.status,
  phase: row.phase,
  done: row.done,
  total: row.total,
  etaSeconds: row.eta_seconds,
  sendingDomains: row.sending_domains,
  notes: row.notes,
  prospectCount: row.prospect_count,
  credits: row.credits,
  error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
  csvTypes: row.csv_types,
  shareVersion: row.share_version,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at
})

/**
 * Returns the seconds until the account may start another simulation. Locks the account's row, so that concurrent
 * starts cannot break the limit.
 */
const wait = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountKey: string, startsPerMinute: number) {
  yield* sql`select 1 from account where id = ${accountKey}::bigint for no key update`
  const [row] = yield* sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from created_at + interval '1 minute' - mon_now())))::int as seconds
    from simulation where account_id = ${accountKey}::bigint and created_at > mon_now() - interval '1 minute'
    order by id desc limit 1 offset ${startsPerMinute - 1}::int`
  return row?.seconds ?? 0
})

const startSimulation = (sql: SqlClient.SqlClient, reserve: Ledger["Service"]["reserve"]) =>
  operation(
    "Simulations.start",
    function* (scope: AccessScope, wanted: NewSimulation, startsPerMinute: number): Returns<SimulationStart> {
      const jobId = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const seconds = yield* wait(sql, scope.accountKey, startsPerMinute)
          if (seconds > 0) return { _tag: "TooSoon", seconds } as const
          if (wanted.credits > 0) {
            const reserved = yield* reserve(scope.accountKey, {
              amount: wanted.credits,
              jobId,
              description: `Campaign simulation: ${wanted.name}`
            })
            if (reserved._tag === "Insufficient") return reserved
          }
          yield* sql`
        insert into simulation (public_id, account_id, name, sending_domains, notes, prospect_entries, prospect_count, credits, total)
        values (${jobId}::uuid, ${scope.accountKey}::bigint, ${wanted.name}, ${wanted.sendingDomains}::text[],
          ${wanted.notes}::text[], ${wanted.prospectEntries}::text[], ${wanted.prospectEntries.length}::int, ${wanted.credits}::int, ${wanted.lookUps}::int)`
          const [row] = yield* sql<SimulationRow>`${selectSimulations(sql, scope)} and s.public_id = ${jobId}::uuid`
          if (row === undefined) return yield* Effect.die(new Error("Inserting a simulation returned no row."))
          return { _tag: "Started", simulation: toSimulation(row) } as const
        })
      )
    }
  )

const listSimulations = (sql: SqlClient.SqlClient) =>
  operation(
    "Simulations.list",
    function* (
      scope: AccessScope,
      wanted: { readonly page: number; readonly limit: number }
    ): Returns<{ readonly total: number; readonly items: ReadonlyArray<StoredSimulation> }> {
      const [counted] = yield* sql<{ total: number }>`
      select count(*)::int as total from simulation s where ${visibleSimulations(sql, scope)}`
      const rows = yield* sql<SimulationRow>`
      ${selectSimulations(sql, scope)} and s.id = any (array(
        select s.id from simulation s where ${visibleSimulations(sql, scope)}
        order by s.id desc limit ${wanted.limit}::bigint offset ${offsetOf(wanted.page, wanted.limit)}::bigint))
      order by s.id desc`
      return { total: counted?.total ?? 0, items: rows.map(toSimulation) }
    }
  )

/** Reads each piece with a separate statement, so that a slow reader does not occupy a connection. */
const readSimulationCsv =
  (sql: SqlClient.SqlClient) =>
  (scope: AccessScope, jobId: string, type: SimulationCsvType): Stream.Stream<string, StoreError> => {
    if (!isPublicId(jobId)) return Stream.empty
    const read = operation("Simulations.csv", function* (piece: number) {
      const [row] = yield* sql<{ body: string }>`
      select c.body from simulation_csv c join simulation s on s.id = c.simulation_id
      where ${visibleSimulations(sql, scope)} and s.public_id = ${jobId}::uuid and c.type = ${type} and c.piece = ${piece}::int`
      return row
    })
    return Stream.unfold(0, (piece) =>
      Effect.map(read(piece), (row) => (row === undefined ? undefined : ([row.body, piece + 1] as const)))
    )
  }

/** The campaign simulations of an account. Only the owner of the account sees them. */
export class Simulations extends Context.Service<Simulations>()("@mon/core-store/Simulations", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Reserves the credits for a simulation and queues its job, in one transaction. */
    start: startSimulation(sql, reserveCredits(sql)),
    find: operation("Simulations.find", function* (scope: AccessScope, jobId: string) {
      if (!isPublicId(jobId)) return null
      const [row] = yield* sql<SimulationRow>`${selectSimulations(sql, scope)} and s.public_id = ${jobId}::uuid`
      return row === undefined ? null : toSimulation(row)
    }),
    /** Returns the stored results of a job. Null if the job has no results, or if there is no such job. */
    results: operation("Simulations.results", function* (scope: AccessScope, jobId: string): Returns<unknown> {
      if (!isPublicId(jobId)) return null
      const [row] = yield* sql<{ results: unknown }>`
      select s.results from simulation s where ${visibleSimulations(sql, scope)} and s.public_id = ${jobId}::uuid`
      return row?.results ?? null
    }),
    /** Lists simulations, newest first. */
    list: listSimulations(sql),
    /** Streams a CSV file in pieces of a few hundred lines. */
    csv: readSimulationCsv(sql)
  }))
}) {
  static readonly layer = Layer.effect(Simulations, Simulations.make)
}
