import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { factMonitorSql, insertFacts } from "../facts/writeFacts.ts"

/** Days before a registration expires at which an alert is sent. */
const THRESHOLD_DAYS = [60, 30, 14, 7, 3, 1]

/** RDAP and WHOIS may give different times of the same day: such a difference is no renewal. */
const SAME_DATE = "interval '1 day'"

/**
 * Copies stored registrations to their monitors (those of `condition`, over `w`), and announces thresholds that were
 * reached.
 */
const copyStatement = (condition: string) => `
with watched as materialized (
  select m.id, m.account_id, m.public_id, m.name, m.url, m.paused_at is null as can_be_announced, r.domain, r.registration, r.checked_at,
    r.registration ->> 'expiresAt' as expires_text, (r.registration ->> 'expiresAt')::timestamptz as expires_at,
    w.announced_expiry, w.announced_days
  from monitor_registration w
  join registration r on r.domain = w.domain and r.registration is not null
  join monitor m on m.id = w.monitor_id and m.deleted_at is null
  where ${condition}
  order by w.monitor_id
  for update of w
),
reached as materialized (
  select *, (abs(extract(epoch from expires_at - announced_expiry)) < extract(epoch from ${SAME_DATE})) is true as is_same,
    (select min(t) from unnest('{${THRESHOLD_DAYS.join(",")}}'::int[]) t where expires_at - mon_now() <= t * interval '1 day') as threshold
  from watched
),
due as materialized (
  select *, can_be_announced and threshold < case when is_same then coalesce(announced_days, 32767) else 32767 end as is_due from reached
),
new_facts as (
  select mon_uuidv7() as public_id, d.account_id, 'domain_expiring' as kind, d.id as monitor_id, null::bigint as incident_id,
    jsonb_build_object('monitor', ${factMonitorSql("d")}, 'registeredName', d.domain, 'expiresAt', mon_iso(d.expires_at),
      'daysRemaining', floor(extract(epoch from d.expires_at - mon_now()) / 86400)::int,
      'registrar', d.registration ->> 'registrar', 'thresholdDays', d.threshold) as data
  from due d where d.is_due
),
notified as (
  ${insertFacts("new_facts", ["domain_expiring"])}
),
announced as (
  update monitor_registration w set announced_expiry = d.expires_at,
    announced_days = case when d.is_same then least(d.announced_days, d.threshold) else d.threshold end
  from due d
  where w.monitor_id = d.id and d.can_be_announced and d.expires_at is not null
    and (d.is_same is false or d.threshold < coalesce(d.announced_days, 32767))
)
insert into monitor_facts (monitor_id, domain_expiry)
select d.id, jsonb_build_object('expiresAt', d.expires_text, 'registrar', d.registration ->> 'registrar',
  'source', d.registration ->> 'source', 'statuses', d.registration -> 'statuses', 'checkedAt', mon_iso(d.checked_at))
from due d
on conflict (monitor_id) do update set domain_expiry = excluded.domain_expiry
where monitor_facts.domain_expiry is distinct from excluded.domain_expiry`

const ofDomain = copyStatement("w.domain = $1")
const ofMonitors = copyStatement("w.monitor_id in (select jsonb_array_elements_text($1::text::jsonb)::bigint)")

export const copyToMonitorsOfDomain = (sql: SqlClient.SqlClient, domain: string) =>
  Effect.asVoid(sql.unsafe(ofDomain, [domain]))

export const copyToMonitors = (sql: SqlClient.SqlClient, monitorKeys: ReadonlyArray<string>) =>
  Effect.asVoid(sql.unsafe(ofMonitors, [JSON.stringify(monitorKeys)]))
