import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { archive } from "./archive.ts"

/** An account can be exported once in this time, because an export reads everything. */
export const EXPORT_MINUTES = 10

/** Exports of accounts. */
export class AccountExports extends Context.Service<AccountExports>()("@mon/core-store/AccountExports", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Notes that an export of the account begins. False: another one began a moment ago. */
    begin: operation("AccountExports.begin", function* (accountKey: string) {
      const rows = yield* sql`
            update account set exported_at = mon_now() where id = ${accountKey}::bigint
              and coalesce(exported_at <= mon_now() - ${EXPORT_MINUTES}::int * interval '1 minute', true) returning 1`
      return rows.length > 0
    }),
    /**
     * A tar archive, compressed with gzip: the rows of the account as JSON Lines, its images, and a description. It is
     * read while it is sent, in parts of about a megabyte, and has no secrets. An archive without `complete.json` is
     * incomplete.
     */
    archive: archive(sql)
  }))
}) {
  static readonly layer = Layer.effect(AccountExports, AccountExports.make)
}
