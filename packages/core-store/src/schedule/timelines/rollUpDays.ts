import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import { codeLiteral, domainStateCodes, hasIncidents } from "../../monitors/statements/MonitorCodes.ts"
import { LN_GAMMA } from "../../monitors/RollUps.ts"

/** The longest timeline, in days. Older days are not rolled up. */
const LONGEST_DAYS = 90
/** The time within which a check is recorded. A day is rolled up only after this time. */
const RECORDED_WITHIN = "1 hour"
/** The number of the hour that stands for the whole day. */
export const WHOLE_DAY = 24

/** SQL for the bucket of an average in microseconds, or -1 if there is no average. */
const bucketOf = (average: string): string =>
  `coalesce(ceil(ln(greatest(avg(c.${average}), 1)) / ${LN_GAMMA})::smallint, -1::smallint)`

/** Several workers may roll up days at the same time, because each worker takes different monitors. */
export const rollUpDays = (sql: SqlClient.SqlClient) => {
  const up = codeLiteral(sql, domainStateCodes.up)
  const phases = sql.literal(["dns_us", "connect_us", "tls_us", "wait_us", "download_us"].map(bucketOf).join(", "))
  return operation("Timelines.rollUp", function* (atMost: number) {
    const [row] = yield* sql<{ n: number }>`
      with due as materialized (
        select s.monitor_id, coalesce(s.days_until, greatest((m.created_at at time zone 'UTC')::date, t.today - ${sql.literal(String(LONGEST_DAYS))})) as day
        from (select ((mon_now() - interval '${sql.literal(RECORDED_WITHIN)}') at time zone 'UTC')::date as today) t,
          monitor_schedule s join monitor m on m.id = s.monitor_id
        where ${sql.literal(hasIncidents("s"))} and m.deleted_at is null
          and coalesce(s.days_until, (m.created_at at time zone 'UTC')::date) < t.today
        limit ${atMost} for update of s skip locked
      ), span as materialized (
        select monitor_id, day, day::timestamp at time zone 'UTC' as starts, (day + 1)::timestamp at time zone 'UTC' as ends from due
      ), hourly as materialized (
        select h.monitor_id, extract(hour from h.hour at time zone 'UTC')::smallint as hour, h.checks, h.up, h.down, h.response
        from span join check_hour h on h.monitor_id = span.monitor_id and h.hour >= span.starts and h.hour < span.ends
        union all
        select s.monitor_id, extract(hour from s.hour_at at time zone 'UTC')::smallint, s.hour_checks, s.hour_up, s.hour_down,
          s.hour_response
        from span join monitor_schedule s on s.monitor_id = span.monitor_id and s.hour_at >= span.starts and s.hour_at < span.ends
      ), counted as materialized (
        select monitor_id, coalesce(hour, ${WHOLE_DAY}::smallint) as hour, least(sum(checks), 32767) as checks,
          least(sum(up), 32767) as up, least(sum(down), 32767) as down
        from hourly group by grouping sets ((monitor_id, hour), (monitor_id))
      ), percentiles as materialized (
        select monitor_id, coalesce(hour, ${WHOLE_DAY}::smallint) as hour,
          percentile_disc(array[0.5, 0.95, 0.99]) within group (order by bucket) as p
        from hourly, unnest(response) as bucket group by grouping sets ((monitor_id, hour), (monitor_id))
      ), phases as materialized (
        select c.monitor_id, coalesce(x.hour, ${WHOLE_DAY}::smallint) as hour, array[${phases}] as averages
        from span join check_history c
          on c.monitor_id = span.monitor_id and c.checked_at >= span.starts and c.checked_at < span.ends and c.verdict = ${up},
        lateral (select extract(hour from c.checked_at at time zone 'UTC')::smallint as hour) x
        group by grouping sets ((c.monitor_id, x.hour), (c.monitor_id))
      ), packed as (
        select c.monitor_id, c.hour, array[c.hour, c.checks, c.up, c.down]::smallint[]
          || coalesce(p.p, '{-1,-1,-1}')::smallint[] || coalesce(a.averages, '{-1,-1,-1,-1,-1}')::smallint[] as parts
        from counted c left join percentiles p using (monitor_id, hour) left join phases a using (monitor_id, hour)
      ), days as (
        insert into check_day (monitor_id, day, hours)
        select packed.monitor_id, span.day, array_agg(part order by packed.hour, place)
        from packed join span using (monitor_id), unnest(packed.parts) with ordinality as u(part, place)
        group by packed.monitor_id, span.day
        on conflict (monitor_id, day) do update set hours = excluded.hours
      ), done as (
        update monitor_schedule s set days_until = due.day + 1 from due where s.monitor_id = due.monitor_id returning 1
      )
      select count(*)::int as n from done`
    return row?.n ?? 0
  })
}
