import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { SimulationShares } from "./SimulationShares.ts"
import { codeLimits } from "./codeLimits.ts"

interface LinkState {
  readonly seconds: number
  readonly locked: boolean
}

/** The simulation's row is the lock that enforces one code a minute under concurrent requests. */
export const challengeShare = (sql: SqlClient.SqlClient): SimulationShares["Service"]["challenge"] =>
  operation("SimulationShares.challenge", function* ({ key, version }, { codeMac, cookieHash }) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select 1 from simulation where id = ${key}::bigint for update`
        const [link] = yield* sql<LinkState>`
        with codes as (
          select created_at, row_number() over (order by created_at desc) as place from share_challenge
          where simulation_id = ${key}::bigint and share_version = ${version}::int and created_at > mon_now() - interval '1 day'
        )
        select greatest(0, ceil(extract(epoch from max(case
            when place = 1 then created_at + ${codeLimits.everySeconds}::int * interval '1 second'
            when place = ${codeLimits.aDay}::int then created_at + interval '1 day' end) - mon_now())))::int as seconds,
          (select share_locked_at is not null or share_version <> ${version}::int from simulation where id = ${key}::bigint) as locked
        from codes`
        const seconds = link?.seconds ?? 0
        if (seconds > 0) return { _tag: "TooSoon", seconds } as const
        yield* sql`
        insert into share_challenge (simulation_id, share_version, cookie_hash, code_mac, expires_at)
        select id, share_version, ${cookieHash}::bytea, ${codeMac}::bytea, mon_now() + ${codeLimits.livesSeconds}::int * interval '1 second'
        from simulation where id = ${key}::bigint and share_version = ${version}::int`
        return { _tag: "Made", locked: link?.locked !== false } as const
      })
    )
  })
