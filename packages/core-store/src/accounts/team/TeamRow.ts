import {
  type InviteStatus,
  type MemberRole,
  type MonitorKind,
  monitorKindNames,
  type SharedMonitors,
  type TagAccess,
  type TeamMember
} from "@mon/model"
import type * as SqlClient from "effect/sql/SqlClient"
import { isOfKind } from "../../monitors/statements/MonitorCodes.ts"

export interface TeamRow {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly status: InviteStatus
  readonly member_role: MemberRole
  readonly shared: SharedMonitors
  readonly tag_access: ReadonlyArray<TagAccess>
  readonly invited_at: Date
  readonly expires_at: Date | null
  readonly accepted_at: Date | null
}

const iso = (date: Date | null): string | null => (date === null ? null : date.toISOString())

export const toTeamMember = (row: TeamRow): TeamMember => ({
  membershipId: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  memberRole: row.member_role,
  ...row.shared,
  tagAccess: row.tag_access,
  invitedAt: row.invited_at.toISOString(),
  expiresAt: iso(row.expires_at),
  acceptedAt: iso(row.accepted_at)
})

/**
 * SQL for the monitors of a kind that the rows `a` of the table `table` share. `owner` is the condition on the rows
 * `a`.
 */
const sharedIn = (table: string, owner: string, account: string, kind: MonitorKind) => `coalesce((
        select jsonb_agg(jsonb_build_object('${kind}Id', m.public_id, 'canWrite', a.can_write) order by m.id)
        from ${table} a join monitor m on m.id = a.monitor_id
        where ${owner} and m.account_id = ${account} and ${isOfKind("m", kind)} and m.deleted_at is null
      ), '[]')`

/**
 * SQL for the monitors and tags that are shared with a member or an invite. `owner` is the name of the key column of
 * the member or invite, and the SQL for the key. `domains` is the table of the shared domains.
 */
const monitorsAndTags = (
  sql: SqlClient.SqlClient,
  owner: readonly [string, string],
  domains: string,
  account: string
) => {
  const ownerIs = `a.${owner[0]} = ${owner[1]}`
  return sql.literal(`
      jsonb_build_object(${monitorKindNames
        .map(
          (kind) => `'${kind}Access', ${sharedIn(kind === "domain" ? domains : "url_access", ownerIs, account, kind)}`
        )
        .join(", ")}) as shared,
      coalesce((
        select jsonb_agg(jsonb_build_object('tagId', t.public_id, 'canWrite', a.can_write) order by t.sort_order, t.id)
        from tag_access a join tag t on t.id = a.tag_id
        where ${ownerIs} and t.account_id = ${account}
      ), '[]') as tag_access`)
}

/** SQL for the members of an account. Leaves out access to deleted monitors. */
const members = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql`
    select ms.public_id as id, u.email, u.name, 'accepted' as status, ms.member_role,
      ${monitorsAndTags(sql, ["membership_id", "ms.id"], "domain_access", "ms.account_id")},
      coalesce(i.invited_at, ms.created_at) as invited_at, null::timestamptz as expires_at, ms.created_at as accepted_at
    from membership ms
    join app_user u on u.id = ms.user_id
    left join team_invite i on i.membership_id = ms.id
    where ms.account_id = ${accountKey}::bigint and ms.role = 'member' and ms.removed_at is null`

const invites = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql`
    select i.public_id as id, i.email, null::text as name,
      case when i.expires_at <= mon_now() then 'expired' else 'pending' end as status, i.member_role,
      ${monitorsAndTags(sql, ["invite_id", "i.id"], "invite_access", "i.account_id")},
      i.invited_at, i.expires_at, null::timestamptz as accepted_at
    from team_invite i
    where i.account_id = ${accountKey}::bigint and i.accepted_at is null and i.removed_at is null`

export const selectTeam = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql<TeamRow>`select * from (${members(sql, accountKey)} union all ${invites(sql, accountKey)}) team order by invited_at, id`

export const selectTeamMember = (sql: SqlClient.SqlClient, accountKey: string, id: string) =>
  sql<TeamRow>`
    select * from (${members(sql, accountKey)} union all ${invites(sql, accountKey)}) team where id = ${id}::uuid`

/** The lock on the account's row keeps concurrent calls from exceeding the number of seats. */
export const lockAccount = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql`select 1 from account where id = ${accountKey}::bigint for no key update`

/** An expired invite uses no seat. */
export const seatsTaken = (sql: SqlClient.SqlClient, accountKey: string) =>
  sql<{ readonly seats: number }>`
    select (
      (select count(*) from membership where account_id = ${accountKey}::bigint and role = 'member' and removed_at is null)
      + (select count(*) from team_invite where account_id = ${accountKey}::bigint and accepted_at is null
          and removed_at is null and expires_at > mon_now())
    )::int as seats`
