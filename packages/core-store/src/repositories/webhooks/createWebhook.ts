import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { holdMembership } from "../access/holdMembership.ts"
import { visibleMonitors } from "../monitors/visibleMonitors.ts"
import type { CreateWebhookResult, Webhooks, WebhookSource } from "./Webhooks.ts"
import { selectWebhooks, toWebhook, type WebhookRow } from "./WebhookRow.ts"

interface Locked {
  /** The internal key of the monitor; null: of all monitors. */
  readonly key: string | null
}

/** Locks the row of the monitor or of the account, which enforces the limit under concurrent creates. */
const lockSource = (sql: SqlClient.SqlClient, scope: AccessScope, source: WebhookSource) =>
  source.scope === "account"
    ? sql<Locked>`select null as key from account where id = ${scope.accountKey}::bigint for no key update`
    : sql<Locked>`
        select m.id::text as key from monitor m
        where ${visibleMonitors(sql, scope, source.scope)} and m.public_id = ${source.id}::uuid for no key update`

export const createWebhook = (sql: SqlClient.SqlClient): Webhooks["Service"]["create"] =>
  operation("Webhooks.create", function* (scope, { events, id, label, secret, source, url }, limit) {
    const none = { _tag: "NoMonitor" } satisfies CreateWebhookResult
    if (source.scope !== "account" && !isPublicId(source.id)) return none
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        if (!(yield* holdMembership(sql, scope))) return none
        const [locked] = yield* lockSource(sql, scope, source)
        if (locked === undefined) return none
        const [counted] = yield* sql<{ used: number }>`
        select count(*)::int as used from webhook
        where account_id = ${scope.accountKey}::bigint and monitor_id is not distinct from ${locked.key}::bigint`
        if (counted !== undefined && counted.used >= limit)
          return { _tag: "LimitReached" } satisfies CreateWebhookResult
        yield* sql`
        insert into webhook (public_id, account_id, monitor_id, url, label, events, secret, added_by)
        values (${id}::uuid, ${scope.accountKey}::bigint, ${locked.key}::bigint, ${url}, ${label},
          array(select jsonb_array_elements_text(${JSON.stringify(events)}::text::jsonb)), ${secret},
          ${scope.membershipKey}::bigint)`
        const [row] = yield* sql<WebhookRow>`${selectWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
        if (row === undefined) return yield* Effect.die(new Error("Inserting a webhook returned no row."))
        return { _tag: "Created", webhook: toWebhook(row) } satisfies CreateWebhookResult
      })
    )
  })
