import { domainStateCodes, hasFailed, hasIncidents } from "./MonitorCodes.ts"

/** The length up to which a chain of monitors without a verdict is followed. */
const LONGEST_CHAIN = 10

/**
 * The number of failures at which an error of a page is not confirmed yet, although a manual check may already show it.
 */
const UNCONFIRMED_FAILURES = 1

/** SQL for the monitors `parent` that a monitor depends on and that are not deleted, with their schedules `ps`. */
const parentsOf = (child: string): string => `
  unnest(${child}.depends_on) as link (id)
    join monitor parent on parent.public_id = link.id::uuid and parent.account_id = ${child}.account_id
      and parent.deleted_at is null
    join monitor_schedule ps on ps.monitor_id = parent.id`

const IS_DOWN = `(parent.paused_at is null and ${hasFailed("parent", "ps")}
    and (${hasIncidents("parent")} or ps.failures <> ${UNCONFIRMED_FAILURES}))`

const HAS_VERDICT = `(parent.paused_at is null and ps.state <> ${domainStateCodes.unknown})`

/**
 * SQL for the key of a monitor that is down and on which another monitor depends, or null. `key` is the SQL for the key
 * of the dependent monitor. If a parent has no state, for example because the parent is paused, the states of the
 * parent's own parents count instead.
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
 * SQL for whether a parent may turn out to be down: the parent was not checked since the time `since`, or its last
 * check failed and the failure is not confirmed. A parent whose requests may change something is never checked ahead of
 * its interval, so for such a parent only an unconfirmed failure counts.
 */
export const isParentInQuestion = (key: string, since: string): string => `exists (
  select from monitor child cross join ${parentsOf("child")}
  where child.id = ${key} and cardinality(child.depends_on) > 0 and ${HAS_VERDICT} and not ${IS_DOWN}
    and (ps.failures > 0 or (not ps.is_unsafe and coalesce(ps.last_checked_at, '-infinity') < ${since})))`

/** SQL for the time at which the state of any parent of a monitor last changed. Null if the monitor has no parent. */
export const parentChangedAt = (key: string): string => `(
  select max(greatest(ps.status_changed_at, parent.paused_at))
  from monitor child cross join ${parentsOf("child")} where child.id = ${key})`

/**
 * The statement that makes the parents of monitors due immediately if the monitors' checks failed for the first time
 * after a success. A parent therefore has a verdict about as early as its children. $1 contains the keys of the
 * monitors as a JSON list.
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
