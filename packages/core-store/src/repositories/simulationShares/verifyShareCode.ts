import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { SimulationShares } from "./SimulationShares.ts"
import { codeLimits } from "./codeLimits.ts"

interface Challenge {
  readonly key: string
  readonly code_mac: Uint8Array
  readonly live: boolean
}

/** Used when there is no such challenge: the comparison takes as long, and no code matches. */
const NO_CHALLENGE: Challenge = { key: "0", code_mac: new Uint8Array(32), live: false }

/** Runs the same statements for every code, so that timing reveals nothing: the outcome is in their parameters only. */
export const verifyShareCode = (sql: SqlClient.SqlClient): SimulationShares["Service"]["verifyCode"] =>
  operation("SimulationShares.verifyCode", function* ({ key, version }, cookieHash, matches) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select 1 from simulation where id = ${key}::bigint for update`
        const [found] = yield* sql<Challenge>`
        select c.id::text as key, c.code_mac,
          c.used_at is null and c.expires_at > mon_now() and c.attempts < ${codeLimits.attempts}::int
            and s.share_locked_at is null and s.share_version = c.share_version and s.status = 'completed' as live
        from share_challenge c join simulation s on s.id = c.simulation_id
        where c.cookie_hash = ${cookieHash} and c.simulation_id = ${key}::bigint and c.share_version = ${version}::int`
        const challenge = found ?? NO_CHALLENGE
        const matched = matches(challenge.code_mac)
        const right = matched && challenge.live
        const wrong = !matched && challenge.live
        yield* sql`
        update share_challenge set attempts = attempts + 1, used_at = case when ${right}::boolean then mon_now() else used_at end
        where id = ${challenge.key}::bigint`
        yield* sql`
        insert into share_wrong_code (simulation_id, share_version)
        select ${key}::bigint, ${version}::int where ${wrong}::boolean`
        const locked = yield* sql`
        update simulation s set share_locked_at = mon_now()
        where s.id = ${key}::bigint and ${wrong}::boolean and s.share_locked_at is null and (
          select count(*) filter (where w.at > mon_now() - interval '1 day') >= ${codeLimits.wrongInADay}::int
            or count(*) >= ${codeLimits.wrongInAMonth}::int
          from share_wrong_code w
          where w.simulation_id = s.id and w.share_version = ${version}::int and w.at > mon_now() - interval '30 days')
        returning 1`
        return { right, lockedNow: locked.length > 0 }
      })
    )
  })
