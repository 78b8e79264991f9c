/** The open repair of MX records that changed an hour ago, as a DNS watch stores it. $1: the domain. */
export const CHANGED_RECORDS = `
  insert into repair (account_id, monitor_id, kind, code, severity, message, state, opened_at, ended_at, records)
  select account_id, id, 'dns', 'dns_changed', 'medium', 'The MX records changed', 'open',
    date_trunc('milliseconds', mon_now() - interval '1 hour'), mon_now() + interval '167 hours',
    '[{"type":"MX","host":"shop.example.com","values":["10 mx.example.net"],"replaces":["10 mx.example.org"]}]' from monitor
  where public_id = $1::uuid
  returning public_id::text as id`
