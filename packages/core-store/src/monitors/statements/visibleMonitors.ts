import type { MonitorKind, Role } from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { isOfKind } from "./MonitorCodes.ts"

/**
 * SQL for whether the caller can see the monitor `m`, limited to one kind if `kind` is given. The owner sees all
 * monitors of the account. A member sees the monitors that are shared with the member, individually or through a tag.
 */
export const visibleMonitors = (sql: SqlClient.SqlClient, scope: AccessScope, kind?: MonitorKind) => {
  const ofKind = kind === undefined ? sql`` : sql`and ${sql.literal(isOfKind("m", kind))}`
  const own = sql`m.account_id = ${scope.accountKey}::bigint ${ofKind} and m.deleted_at is null`
  return scope.role === "owner"
    ? own
    : sql`${own} and exists (select 1 from monitor_access ma
        where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = m.id)`
}

export const visibleDomains = (sql: SqlClient.SqlClient, scope: AccessScope) => visibleMonitors(sql, scope, "domain")

/**
 * SQL for whether the monitor `m` is a domain that the caller may change. For members, the plan must also allow
 * changes.
 */
export const writableDomains = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? visibleDomains(sql, scope)
    : sql`${visibleDomains(sql, scope)} and exists (select 1 from monitor_access ma
        where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = m.id and ma.can_write)`

export const visiblePages = (sql: SqlClient.SqlClient, scope: AccessScope) => visibleMonitors(sql, scope, "url")

export const accessColumn = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`'owner' as access`
    : sql`(select case when ma.can_write then 'write' else 'read' end from monitor_access ma
        where ma.membership_id = ${scope.membershipKey}::bigint and ma.monitor_id = m.id) as access`

const shown = (access: string) => `
    select m.id, m.public_id, m.kind, m.name, m.url, m.paused_at, m.email_health_enabled, m.content_faults, ${access} as access`

/**
 * The monitors that a caller can see, as a common table expression. The owner sees all monitors. A member sees the
 * shared monitors. $1 is the account, and $2 the membership, which has no effect for an owner.
 */
export const VISIBLE: Readonly<Record<Role, string>> = {
  owner: `
  visible as materialized (${shown("'owner'")}
    from monitor m where m.account_id = $1::bigint and $2::bigint is not null and m.deleted_at is null
  )`,
  member: `
  visible as materialized (${shown("case when ma.can_write then 'write' else 'read' end")}
    from monitor_access ma join monitor m on m.id = ma.monitor_id
    where ma.membership_id = $2::bigint and m.account_id = $1::bigint and m.deleted_at is null
  )`
}
