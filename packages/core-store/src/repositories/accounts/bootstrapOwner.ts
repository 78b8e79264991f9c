import type { PlanName } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { Accounts } from "./Accounts.ts"
import { issueApiKey, storeApiKey } from "../apiKeys/issueApiKey.ts"

/** The first account of a service, as configured. */
export interface Bootstrap {
  readonly email: string
  readonly plan: PlanName
  /** A fixed key instead of a random one; the configuration has verified its format and check characters. */
  readonly apiKey: Redacted.Redacted | null
}

const FIRST_KEY = "First key"

/** Advisory lock: an arbitrary number, the same in all processes, so that only one of them bootstraps. */
const bootstrapLock = 7_310_011

/**
 * Creates the first account and its key in an empty database; null when there already are accounts. Safe when several
 * processes start at once.
 */
export const bootstrapOwner = operation("bootstrapOwner", function* (bootstrap: Bootstrap) {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* Accounts
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${bootstrapLock})`
      const [{ n } = { n: 0 }] = yield* sql<{ n: number }>`select count(*)::int as n from account`
      if (n > 0) return null
      const account = yield* accounts.create({ email: bootstrap.email, name: null, plan: bootstrap.plan })
      if (account === null) return null
      const issued =
        bootstrap.apiKey === null
          ? yield* issueApiKey(account.membershipId, { name: FIRST_KEY })
          : yield* storeApiKey(account.membershipId, bootstrap.apiKey, { name: FIRST_KEY })
      return issued === null ? null : { account, key: issued.key }
    })
  )
})
