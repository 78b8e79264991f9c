import type { DownParent } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"

/** The parent that suppressed the notification `n`, as a column. */
export interface DownParentRow {
  readonly suppressed_by: DownParent | null
}

/** The column of {@link DownParentRow}. Members do not learn of monitors that are not shared with them. */
export const suppressedBy = (sql: SqlClient.SqlClient, { membershipKey, role }: AccessScope) =>
  sql`(
    select jsonb_build_object('id', p.public_id, 'name', p.name)
    from parent_suppression ps join monitor p on p.id = ps.parent_id
    where ps.notification_id = n.id and n.status = 'suppressed' and (${role === "owner"}::boolean or exists (
      select from monitor_access ma where ma.membership_id = ${membershipKey}::bigint and ma.monitor_id = p.id))
  ) as suppressed_by`
