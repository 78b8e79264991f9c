import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Owners whose account the operator has created. Nobody else owns an account before the address is confirmed, and only
 * somebody with a copied invitation link stays without a confirmation.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update app_user u set email_confirmed_at = u.created_at
    where u.email_confirmed_at is null and exists (
      select from membership ms where ms.user_id = u.id and ms.role = 'owner' and ms.removed_at is null)`
  yield* compatibleSince(12)
})
