import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Roles of members. Existing members become editors: what they may do does not change.
 *
 * Programs of the previous release do not know roles. For them, an admin has only what is shared, and a viewer may
 * change what is shared with write access.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`lock table membership, team_invite in access exclusive mode`

  yield* sql`
    alter table membership add column member_role text not null default 'editor'
      check (member_role in ('viewer', 'editor', 'admin'))`
  yield* sql`
    alter table team_invite add column member_role text not null default 'editor'
      check (member_role in ('viewer', 'editor', 'admin'))`
  yield* sql`
    create trigger signal_member_role after update of member_role on membership
    for each row when (old.member_role is distinct from new.member_role) execute function signal_user()`

  // What members may see and change, one row at most for a member and a monitor. Owners are not in it.
  yield* sql`
    create view monitor_access as
    select ms.id as membership_id, da.monitor_id, da.can_write and ms.member_role = 'editor' as can_write
    from membership ms join domain_access da on da.membership_id = ms.id
    where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
    union all
    select ms.id, m.id, true
    from membership ms join monitor m on m.account_id = ms.account_id
    where ms.role = 'member' and ms.removed_at is null and ms.member_role = 'admin'`

  yield* compatibleSince(12)
})
