import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { AccountExports, EXPORT_MINUTES } from "./AccountExports.ts"
import { archive } from "./archive.ts"

/** {@link AccountExports} over PostgreSQL. */
export const layerAccountExports: Layer.Layer<AccountExports, never, SqlClient.SqlClient> = Layer.effect(
  AccountExports,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AccountExports.of({
      begin: operation("AccountExports.begin", function* (accountKey) {
        const rows = yield* sql`
            update account set exported_at = mon_now() where id = ${accountKey}::bigint
              and coalesce(exported_at <= mon_now() - ${EXPORT_MINUTES}::int * interval '1 minute', true) returning 1`
        return rows.length > 0
      }),
      archive: archive(sql)
    })
  )
)
