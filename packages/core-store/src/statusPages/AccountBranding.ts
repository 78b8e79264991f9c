import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { StoredLogo } from "./pages/PageLayout.ts"

/** The name and logo of an account's workspace. */
export interface StoredBranding {
  readonly name: string | null
  readonly logo: StoredLogo | null
}

/** The account whose branding is read: by its internal key, as in an access scope, or by its public id. */
export type BrandedAccount = Pick<AccessScope, "accountKey"> | { readonly accountId: string }

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

const save = (sql: SqlClient.SqlClient) =>
  operation("AccountBranding.save", function* (scope: Pick<AccessScope, "accountKey">, patch: Partial<StoredBranding>) {
    const [row] = yield* sql<Row>`
        insert into account_branding as b (account_id, name, logo, logo_type, logo_width, logo_height)
        values (${scope.accountKey}::bigint, ${patch.name ?? null}::text, ${patch.logo?.bytes ?? null}::bytea,
          ${patch.logo?.contentType ?? null}::text, ${patch.logo?.width ?? null}::int, ${patch.logo?.height ?? null}::int)
        on conflict (account_id) do update set
          name = case when ${patch.name !== undefined}::boolean then excluded.name else b.name end,
          logo = case when ${patch.logo !== undefined}::boolean then excluded.logo else b.logo end,
          logo_type = case when ${patch.logo !== undefined}::boolean then excluded.logo_type else b.logo_type end,
          logo_width = case when ${patch.logo !== undefined}::boolean then excluded.logo_width else b.logo_width end,
          logo_height = case when ${patch.logo !== undefined}::boolean then excluded.logo_height else b.logo_height end,
          updated_at = mon_now()
        returning ${sql.literal(columns)}`
    return brandingOf(row)
  })

/** The name and the logo that an account shows in its emails, pages and reports. */
export class AccountBranding extends Context.Service<AccountBranding>()("@mon/core-store/AccountBranding", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Returns the branding. The name is null if the account has no name, and the logo is null if the account has no
     * logo. Both are null if there is no such account.
     */
    find: operation("AccountBranding.find", function* (account: BrandedAccount) {
      const [row] = yield* "accountKey" in account
        ? sql<Row>`
            select ${sql.literal(columns)} from account_branding b where b.account_id = ${account.accountKey}::bigint`
        : sql<Row>`
            select ${sql.literal(columns)} from account_branding b join account a on a.id = b.account_id
            where a.public_id = ${account.accountId}::uuid`
      return brandingOf(row)
    }),
    /** Saves a branding. Absent fields stay unchanged. */
    save: save(sql)
  }))
}) {
  static readonly layer = Layer.effect(AccountBranding, AccountBranding.make)
}
