import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { visibleDomains } from "../access/visibleMonitors.ts"
import { codeLiteral, domainStateCodes, periodCodes } from "../monitors/MonitorCodes.ts"

/** Clears what the schedule remembered and makes the domain due at once. */
export const resumeDomain = (
  sql: SqlClient.SqlClient,
  find: Domains["Service"]["find"]
): Domains["Service"]["resume"] => {
  return Effect.fn("Domains.resume")(function* (viewer, id) {
    if (!isPublicId(id)) return null
    yield* sql`
      with resumed as (
        update monitor m set paused_at = null, updated_at = mon_now()
        where ${visibleDomains(sql, viewer)} and m.public_id = ${id}::uuid and m.paused_at is not null
        returning m.id
      ), scheduled as (
        update monitor_schedule s set state = ${codeLiteral(sql, domainStateCodes.unknown)}, failures = 0, deterministic_failures = 0, successes = 0,
          streak_started_at = null, streak_status_code = null, streak_error_code = null, streak_error_message = null,
          next_at = mon_now(), lease_until = null, lease_token = null, status_changed_at = mon_now()
        from resumed r where s.monitor_id = r.id
      )
      insert into status_period (monitor_id, since, state) select id, mon_now(), ${codeLiteral(sql, periodCodes.unknown)} from resumed
      on conflict (monitor_id, since) do update set state = excluded.state`.pipe(
      Effect.mapError(storeError("Domains.resume"))
    )
    return yield* find(viewer, id)
  })
}
