import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Accounts that the operator suspends: nothing is checked, sent or shown, and nothing is deleted. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // suspended_at: also `paused_at` of the monitors that were paused with the account.
  yield* sql`alter table account add column suspended_at timestamptz`

  // What waits is suppressed, as when the owner pauses the alerts.
  yield* sql`
    create trigger suppress_when_suspended after update of suspended_at on account
    for each row when (old.suspended_at is null and new.suspended_at is not null)
    execute function suppress_paused_account()`

  // Event streams learn at once that their credentials do not count any more.
  yield* sql`
    create function signal_account() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.account_id = new.id and ms.removed_at is null;
      return null;
    end $$`
  yield* sql`
    create trigger signal_account after update of suspended_at, deletes_at, second_factor_required on account
    for each row when ((old.suspended_at, old.deletes_at, old.second_factor_required)
      is distinct from (new.suspended_at, new.deletes_at, new.second_factor_required))
    execute function signal_account()`

  yield* compatibleSince(12)
})
