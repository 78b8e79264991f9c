import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Timelines } from "@mon/core-store"
import type { DemoSite } from "../internet/demoSites.ts"
import type { Outage } from "./outages.ts"

/** The interval between older checks, in minutes. Checks of the last day have the interval of their monitor. */
const OLDER_EVERY = 10
const RECENT_MINUTES = 1_440

/**
 * The time from the first failed check until a check confirms the incident, and from the first successful check until
 * the incident ends.
 */
const CONFIRMED_AFTER = "40 seconds"
const CLOSED_AFTER = "30 seconds"

const ROLL_UPS_AT_ONCE = 1_000

/** Creates temporary tables of the sites and the outages, with the keys of the monitors. */
const fillTables = (
  sql: SqlClient.SqlClient,
  sites: ReadonlyArray<DemoSite>,
  outages: ReadonlyArray<Outage>,
  days: number
) =>
  Effect.gen(function* () {
    yield* sql`
      create temporary table demo_site on commit drop as
      select m.id, m.public_id, m.account_id, m.name, m.url, r.delay_us,
        date_trunc('minute', mon_now()) as until, date_trunc('minute', mon_now()) - ${days}::int * interval '1 day' as since,
        m.id * 7 % 55 * interval '1 second' as phase
      from jsonb_to_recordset(${JSON.stringify(
        sites.map(({ delayMs, hostname }) => ({ hostname, delay_us: delayMs * 1_000 }))
      )}::text::jsonb) as r(hostname text, delay_us int) join monitor m on m.hostname = r.hostname and m.kind = 1`
    yield* sql`
      create temporary table demo_outage on commit drop as
      select s.id, r.code, r.message, r.status, s.until - r.began * interval '1 minute' + s.phase as began,
        s.until - r.ended * interval '1 minute' + s.phase as ended
      from jsonb_to_recordset(${JSON.stringify(
        outages.map(({ beganMinutesAgo, cause, endedMinutesAgo, hostname }) => ({
          hostname,
          began: beganMinutesAgo,
          ended: endedMinutesAgo,
          code: cause.code,
          message: cause.message,
          status: cause.statusCode
        }))
      )}::text::jsonb) as r(hostname text, began int, ended int, code text, message text, status smallint)
      join monitor m on m.hostname = r.hostname and m.kind = 1 join demo_site s on s.id = m.id`
  })

/** Adds the checks. Responses are slower in the afternoon than at night, and a few are very slow. */
const insertChecks = (sql: SqlClient.SqlClient, location: string) => sql`
  insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, dns_us, connect_us, tls_us,
    wait_us, download_us, location, error_code, error_message)
  select c.id, c.at, case when o.id is null then 1 else 2 end, case when o.id is null then 200 else o.status end,
    case when o.id is null then c.dns + c.connect + c.tls + c.wait + c.download end, case when o.id is null then c.dns end,
    case when o.id is null then c.connect end, case when o.id is null then c.tls end,
    case when o.id is null then c.wait end, case when o.id is null then c.download end, ${location}, o.code, o.message
  from (
    select s.id, t.at, (900 + 1600 * random())::int as dns, (400 + 700 * random())::int as connect,
      (3500 + 4000 * random())::int as tls, (250 + 600 * random())::int as download,
      (s.delay_us * (0.85 + 0.4 * random()) * (1 + 0.25 * sin((extract(hour from t.at at time zone 'UTC') - 8) * pi() / 12))
        * case when random() < 0.01 then 2.5 else 1 end)::int as wait
    from demo_site s cross join lateral (
      select at + s.phase as at from generate_series(s.since, s.until - ${RECENT_MINUTES}::int * interval '1 minute',
        ${OLDER_EVERY}::int * interval '1 minute') as at
      union
      select at + s.phase from generate_series(s.until - (${RECENT_MINUTES}::int - 1) * interval '1 minute',
        s.until - interval '1 minute', interval '1 minute') as at
      union
      select moment from demo_outage o, unnest(array[o.began, o.began + interval '20 seconds',
        o.began + interval '${sql.literal(CONFIRMED_AFTER)}', o.ended, o.ended + interval '${sql.literal(CLOSED_AFTER)}']) as moment
      where o.id = s.id and moment is not null
    ) t
  ) c left join demo_outage o on o.id = c.id and c.at >= o.began and c.at < coalesce(o.ended, 'infinity')
  on conflict do nothing`

// A response time is assigned to the same bucket as in the store's ResponseBucket.ts: a logarithm with a relative error
// of 1 %.
const insertHours = (sql: SqlClient.SqlClient) => sql`
  insert into check_hour (monitor_id, hour, checks, up, down, response)
  select monitor_id, date_bin('1 hour', checked_at, '2000-01-01 00:00:00Z'), count(*),
    count(*) filter (where verdict = 1), count(*) filter (where verdict = 2),
    coalesce(array_agg(ceil(ln(greatest(response_us, 1)) / ln(1.01 / 0.99))::smallint) filter (where verdict = 1), '{}')
  from check_history where monitor_id in (select id from demo_site) group by 1, 2`

/** Deletes the periods that the creation of the monitors has added, in which the state is unknown. */
const deletePeriods = (sql: SqlClient.SqlClient) =>
  sql`delete from status_period where monitor_id in (select id from demo_site)`

const insertPeriods = (sql: SqlClient.SqlClient) => sql`
  insert into status_period (monitor_id, since, state)
  select id, since, 1 from demo_site
  union select id, began, 2 from demo_outage
  union select id, ended, 1 from demo_outage where ended is not null
  on conflict do nothing`

const insertIncidents = (sql: SqlClient.SqlClient) => sql`
  insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_status_code,
    trigger_error_code, trigger_error_message, resolved_at, closed_at, resolution, resolution_status_code)
  select mon_uuidv7(), s.account_id, s.id, o.began, o.began + interval '${sql.literal(CONFIRMED_AFTER)}', o.status, o.code,
    o.message, o.ended, o.ended + interval '${sql.literal(CLOSED_AFTER)}',
    case when o.ended is not null then 'recovered' end, case when o.ended is not null then 200 end
  from demo_outage o join demo_site s on s.id = o.id order by o.began`

/** Sets the current states to the end of the history. Spreads the next checks over one interval. */
const updateSchedules = (sql: SqlClient.SqlClient) => sql`
  update monitor_schedule m set state = case when o.id is null then 1 else 2 end, last_checked_at = c.checked_at,
    last_status_code = c.status_code, last_response_us = c.response_us, last_error_code = c.error_code,
    last_error_message = c.error_message, status_changed_at = p.since,
    next_at = mon_now() + random() * m.interval_ms * interval '1 millisecond'
  from demo_site s left join demo_outage o on o.id = s.id and o.ended is null
  cross join lateral (
    select * from check_history h where h.monitor_id = s.id and h.checked_at <= mon_now() order by h.checked_at desc limit 1
  ) c
  cross join lateral (select max(p.since) as since from status_period p where p.monitor_id = s.id) p
  where m.monitor_id = s.id`

export const writeChecks = Effect.fn("demo.writeChecks")(function* (
  sites: ReadonlyArray<DemoSite>,
  outages: ReadonlyArray<Outage>,
  days: number,
  location: string
) {
  const sql = yield* SqlClient.SqlClient
  const timelines = yield* Timelines
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local statement_timeout = '5min'`
      yield* fillTables(sql, sites, outages, days)
      yield* insertChecks(sql, location)
      yield* insertHours(sql)
      yield* deletePeriods(sql)
      yield* insertPeriods(sql)
      yield* insertIncidents(sql)
      yield* updateSchedules(sql)
    })
  )
  yield* sql`analyze check_history, check_hour, status_period, incident, monitor_schedule`
  yield* Effect.repeat(timelines.rollUp(ROLL_UPS_AT_ONCE), { until: (rolledUp) => rolledUp === 0 })
})
