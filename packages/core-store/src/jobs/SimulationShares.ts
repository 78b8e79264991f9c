import { isPublicId, type Language, type SimulationStatus } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { visibleSimulations } from "./Simulations.ts"

/** A simulation, with the facts that its share link needs. */
export interface SharedSimulation {
  /** The internal key of the simulation (bigint as text). */
  readonly key: string
  readonly accountId: string
  readonly jobId: string
  readonly name: string
  readonly status: SimulationStatus
  /** The version of the link that is valid now. 0 means that there is no link. */
  readonly version: number
  readonly completedAt: Date | null
  /** The address to which codes are sent. */
  readonly ownerEmail: string
  readonly ownerLanguage: Language
  /** The IANA time zone of the owner. */
  readonly timeZone: string
}

/** Whether a one-time code was created. `TooSoon`: the previous code was requested too recently. */
export type ShareChallenge =
  /** `locked`: no code opens the link, because too many wrong codes were entered or there is a newer link. */
  { readonly _tag: "Made"; readonly locked: boolean } | { readonly _tag: "TooSoon"; readonly seconds: number }

/** The result of verifying a code that a person has entered. */
export interface CodeVerification {
  readonly right: boolean
  /** Whether the wrong code that was entered has locked the link. */
  readonly lockedNow: boolean
}

const codeLimits = {
  livesSeconds: 600,
  attempts: 3,
  everySeconds: 60,
  aDay: 20,
  wrongInADay: 10,
  wrongInAMonth: 30
} as const

interface LinkState {
  readonly seconds: number
  readonly locked: boolean
}

/** Locks the simulation's row, so that even concurrent requests create at most one code a minute. */
const challengeShare = (sql: SqlClient.SqlClient) =>
  operation(
    "SimulationShares.challenge",
    function* (
      simulation: SharedSimulation,
      code: { readonly cookieHash: Uint8Array; readonly codeMac: Uint8Array }
    ): Returns<ShareChallenge> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from simulation where id = ${simulation.key}::bigint for update`
          const [link] = yield* sql<LinkState>`
        with codes as (
          select created_at, row_number() over (order by created_at desc) as place from share_challenge
          where simulation_id = ${simulation.key}::bigint and share_version = ${simulation.version}::int and created_at > mon_now() - interval '1 day'
        )
        select greatest(0, ceil(extract(epoch from max(case
            when place = 1 then created_at + ${codeLimits.everySeconds}::int * interval '1 second'
            when place = ${codeLimits.aDay}::int then created_at + interval '1 day' end) - mon_now())))::int as seconds,
          (select share_locked_at is not null or share_version <> ${simulation.version}::int from simulation where id = ${simulation.key}::bigint) as locked
        from codes`
          const seconds = link?.seconds ?? 0
          if (seconds > 0) return { _tag: "TooSoon", seconds } as const
          yield* sql`
        insert into share_challenge (simulation_id, share_version, cookie_hash, code_mac, expires_at)
        select id, share_version, ${code.cookieHash}::bytea, ${code.codeMac}::bytea, mon_now() + ${codeLimits.livesSeconds}::int * interval '1 second'
        from simulation where id = ${simulation.key}::bigint and share_version = ${simulation.version}::int`
          return { _tag: "Made", locked: link?.locked !== false } as const
        })
      )
    }
  )

interface Challenge {
  readonly key: string
  readonly code_mac: Uint8Array
  readonly live: boolean
}

/**
 * The challenge that is used if no code was requested. The comparison takes as long as with a real challenge, but no
 * code matches.
 */
const NO_CHALLENGE: Challenge = { key: "0", code_mac: new Uint8Array(32), live: false }

/**
 * Runs the same statements for every code, so that timing reveals nothing. Only the parameters of the statements depend
 * on the outcome.
 */
const verifyShareCode = (sql: SqlClient.SqlClient) =>
  operation(
    "SimulationShares.verifyCode",
    function* (
      simulation: SharedSimulation,
      cookieHash: Uint8Array,
      matches: (codeMac: Uint8Array) => boolean
    ): Returns<CodeVerification> {
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from simulation where id = ${simulation.key}::bigint for update`
          const [found] = yield* sql<Challenge>`
        select c.id::text as key, c.code_mac,
          c.used_at is null and c.expires_at > mon_now() and c.attempts < ${codeLimits.attempts}::int
            and s.share_locked_at is null and s.share_version = c.share_version and s.status = 'completed' as live
        from share_challenge c join simulation s on s.id = c.simulation_id
        where c.cookie_hash = ${cookieHash} and c.simulation_id = ${simulation.key}::bigint and c.share_version = ${simulation.version}::int`
          const challenge = found ?? NO_CHALLENGE
          const matched = matches(challenge.code_mac)
          const right = matched && challenge.live
          const wrong = !matched && challenge.live
          yield* sql`
        update share_challenge set attempts = attempts + 1, used_at = case when ${right}::boolean then mon_now() else used_at end
        where id = ${challenge.key}::bigint`
          yield* sql`
        insert into share_wrong_code (simulation_id, share_version)
        select ${simulation.key}::bigint, ${simulation.version}::int where ${wrong}::boolean`
          const locked = yield* sql`
        update simulation s set share_locked_at = mon_now()
        where s.id = ${simulation.key}::bigint and ${wrong}::boolean and s.share_locked_at is null and (
          select count(*) filter (where w.at > mon_now() - interval '1 day') >= ${codeLimits.wrongInADay}::int
            or count(*) >= ${codeLimits.wrongInAMonth}::int
          from share_wrong_code w
          where w.simulation_id = s.id and w.share_version = ${simulation.version}::int and w.at > mon_now() - interval '30 days')
        returning 1`
          return { right, lockedNow: locked.length > 0 }
        })
      )
    }
  )

/** Locks the simulation's row first, so that a code that is being created for the old link is deleted as well. */
const rotateShare = (sql: SqlClient.SqlClient) =>
  operation("SimulationShares.rotate", function* (scope: AccessScope, jobId: string) {
    if (!isPublicId(jobId)) return null
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const [rotated] = yield* sql<{ key: string; version: number }>`
        update simulation s set share_version = share_version + 1, share_locked_at = null
        where ${visibleSimulations(sql, scope)} and s.public_id = ${jobId}::uuid
        returning s.id::text as key, s.share_version as version`
        if (rotated === undefined) return null
        yield* sql`delete from share_challenge where simulation_id = ${rotated.key}::bigint`
        yield* sql`delete from share_wrong_code where simulation_id = ${rotated.key}::bigint`
        return rotated.version
      })
    )
  })

const purgeShareCodes = (sql: SqlClient.SqlClient) =>
  operation("SimulationShares.purge", function* (limit: number) {
    const [row] = yield* sql<{ n: number }>`
      with codes as (
        delete from share_challenge where id in (
          select id from share_challenge where created_at <= mon_now() - interval '1 day' order by id limit ${limit})
        returning 1
      ), wrong as (
        delete from share_wrong_code where id in (
          select id from share_wrong_code where at <= mon_now() - interval '30 days' order by id limit ${limit})
        returning 1
      )
      select ((select count(*) from codes) + (select count(*) from wrong))::int as n`
    return row?.n ?? 0
  })

/**
 * Share links of simulations. To open a link, a reader needs a one-time code, which is sent to the simulation's owner.
 */
export class SimulationShares extends Context.Service<SimulationShares>()("@mon/core-store/SimulationShares", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Creates a new link to a simulation of the caller's account, and returns the version of the link. The codes, locks
     * and open views of the previous link are no longer valid. Null if there is no such simulation.
     */
    rotate: rotateShare(sql),
    /** Finds the simulation of a link. The caller must compare the version of the link. */
    find: operation("SimulationShares.find", function* (jobId: string) {
      if (!isPublicId(jobId)) return null
      const [row] = yield* sql<SharedSimulation>`
      select s.id::text as key, s.public_id as "jobId", s.name, s.status, s.share_version as version,
        s.completed_at as "completedAt", u.email as "ownerEmail", coalesce(o.timezone, 'UTC') as "timeZone",
        coalesce(o.language, 'en') as "ownerLanguage",
        a.public_id as "accountId"
      from simulation s
      join account a on a.id = s.account_id
      join membership m on m.account_id = s.account_id and m.role = 'owner'
      join app_user u on u.id = m.user_id
      left join user_setting o on o.user_id = u.id
      where s.public_id = ${jobId}::uuid`
      return row ?? null
    }),
    /** Returns the stored results of a simulation. Null if the given version of the link is no longer current. */
    results: operation("SimulationShares.results", function* (simulation: SharedSimulation): Returns<unknown> {
      const [row] = yield* sql<{ results: unknown }>`
      select results from simulation where id = ${simulation.key}::bigint and share_version = ${simulation.version}::int`
      return row?.results ?? null
    }),
    /** Stores a code that is valid for ten minutes. A link gets at most one code a minute and 20 codes a day. */
    challenge: challengeShare(sql),
    /**
     * Verifies a code. A code works once, within ten minutes and three attempts, provided that the link is not locked.
     * The same statements run for every outcome. `matches` must compare the code with the stored MAC in constant time.
     */
    verifyCode: verifyShareCode(sql),
    /** Deletes codes after a day, and records of wrong codes after thirty days. Returns the number of deleted rows. */
    purge: purgeShareCodes(sql)
  }))
}) {
  static readonly layer = Layer.effect(SimulationShares, SimulationShares.make)
}
