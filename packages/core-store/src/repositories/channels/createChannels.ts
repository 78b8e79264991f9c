import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { holdMembership } from "../access/holdMembership.ts"
import type { AlertChannels, CreateChannelsResult } from "./AlertChannels.ts"
import { type ChannelRow, selectChannels, toChannels } from "./channelRow.ts"

export const createChannels = (sql: SqlClient.SqlClient): AlertChannels["Service"]["create"] =>
  operation("AlertChannels.create", function* (scope, drafts, limit) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        if (!(yield* holdMembership(sql, scope))) return { _tag: "NoMembership" } satisfies CreateChannelsResult
        // Enforces the limit under concurrent creates.
        yield* sql`select from account where id = ${scope.accountKey}::bigint for no key update`
        const [counted] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from alert_channel where account_id = ${scope.accountKey}::bigint`
        if ((counted?.used ?? 0) + drafts.length > limit) return { _tag: "LimitReached" } satisfies CreateChannelsResult
        for (const { id, inDefaultRoute, kind, name, quietHours, settings } of drafts)
          yield* sql`
              insert into alert_channel (public_id, account_id, kind, name, settings, shown, in_default_route, quiet_hours,
                added_by)
              values (${id}::uuid, ${scope.accountKey}::bigint, ${kind}, ${name}, ${settings.sealed},
                ${JSON.stringify(settings.shown)}::text::jsonb, ${inDefaultRoute},
                ${quietHours === null ? null : JSON.stringify(quietHours)}::text::jsonb, ${scope.membershipKey}::bigint)`
        const ids = JSON.stringify(drafts.map(({ id }) => id))
        const rows = yield* sql<ChannelRow>`
            ${selectChannels(sql, scope.accountKey)}
              and c.public_id::text in (select jsonb_array_elements_text(${ids}::text::jsonb)) order by c.id`
        return { _tag: "Created", channels: toChannels(rows) } satisfies CreateChannelsResult
      })
    )
  })
