import { uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { storeError } from "../../sql/StoreError.ts"
import type { UrlMonitors } from "./UrlMonitors.ts"
import { phaseOf, refuseCreate } from "../monitors/refuseCreate.ts"
import { lockPlan } from "../monitors/lockPlan.ts"
import { selectUrls, toUrlMonitor, type UrlMonitorRow } from "./UrlMonitorRow.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"
import { monitorColumns } from "../monitors/monitorColumns.ts"

const { names, record, values } = monitorColumns.url

export const createUrl = (sql: SqlClient.SqlClient): UrlMonitors["Service"]["create"] =>
  Effect.fn("UrlMonitors.create")(
    function* (scope, wanted, limit) {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const { minUrlIntervalSeconds } = yield* lockPlan(sql, scope.accountKey)
          // The plan may have changed since the request was authorized.
          const servedMs = Math.max(wanted.checkInterval, minUrlIntervalSeconds) * 1000
          const refused = yield* refuseCreate(sql, "url", scope, wanted.url, limit)
          if (refused !== "ok") return { _tag: refused } as const
          yield* sql`
        with made as (
          insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, ${sql.literal(names)})
          select ${id}::uuid, ${scope.accountKey}::bigint, ${codeLiteral(sql, kindCodes.url)}, ${wanted.url}::text,
            ${wanted.hostname}::text, ${wanted.url}::text, ${sql.literal(values)}
          from jsonb_to_record(${JSON.stringify(wanted)}::text::jsonb) as p(${sql.literal(record)})
          returning id, created_at
        ), page as (
          insert into url_page (monitor_id) select id from made
        )
        insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, next_at)
        select id, ${codeLiteral(sql, kindCodes.url)}, ${servedMs}::bigint, ${wanted.timeoutSeconds * 1000}::int,
          ${phaseOf(id)}::bigint, created_at from made`
          const [row] = yield* sql<UrlMonitorRow>`${selectUrls(sql, scope)} and m.public_id = ${id}::uuid`
          if (row === undefined) return yield* Effect.die(new Error("Inserting a URL monitor returned no row."))
          return { _tag: "Created", url: toUrlMonitor(row) } as const
        })
      )
    },
    Effect.mapError(storeError("UrlMonitors.create"))
  )
