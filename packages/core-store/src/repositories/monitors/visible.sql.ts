/**
 * The monitors that a caller can see, as a common table expression: the owner sees all, a member those that are shared
 * with it.
 * $1 is the account, $2 the membership, $3 whether the caller is the owner.
 */
export const VISIBLE = `
  visible as materialized (
    select m.id, m.public_id, m.kind, m.name, m.url, m.paused_at, m.email_health_enabled, 'owner' as access
    from monitor m where $3::boolean and m.account_id = $1::bigint and m.deleted_at is null
    union all
    select m.id, m.public_id, m.kind, m.name, m.url, m.paused_at, m.email_health_enabled, case when ma.can_write then 'write' else 'read' end
    from monitor_access ma join monitor m on m.id = ma.monitor_id
    where not $3::boolean and ma.membership_id = $2::bigint
      and m.account_id = $1::bigint and m.deleted_at is null
  )`
