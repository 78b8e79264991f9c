import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { AccountBranding, type BrandedAccount, type StoredBranding } from "./AccountBranding.ts"

interface Row {
  readonly name: string | null
  readonly logo: Uint8Array | null
  readonly type: string | null
  readonly width: number | null
  readonly height: number | null
}

const NONE: StoredBranding = { name: null, logo: null }

const brandingOf = (row: Row | undefined): StoredBranding => {
  if (row === undefined) return NONE
  const { height, logo, name, type, width } = row
  return {
    name,
    logo:
      logo === null || type === null || width === null || height === null
        ? null
        : { bytes: logo, contentType: type, width, height }
  }
}

const columns = "b.name, b.logo, b.logo_type as type, b.logo_width as width, b.logo_height as height"

const find = (sql: SqlClient.SqlClient): AccountBranding["Service"]["find"] =>
  operation("AccountBranding.find", function* (account: BrandedAccount) {
    const [row] = yield* "accountKey" in account
      ? sql<Row>`
            select ${sql.literal(columns)} from account_branding b where b.account_id = ${account.accountKey}::bigint`
      : sql<Row>`
            select ${sql.literal(columns)} from account_branding b join account a on a.id = b.account_id
            where a.public_id = ${account.accountId}::uuid`
    return brandingOf(row)
  })

const save = (sql: SqlClient.SqlClient): AccountBranding["Service"]["save"] =>
  operation("AccountBranding.save", function* ({ accountKey }, { logo, name }) {
    const [row] = yield* sql<Row>`
        insert into account_branding as b (account_id, name, logo, logo_type, logo_width, logo_height)
        values (${accountKey}::bigint, ${name ?? null}::text, ${logo?.bytes ?? null}::bytea,
          ${logo?.contentType ?? null}::text, ${logo?.width ?? null}::int, ${logo?.height ?? null}::int)
        on conflict (account_id) do update set
          name = case when ${name !== undefined}::boolean then excluded.name else b.name end,
          logo = case when ${logo !== undefined}::boolean then excluded.logo else b.logo end,
          logo_type = case when ${logo !== undefined}::boolean then excluded.logo_type else b.logo_type end,
          logo_width = case when ${logo !== undefined}::boolean then excluded.logo_width else b.logo_width end,
          logo_height = case when ${logo !== undefined}::boolean then excluded.logo_height else b.logo_height end,
          updated_at = mon_now()
        returning ${sql.literal(columns)}`
    return brandingOf(row)
  })

/** {@link AccountBranding} over PostgreSQL. */
export const layerAccountBranding: Layer.Layer<AccountBranding, never, SqlClient.SqlClient> = Layer.effect(
  AccountBranding,
  Effect.map(SqlClient.SqlClient, (sql) => AccountBranding.of({ find: find(sql), save: save(sql) }))
)
