import type * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes, type MonitorKind } from "./MonitorCodes.ts"

/** Domains that the caller can see: the owner all of the account, a member those shared with it. */
export const visibleDomains = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`m.account_id = ${scope.accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null`
    : sql`m.account_id = ${scope.accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.domain)} and m.deleted_at is null
        and exists (select 1 from domain_access da
          where da.membership_id = ${scope.membershipKey}::bigint and da.monitor_id = m.id)`

export const accessColumn = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  scope.role === "owner"
    ? sql`'owner' as access`
    : sql`(select case when da.can_write then 'write' else 'read' end from domain_access da
        where da.membership_id = ${scope.membershipKey}::bigint and da.monitor_id = m.id) as access`

/** URL monitors that the caller can see: all of the account for its owner, none for a member. */
export const visibleUrls = (sql: SqlClient.SqlClient, scope: AccessScope) =>
  sql`m.account_id = ${scope.accountKey}::bigint and m.kind = ${codeLiteral(sql, kindCodes.url)} and m.deleted_at is null
    and ${scope.role === "owner"}::boolean`

/** Monitors of a kind that the caller can see. */
export const visibleMonitors = (sql: SqlClient.SqlClient, scope: AccessScope, kind: MonitorKind) =>
  kind === "domain" ? visibleDomains(sql, scope) : visibleUrls(sql, scope)
