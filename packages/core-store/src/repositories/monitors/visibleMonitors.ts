import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes, type MonitorKind } from "./MonitorCodes.ts"

/** The owner of the account sees all its domains, a member those shared with it. */
export const visibleDomains = (sql: SqlClient.SqlClient, viewer: AccessScope) =>
  viewer.role === "owner"
    ? sql`m.account_id = ${viewer.accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null`
    : sql`m.account_id = ${viewer.accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null
        and exists (select 1 from domain_access da
          where da.membership_id = ${viewer.membershipKey}::bigint and da.monitor_id = m.id)`

export const accessColumn = (sql: SqlClient.SqlClient, viewer: AccessScope) =>
  viewer.role === "owner"
    ? sql`'owner' as access`
    : sql`(select case when da.can_write then 'write' else 'read' end from domain_access da
        where da.membership_id = ${viewer.membershipKey}::bigint and da.monitor_id = m.id) as access`

/** URL monitors of the viewer's account that are not deleted; only its owner sees them. */
export const visibleUrls = (sql: SqlClient.SqlClient, viewer: AccessScope) =>
  sql`m.account_id = ${viewer.accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.url)} and m.deleted_at is null
    and ${viewer.role === "owner"}::boolean`

/** The monitors of a kind that a viewer sees. */
export const visibleMonitors = (sql: SqlClient.SqlClient, viewer: AccessScope, kind: MonitorKind) =>
  kind === "domain" ? visibleDomains(sql, viewer) : visibleUrls(sql, viewer)
