import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"
import { archive } from "./archive.ts"

/**
 * The shortest time between two exports of an account, in minutes. The interval is long, because an export reads all
 * data of the account.
 */
export const EXPORT_MINUTES = 10

/** Exports of accounts. */
export class AccountExports extends Context.Service<AccountExports>()("@mon/core-store/AccountExports", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * Records that an export of the account begins. Returns false if another export began less than
     * {@link EXPORT_MINUTES} ago.
     */
    begin: operation("AccountExports.begin", function* (accountKey: string) {
      const rows = yield* sql`
            update account set exported_at = mon_now() where id = ${accountKey}::bigint
              and coalesce(exported_at <= mon_now() - ${EXPORT_MINUTES}::int * interval '1 minute', true) returning 1`
      return rows.length > 0
    }),
    /**
     * Makes a tar archive, compressed with gzip. The archive contains the rows of the account as JSON Lines, its
     * images, and a description, but no secrets. The data is read while the archive is sent, in parts of about a
     * megabyte. An archive without `complete.json` is incomplete.
     */
    archive: archive(sql)
  }))
}) {
  static readonly layer = Layer.effect(AccountExports, AccountExports.make)
}
