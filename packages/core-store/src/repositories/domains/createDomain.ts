import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { Domains } from "./Domains.ts"
import { phaseOf, refuseCreate } from "../monitors/refuseCreate.ts"
import { lockPlan } from "../monitors/lockPlan.ts"
import { domainParameters, type DomainRow, selectDomains, toDomain } from "./DomainRow.ts"
import { codeLiteral, kindCodes, periodCodes } from "../monitors/MonitorCodes.ts"
import { monitorColumns } from "../monitors/monitorColumns.ts"

const { names, record, values } = monitorColumns.domain

export const createDomain = (sql: SqlClient.SqlClient): Domains["Service"]["create"] =>
  Effect.fn("Domains.create")(
    function* (scope, domain, limit) {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const { minDomainIntervalSeconds } = yield* lockPlan(sql, scope.accountKey)
          // The plan may have changed since the request was authorized.
          const servedMs = Math.max(domain.checkInterval, minDomainIntervalSeconds) * 1000
          const refused = yield* refuseCreate(sql, "domain", scope, domain.dedupeKey, limit)
          if (refused !== "ok") return { _tag: refused } as const
          yield* sql`
        with made as (
          insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, ${sql.literal(names)})
          select ${id}::uuid, ${scope.accountKey}::bigint, ${codeLiteral(sql, kindCodes.domain)}, ${domain.url}::text,
            ${domain.hostname}::text, ${domain.dedupeKey}::text, ${sql.literal(values)}
          from jsonb_to_record(${JSON.stringify(domain)}::text::jsonb) as p(${sql.literal(record)})
          returning id, created_at
        ), scheduled as (
          insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at)
          select id, ${codeLiteral(sql, kindCodes.domain)}, ${servedMs}::bigint, ${domain.timeoutSeconds * 1000}::int,
            ${phaseOf(id)}::bigint, created_at from made
        )
        insert into status_period (monitor_id, since, state) select id, created_at, ${codeLiteral(sql, periodCodes.unknown)} from made`
          const [row] = yield* sql.unsafe<DomainRow>(`${selectDomains(scope)} and m.public_id = $3::uuid`, [
            ...domainParameters(scope),
            id
          ])
          if (row === undefined)
            return yield* Effect.die(new Error("Reading a domain right after its creation returned no row."))
          return { _tag: "Created", domain: toDomain(row) } as const
        })
      )
    },
    Effect.mapError(storeError("Domains.create"))
  )
