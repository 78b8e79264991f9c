import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Only the worker that made a check knows whether its own network worked then. The store claims it no longer. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create or replace function monitor_observations(watched bigint, began_at timestamptz) returns jsonb language sql stable as $$
      with checks as (
        select checked_at, coalesce(error_code, 'ok') as outcome, status_code, response_us, wait_us, location
        from check_history where monitor_id = watched and checked_at < began_at and checked_at > began_at - interval '1 day'
        order by checked_at desc limit 24
      ), good as (
        select * from checks where outcome = 'ok' order by checked_at desc limit 1
      ), places as (
        select distinct on (location) location, coalesce(error_code, 'ok') as outcome
        from check_history where monitor_id = watched and checked_at >= began_at - interval '10 minutes'
        order by location, checked_at desc
      ), changes as (
        select c.detected_at, one.* from dns_change c
          cross join jsonb_to_recordset(c.changes) as one(type text, name text, added jsonb, removed jsonb)
        where c.monitor_id = watched and c.detected_at > began_at - interval '2 days' order by c.detected_at desc limit 50
      ), own as (
        select m.account_id, m.url, s.last_address from monitor m join monitor_schedule s on s.monitor_id = m.id
        where m.id = watched
      ), neighbours as (
        select count(*) filter (where s.state = 2) as failing, count(*) filter (where s.state = 1) as working
        from own join monitor_schedule s on s.last_address = own.last_address
        join monitor m on m.id = s.monitor_id and m.account_id = own.account_id and m.deleted_at is null
        where s.monitor_id <> watched
      )
      select jsonb_strip_nulls(jsonb_build_object(
        'since', mon_iso(began_at),
        'earlier', (select jsonb_agg(jsonb_build_object('at', mon_iso(checked_at), 'outcome', outcome,
            'waitMs', round(wait_us / 1000.0), 'totalMs', round(response_us / 1000.0))) from checks),
        'lastGood', (select jsonb_build_object('at', mon_iso(checked_at), 'outcome', outcome, 'statusCode', status_code,
            'location', location, 'protocol', f.ssl ->> 'protocol', 'finalUrl', f.redirect ->> 'finalUrl')
          from good left join monitor_facts f on f.monitor_id = watched),
        'certificateBefore', (select jsonb_build_object('subject', f.ssl -> 'subject', 'issuer', f.ssl -> 'issuer',
            'validFrom', f.ssl -> 'validFrom', 'validTo', f.ssl -> 'validTo', 'fingerprint256', f.ssl -> 'fingerprint256',
            'problems', f.ssl -> 'problems')
          from monitor_facts f where f.monitor_id = watched and jsonb_typeof(f.ssl) = 'object'),
        'registration', (select jsonb_build_object(
            'outcome', case r.outcome when 'Registered' then 'registered' when 'NotRegistered' then 'not_registered' end,
            'expiresAt', r.registration ->> 'expiresAt',
            'registrar', r.registration ->> 'registrar', 'statuses', r.registration -> 'statuses')
          from monitor_registration mr join registration r on r.domain = mr.domain
          where mr.monitor_id = watched and jsonb_typeof(r.registration) = 'object'),
        'dns', (select jsonb_build_object('changes', jsonb_agg(jsonb_build_object('type', type, 'name', name,
            'added', coalesce(added, '[]'), 'removed', coalesce(removed, '[]'), 'at', mon_iso(detected_at)))) from changes having count(*) > 0),
        'locations', (select jsonb_agg(jsonb_build_object('location', location, 'outcome', outcome)) from places having count(*) > 1),
        'windows', (select jsonb_agg(jsonb_build_object('name', w.name, 'from', mon_iso(o.since), 'to', mon_iso(o.until)))
          from maintenance_occurrences(watched, began_at, began_at + interval '1 microsecond') o
          join maintenance_window w on w.id = o.window_id having count(*) > 0),
        'sharedWith', (select jsonb_build_array(jsonb_build_object('kind', 'address', 'value', host(own.last_address),
            'failing', failing, 'working', working)) from own, neighbours where own.last_address is not null and failing + working > 0)
      ))
    $$`

  yield* compatibleSince(12)
})
