import { domainStateCodes, hasFailed, hasIncidents } from "./MonitorCodes.ts"

/** A chain of monitors without a verdict is followed this far. */
const LONGEST_CHAIN = 10

/** An error of a page counts once it is confirmed, but a manual check shows it at once. */
const UNCONFIRMED_FAILURES = 1

/** SQL for the live monitors `parent` that a monitor depends on, with their schedules `ps`. */
const parentsOf = (child: string): string => `
  unnest(${child}.depends_on) as link (id)
    join monitor parent on parent.public_id = link.id::uuid and parent.account_id = ${child}.account_id
      and parent.deleted_at is null
    join monitor_schedule ps on ps.monitor_id = parent.id`

const IS_DOWN = `(parent.paused_at is null and ${hasFailed("parent", "ps")}
    and (${hasIncidents("parent")} or ps.failures <> ${UNCONFIRMED_FAILURES}))`

const HAS_VERDICT = `(parent.paused_at is null and ps.state <> ${domainStateCodes.unknown})`

/**
 * SQL for the key of a monitor that is down and that a monitor (by the SQL of its key) depends on, or null. The own
 * state of a parent counts. Only where it has none, such as a paused parent, its own parents count.
 */
export const downParent = (key: string): string => `(
  with recursive chain (id, is_down, has_verdict, depth) as (
    select parent.id, ${IS_DOWN}, ${HAS_VERDICT}, 1
    from monitor child cross join ${parentsOf("child")}
    where child.id = ${key} and cardinality(child.depends_on) > 0
    union all
    select parent.id, ${IS_DOWN}, ${HAS_VERDICT}, chain.depth + 1
    from chain join monitor child on child.id = chain.id cross join ${parentsOf("child")}
    where not chain.has_verdict and chain.depth < ${LONGEST_CHAIN}
  )
  select id from chain where is_down order by depth, id limit 1)`

/**
 * SQL for whether a parent may turn out to be down: it has not been checked since a time, or its last check failed and
 * is not confirmed. A parent whose requests may change something is not checked earlier than its interval.
 */
export const isParentInQuestion = (key: string, since: string): string => `exists (
  select from monitor child cross join ${parentsOf("child")}
  where child.id = ${key} and cardinality(child.depends_on) > 0 and ${HAS_VERDICT} and not ${IS_DOWN}
    and (ps.failures > 0 or (not ps.is_unsafe and coalesce(ps.last_checked_at, '-infinity') < ${since})))`

/** SQL for when the state of a parent changed last, or null if the monitor has none. */
export const parentChangedAt = (key: string): string => `(
  select max(greatest(ps.status_changed_at, parent.paused_at))
  from monitor child cross join ${parentsOf("child")} where child.id = ${key})`

/**
 * The statement that makes parents due at once: those of monitors whose first check after a success failed. So a parent
 * has a verdict about as early as its children. $1 the keys of the monitors as a JSON list.
 */
export const checkParents = `
  update monitor_schedule s set next_at = mon_now()
  where s.monitor_id in (
    select ps.monitor_id
    from monitor child join monitor_schedule cs on cs.monitor_id = child.id
    cross join ${parentsOf("child")}
    where child.id in (select jsonb_array_elements_text($1::text::jsonb)::bigint) and cardinality(child.depends_on) > 0
      and parent.paused_at is null and not ${IS_DOWN} and not ps.is_unsafe
      and ps.next_at > mon_now() and coalesce(ps.lease_until <= mon_now(), true)
      and coalesce(ps.last_checked_at, '-infinity') < coalesce(cs.streak_started_at, cs.last_checked_at)
    for update of ps skip locked)`
