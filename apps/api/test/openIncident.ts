/**
 * Inserts an incident of a web server that is not running, with the check that began the incident. $1: the id of the
 * domain.
 */
export const OPEN_INCIDENT = `
  with m as (select id, account_id from monitor where public_id = $1::uuid), checked as (
    insert into check_history (monitor_id, checked_at, verdict, location, error_code)
    select id, mon_now() - interval '10 minutes', 2, 'default', 'connect_refused' from m
  ), i as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
    select gen_random_uuid(), account_id, id, mon_now() - interval '10 minutes', mon_now() - interval '9 minutes' from m
    returning id, public_id
  ), facts as (
    insert into incident_diagnosis (incident_id, facts)
    select id, '{"subject":"site","check":{"outcome":"connect_refused"}}' from i
  ) select public_id::text as id from i`
