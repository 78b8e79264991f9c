import { domainStateCodes, isOfKind } from "./MonitorCodes.ts"

/** The number of an account's monitors that must fail from one cause before the cause counts as shared. */
export const SHARED_FROM = 5

/** The number of minutes within which failures must begin to count as having one cause. */
export const SHARED_MINUTES = 10

/** The maximum number of monitors of one network that the statement makes due at once. */
const CHECKED_AT_ONCE = 500

/**
 * SQL for the network of an address: the smallest network that a provider announces (RFC 4271 practice: /24 and /48).
 */
export const networkOf = (address: string): string =>
  `network(set_masklen(${address}, case family(${address}) when 4 then 24 else 48 end))`

/** SQL for whether an address is in a network. The condition can use an index on the address. */
export const isInNetwork = (address: string, network: string): string =>
  `${address} between ${network} and set_masklen(broadcast(${network}), case family(${network}) when 4 then 32 else 128 end)`

/** SQL for whether a domain with the schedule `s` fails, but not with a DNS error, and is not confirmed to be down. */
export const isFailing = `(s.state <> ${domainStateCodes.down} and s.streak_started_at is not null
    and coalesce(s.streak_error_code, '') not like 'dns\\_%')`

/** SQL for whether the monitor `m` is a domain that is neither deleted nor paused. */
export const isLiveDomain = `${isOfKind("m", "domain")} and m.deleted_at is null and m.paused_at is null`

/**
 * The statement that makes monitors due immediately if other monitors in their network fail. The checks of these
 * monitors show how many monitors fail before the first failure is confirmed. At first, the statement makes only a few
 * monitors due. Once enough of these monitors fail to count as having a shared cause, the statement makes up to {@link
 * CHECKED_AT_ONCE} monitors due. $1 contains the keys of monitors whose check failed, as a JSON list.
 */
export const checkNeighbours = `
  with failed as materialized (
    select m.account_id, ${networkOf("s.last_address")} as network, max(s.last_address) as address,
      min(coalesce(s.streak_started_at, s.last_checked_at)) as since
    from monitor_schedule s join monitor m on m.id = s.monitor_id
    where s.monitor_id in (select jsonb_array_elements_text($1::text::jsonb)::bigint) and ${isFailing}
      and s.last_address is not null
    group by m.account_id, ${networkOf("s.last_address")}
  ), counted as materialized (
    select f.*, (select count(*) from monitor_schedule s join monitor m on m.id = s.monitor_id
      where ${isInNetwork("s.last_address", "f.network")} and m.account_id = f.account_id and ${isLiveDomain}
        and (${isFailing} or (s.state = ${domainStateCodes.down}
          and s.status_changed_at > f.since - interval '${SHARED_MINUTES} minutes'))) as failing
    from failed f
  )
  update monitor_schedule u set next_at = mon_now()
  where u.monitor_id in (
    select s.monitor_id
    from counted c cross join lateral (
      select s.monitor_id from monitor_schedule s join monitor m on m.id = s.monitor_id
      where ${isInNetwork("s.last_address", "c.network")} and m.account_id = c.account_id and ${isLiveDomain}
        and s.state = ${domainStateCodes.up} and s.streak_started_at is null and not s.is_unsafe
        and s.next_at > mon_now() and coalesce(s.lease_until <= mon_now(), true)
        and coalesce(s.last_checked_at, '-infinity') < c.since
      order by s.last_address <> c.address, s.monitor_id
      limit case when c.failing < ${SHARED_FROM} then ${SHARED_FROM} else ${CHECKED_AT_ONCE} end
    ) near join monitor_schedule s on s.monitor_id = near.monitor_id
    for update of s skip locked)`
