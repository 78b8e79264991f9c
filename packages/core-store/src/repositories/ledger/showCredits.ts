import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { CreditTransaction, Ledger } from "./Ledger.ts"
import { postEntriesIfDue } from "./postDueEntries.ts"

const transactionsShown = 50

export const showCredits = (sql: SqlClient.SqlClient): Ledger["Service"]["show"] =>
  operation("Ledger.show", function* (accountKey) {
    yield* postEntriesIfDue(sql, accountKey)
    // One statement, so that balance and transactions are consistent.
    const rows = yield* sql<CreditTransaction & { readonly balance: number; readonly renewsAt: Date | null }>`
      with usage as (
        select coalesce((select sum(amount) from credit_transaction where account_id = ${accountKey}::bigint), 0)::int
            as balance,
          (select max(expires_at) from credit_lot
            where account_id = ${accountKey}::bigint and kind = 'annual' and not closed) as renews_at
      )
      select usage.balance, usage.renews_at as "renewsAt", t.public_id as id, t.amount, t.type, t.description,
        t.job_id as "jobId", t.created_at as "createdAt"
      from usage left join lateral (
        select * from credit_transaction where account_id = ${accountKey}::bigint order by id desc limit ${transactionsShown}
      ) t on true
      order by t.id desc`
    const [first] = rows
    return {
      balance: first?.balance ?? 0,
      renewsAt: first?.renewsAt ?? null,
      transactions: rows
        .filter((row) => row.id !== null)
        .map(({ amount, createdAt, description, id, jobId, type }) => ({
          id,
          amount,
          type,
          description,
          jobId,
          createdAt
        }))
    }
  })
