import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince, type Migrations } from "../migrate.ts"
import { from0039to0058 } from "./from0039to0058.ts"
import { from0059to0078 } from "./from0059to0078.ts"
import { from0079to0094 } from "./from0079to0094.ts"
import { accountsAndMonitors } from "./schemaOf0038/accountsAndMonitors.ts"
import { alertsAndStatusPages } from "./schemaOf0038/alertsAndStatusPages.ts"
import { functions } from "./schemaOf0038/functions.ts"
import { triggers } from "./schemaOf0038/triggers.ts"

const texts: Readonly<Record<string, string>> = {
  // This text runs only when a backup is restored. A live database without this migration is refused as too old.
  "0038_status_subscribers": [accountsAndMonitors, alertsAndStatusPages, functions, triggers].join(""),
  ...from0039to0058,
  ...from0059to0078,
  ...from0079to0094
}

const run = (text: string) =>
  Effect.gen(function* () {
    yield* (yield* SqlClient.SqlClient).unsafe(text)
    yield* compatibleSince(38)
  })

/**
 * The migrations that bring databases and backups of earlier commits, from 8a3e5cd7 on, to the baseline. Their texts
 * leave out functions that a later migration replaces.
 *
 * Remove them after the first release: delete this folder, and its imports in `../index.ts`.
 */
export const earlier: Migrations = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, run(text)]))

/**
 * Returns the baseline for databases that may have the earlier migrations. In such a database, the earlier migrations
 * have already created the same schema.
 */
export const unlessEarlier = (baseline: Migrations[string]): Migrations[string] =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql`select from mon_migrations where migration_id < 95 limit 1`
    if (found === undefined) return yield* baseline
    // These constraints were added without checking existing rows, but all rows satisfy them.
    yield* sql`alter table notification_delivery validate constraint notification_delivery_channel_check`
    yield* sql`alter table monitor_change validate constraint monitor_change_kind_check`
    yield* compatibleSince(38)
  })
