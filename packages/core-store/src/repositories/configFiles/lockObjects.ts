import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { survivingDeadlocks } from "../monitors/lockMonitors.ts"
import type { ConfigFiles } from "./ConfigFiles.ts"

/**
 * The rows of monitors come first and in the order of their keys, as in bulk changes. Schedules are not locked: workers
 * record results meanwhile.
 */
export const lockObjects = (sql: SqlClient.SqlClient): ConfigFiles["Service"]["lock"] =>
  operation("ConfigFiles.lock", ({ accountKey }) => {
    const ofAccount = sql`account_id = ${accountKey}::bigint`
    const locked = sql`
        with monitors as materialized (
          select id from monitor where ${ofAccount} and deleted_at is null order by id for no key update
        ), tags as materialized (
          select id from tag where ${ofAccount} order by id for no key update
        ), channels as materialized (
          select id from alert_channel where ${ofAccount} order by id for no key update
        ), routes as materialized (
          select id from alert_route where ${ofAccount} order by id for no key update
        ), windows as materialized (
          select id from maintenance_window where ${ofAccount} and deleted_at is null order by id for no key update
        ), pages as materialized (
          select id from status_page where ${ofAccount} order by id for no key update
        )
        select (select count(*) from monitors), (select count(*) from tags), (select count(*) from channels),
          (select count(*) from routes), (select count(*) from windows), (select count(*) from pages)`
    return Effect.asVoid(survivingDeadlocks(sql.withTransaction(locked)))
  })
