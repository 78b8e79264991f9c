/** The open repair of a certificate that expired an hour ago, as two checks and a worker store it. $1: the domain. */
export const INVALID_CERTIFICATE = `
  with m as (select id, account_id from monitor where public_id = $1::uuid), facts as (
    insert into monitor_facts (monitor_id, ssl, ssl_state, ssl_bad_since, ssl_repair)
    select id, '{"valid":false,"problems":["expired"]}', 2, mon_now() - interval '1 hour', jsonb_build_object(
      'since', mon_iso(mon_now() - interval '1 hour'), 'problems', '["expired"]'::jsonb, 'seen', '{}'::jsonb) from m
    on conflict (monitor_id) do update set ssl = excluded.ssl, ssl_state = excluded.ssl_state,
      ssl_bad_since = excluded.ssl_bad_since, ssl_repair = excluded.ssl_repair
  )
  insert into repair (account_id, monitor_id, kind, code, severity, message, state, opened_at)
  select account_id, id, 'certificate', 'certificate_invalid', 'high', 'The certificate is not valid (expired).', 'open',
    date_trunc('milliseconds', mon_now() - interval '1 hour') from m
  returning public_id::text as id`
