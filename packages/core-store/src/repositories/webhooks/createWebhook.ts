import { isPublicId } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { CreateWebhookResult, Webhooks } from "./Webhooks.ts"
import { selectWebhooks, toWebhook, type WebhookRow } from "./WebhookRow.ts"
import { holdMembership } from "../access/holdMembership.ts"
import { visibleDomains } from "../monitors/visibleMonitors.ts"

export const createWebhook = (sql: SqlClient.SqlClient): Webhooks["Service"]["create"] =>
  Effect.fn("Webhooks.create")(
    function* (scope, { domainId, events, id, label, secret, url }, limit) {
      if (!isPublicId(domainId)) return { _tag: "NoDomain" } satisfies CreateWebhookResult
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          if (!(yield* holdMembership(sql, scope))) return { _tag: "NoDomain" } satisfies CreateWebhookResult
          // The monitor's row is the lock that enforces the limit under concurrent creates.
          const [monitor] = yield* sql<{ id: string }>`
        select m.id::text from monitor m where ${visibleDomains(sql, scope)} and m.public_id = ${domainId}::uuid for no key update`
          if (monitor === undefined) return { _tag: "NoDomain" } satisfies CreateWebhookResult
          const [counted] = yield* sql<{ used: number }>`
        select count(*)::int as used from webhook where monitor_id = ${monitor.id}::bigint`
          if (counted !== undefined && counted.used >= limit)
            return { _tag: "LimitReached" } satisfies CreateWebhookResult
          yield* sql`
        insert into webhook (public_id, account_id, monitor_id, url, label, events, secret, added_by)
        values (${id}::uuid, ${scope.accountKey}::bigint, ${monitor.id}::bigint, ${url}, ${label},
          array(select jsonb_array_elements_text(${JSON.stringify(events)}::text::jsonb)), ${secret},
          ${scope.membershipKey}::bigint)`
          const [row] = yield* sql<WebhookRow>`${selectWebhooks(sql, scope)} and w.public_id = ${id}::uuid`
          if (row === undefined) return yield* Effect.die(new Error("Inserting a webhook returned no row."))
          return { _tag: "Created", webhook: toWebhook(row) } satisfies CreateWebhookResult
        })
      )
    },
    Effect.mapError(storeError("Webhooks.create"))
  )
