/** The API key of the first account, which owns all monitors. */
export const UPGRADE_KEY = "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"

const id = (space: number) =>
  `('00000000-0000-7${String(space).padStart(3, "0")}-8000-' || lpad(to_hex(i), 12, '0'))::uuid`
const rows = "from generate_series(1, $1::int) as i"
const hash = (text: string) => `sha256(convert_to(${text} || i, 'UTF8'))`

/**
 * One statement for each table, in the order of the foreign keys. $1 is the number of rows. Identity columns start at 1
 * in an empty database, so row i of a table refers to row i of another table. All monitors are paused, so nothing is
 * checked.
 */
export const TABLE_ROWS: ReadonlyArray<readonly [table: string, statement: string]> = [
  [
    "account",
    `insert into account (public_id, plan, created_at) select ${id(1)}, 'agency', now() - interval '90 days' ${rows}`
  ],
  [
    "app_user",
    `insert into app_user (public_id, email, name, email_confirmed_at)
     select ${id(2)}, 'person' || i || '@example.org', 'Person ' || i, now() ${rows}`
  ],
  [
    "account_branding",
    `insert into account_branding (account_id, name, logo, logo_type, logo_width, logo_height)
     select i, 'Workspace ' || i, decode('89504e47', 'hex'), 'image/png', 1, 1 ${rows}`
  ],
  ["user_setting", `insert into user_setting (user_id, timezone) select i, 'Europe/Berlin' ${rows}`],
  [
    "membership",
    `insert into membership (public_id, account_id, user_id, role) select ${id(3)}, i, i, 'owner' ${rows}`
  ],
  [
    "api_key",
    `insert into api_key (public_id, membership_id, hash, shown_start, shown_end)
     select ${id(4)}, i, case when i = 1 then sha256('${UPGRADE_KEY}') else ${hash("'key'")} end, 'mon_abcd', 'wxyz' ${rows}`
  ],
  [
    "monitor",
    `insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds,
       timeout_seconds, cc_emails, paused_at)
     select ${id(5)}, 1, 1 + i % 2, case when i % 4 = 0 then 'http' else 'https' end || '://site' || i || '.example.org',
       'site' || i || '.example.org', 'site' || i || '.example.org', 'Site ' || i, 300, 30, '{ops@example.org}', now()
     from generate_series(1, 2 * $1::int) as i`
  ],
  [
    "monitor_schedule",
    `insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, state, last_checked_at, last_status_code,
       last_response_us, status_changed_at, hour_at, hour_checks, hour_up, hour_response)
     select i, 1 + i % 2, 300000, 30000, i, 1, now() - interval '1 hour', 200, 120000, now() - interval '30 days',
       date_trunc('hour', now()), 3, 3, '{400,410,420}'
     from generate_series(1, 2 * $1::int) as i`
  ],
  [
    "monitor_facts",
    `insert into monitor_facts (monitor_id, redirect)
     select i, '{"detected": false, "finalUrl": "https://example.org/", "kind": null, "hops": []}' ${rows}`
  ],
  ["domain_access", `insert into domain_access (membership_id, monitor_id, can_write) select i, i, true ${rows}`],
  [
    "tag",
    `insert into tag (public_id, account_id, name, name_key, color, sort_order)
     select ${id(6)}, i, 'Tag ' || i, 'tag ' || i, '#6B7280', 0 ${rows}`
  ],
  ["monitor_tag", `insert into monitor_tag (monitor_id, tag_id) select i, 1 ${rows}`],
  [
    "check_history",
    `insert into check_history (monitor_id, checked_at, verdict, status_code, response_us, location)
     select 2, now() - i * interval '1 second', 1, 200, 120000, 'default' ${rows}`
  ],
  [
    "check_hour",
    `insert into check_hour (monitor_id, hour, checks, up, down, response)
     select i, date_trunc('hour', now()) - interval '2 hours', 12, 12, 0, '{400,410}' ${rows}`
  ],
  [
    "status_period",
    `insert into status_period (monitor_id, since, state) select i, now() - interval '30 days', 1 ${rows}`
  ],
  [
    "incident",
    `insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_status_code, resolved_at,
       closed_at, resolution)
     select ${id(7)}, 1, i, now() - interval '3 days', now() - interval '3 days', 503, now() - interval '2 days',
       now() - interval '2 days', 'recovered' ${rows}`
  ],
  [
    "email_health_report",
    `insert into email_health_report (domain, report, incomplete, checked_at)
     select 'site' || i || '.example.net', '{}', true, now() - interval '2 days' ${rows}`
  ],
  [
    "email_health_history",
    `insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings)
     select i, now() - interval '1 day', 92, 'A', false, '{}', '{}' ${rows}`
  ],
  [
    "certificate_schedule",
    `insert into certificate_schedule (monitor_id, next_at) select 2 * i, now() + interval '1 day' ${rows}
     on conflict do nothing`
  ],
  [
    "registration",
    `insert into registration (domain, outcome, checked_at, next_at)
     select 'site' || i || '.example', 'not_registered', now(), null ${rows}`
  ],
  [
    "registry_document",
    `insert into registry_document (name, document, fetched_at) select 'document ' || i, '{}', now() ${rows}`
  ],
  ["page_text", `insert into page_text (hash, body) select ${hash("'page'")}, '\\x00' ${rows}`],
  [
    "url_page",
    `insert into url_page (monitor_id, kind, title, text_hash, read_at, change_count)
     select 2 * i - 1, 'text', 'Page ' || i, ${hash("'page'")}, now(), 1 ${rows}`
  ],
  [
    "url_change",
    `insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
       removed_lines, similarity, approximate, diff, hunks, after_text)
     select ${id(8)}, 1, 2 * i - 1, now() - interval '1 day', '1 line changed', 1, 1, 1, 0.9, false, '', '[]',
       ${hash("'page'")} ${rows}`
  ],
  [
    "url_screenshot",
    `insert into url_screenshot (public_id, account_id, monitor_id, captured_at, image_hash, thumbnail_hash, width, height,
       bytes, format, reason, expires_at)
     select ${id(9)}, 1, 2 * i - 1, now() - interval '1 day', 'aa', 'bb', 1280, 800, 1000, 'webp', 'check',
       now() + interval '90 days' ${rows}`
  ],
  [
    "notification",
    `insert into notification (public_id, account_id, key, type, kind, data, monitor_id, incident_id, status, created_at,
       dispatched_at, sent_at)
     select ${id(10)}, 1, 'down:' || ${id(7)}, 'status_change', 'down',
       jsonb_build_object('kind', 'down', 'monitor', jsonb_build_object('id', ${id(5)}, 'name', 'Site ' || i,
         'url', 'https://site' || i || '.example.org'), 'incident', jsonb_build_object('id', ${id(7)},
         'startedAt', '2026-11-01T00:00:00.000Z', 'resolvedAt', null, 'triggerStatusCode', 503,
         'resolutionStatusCode', null, 'triggerError', null)),
       i, i, 'sent', now() - interval '3 days', now() - interval '3 days', now() - interval '3 days' ${rows}`
  ],
  [
    "webhook",
    `insert into webhook (public_id, account_id, monitor_id, url, label, events, secret, is_active)
     select ${id(11)}, 1, 2 * i, 'https://hooks.example.org/' || i, 'Hook', '{status_change}', 'sealed', false ${rows}`
  ],
  [
    "notification_delivery",
    `insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status, attempts,
       settled_at)
     select ${id(12)}, 1, i, 'delivery:' || i, 'email', 'ops@example.org', 'sent', 1, now() ${rows}`
  ],
  [
    "delivery_attempt",
    `insert into delivery_attempt (delivery_id, number, at, status, duration_ms) select i, 1, now(), 'sent', 20 ${rows}`
  ],
  [
    "email_suppression",
    `insert into email_suppression (account_id, address) select 1, 'person' || i || '@example.net' ${rows}`
  ],
  [
    "refused_address",
    `insert into refused_address (address_hash, code, refusals, announced)
     select ${hash("'refused'")}, 550, 1, 1 ${rows}`
  ],
  ["alert_window", `insert into alert_window (account_id, opened_at, sent) select i, now(), 0 ${rows}`],
  ["whatsapp_contact", `insert into whatsapp_contact (account_id) select i ${rows}`],
  ["whatsapp_slot", `insert into whatsapp_slot (number, slot_at) select '+4915' || i, now() ${rows}`],
  [
    "team_invite",
    `insert into team_invite (public_id, account_id, email, token_hash, expires_at)
     select ${id(13)}, i, 'guest' || i || '@example.org', ${hash("'invite'")}, now() + interval '7 days' ${rows}`
  ],
  ["invite_access", `insert into invite_access (invite_id, monitor_id, can_write) select i, 2 * i, false ${rows}`],
  ["url_access", `insert into url_access (membership_id, monitor_id, can_write) select i, 2 * i, false ${rows}`],
  ["tag_access", `insert into tag_access (invite_id, tag_id, can_write) select i, i, true ${rows}`],
  [
    "user_session",
    `insert into user_session (token_hash, user_id, membership_id, expires_at)
     select ${hash("'session'")}, i, i, now() + interval '30 days' ${rows}`
  ],
  [
    "one_time_link",
    `insert into one_time_link (token_hash, kind, user_id, email, expires_at)
     select ${hash("'link'")}, 'reset', i, 'person' || i || '@example.org', now() + interval '1 day' ${rows}`
  ],
  [
    "attempt_limit",
    `insert into attempt_limit (bucket, attempts, free_at, last_at) select ${hash("'bucket'")}, 1, now(), now() ${rows}`
  ],
  ["rate_window", `insert into rate_window (bucket, window_start, hits) select 'bucket' || i, 1, 1 ${rows}`],
  [
    "idempotent_request",
    `insert into idempotent_request (user_id, key_hash, fingerprint, lease_token, lease_until)
     select i, ${hash("'key'")}, ${hash("'request'")}, ${id(14)}, now() ${rows}`
  ],
  [
    "credit_lot",
    `insert into credit_lot (account_id, kind, granted, remaining, expires_at)
     select i, 'annual', 100, 90, now() + interval '200 days' ${rows}`
  ],
  [
    "credit_transaction",
    `insert into credit_transaction (public_id, account_id, amount, type, description)
     select ${id(15)}, i, 90, 'grant', 'Annual allowance' ${rows}`
  ],
  ["credit_movement", `insert into credit_movement (transaction_id, lot_id, amount) select i, i, 90 ${rows}`],
  [
    "payment_order",
    `insert into payment_order (public_id, account_id, sku, description, amount_cents, currency, processor, status, paid_at)
     select ${id(16)}, i, 'agency', 'Agency, one year', 69900, 'usd', 'local', 'paid', now() ${rows}`
  ],
  [
    "payment_event",
    `insert into payment_event (processor, event_id, kind, order_id, occurred_at)
     select 'local', 'event' || i, 'paid', ${id(16)}, now() ${rows}`
  ],
  [
    "licence",
    `insert into licence (account_id, order_id, kind, sku, paid_at, starts_at, ends_at)
     select i, i, 'plan', 'agency', now(), now(), now() + interval '365 days' ${rows}`
  ],
  [
    "simulation",
    `insert into simulation (public_id, account_id, name, status, sending_domains, prospect_count, credits, total, error_code,
       error_message, completed_at)
     select ${id(17)}, 1, 'Campaign ' || i, 'failed', '{example.org}', 1, 0, 1, 'failed', 'It failed.', now() ${rows}`
  ],
  [
    "simulation_csv",
    `insert into simulation_csv (simulation_id, type, piece, body) select i, 'campaign', 0, 'row' ${rows}`
  ],
  [
    "domain_fact",
    `insert into domain_fact (kind, domain, facts, looked_up_at, expires_at)
     select 'prospect', 'site' || i || '.example', '{}', now(), now() + interval '1 hour' ${rows}`
  ],
  [
    "share_challenge",
    `insert into share_challenge (simulation_id, share_version, cookie_hash, code_mac, expires_at)
     select i, 1, ${hash("'cookie'")}, '\\x00', now() + interval '10 minutes' ${rows}`
  ],
  ["share_wrong_code", `insert into share_wrong_code (simulation_id, share_version) select i, 1 ${rows}`],
  [
    "blob",
    `insert into blob (hash, content_type, size, stored, expires_at)
     select ${hash("'blob'")}, 'image/webp', 1, true, now() + interval '90 days' ${rows}`
  ],
  ["blob_bytes", `insert into blob_bytes (hash, bytes) select ${hash("'blob'")}, '\\x00' ${rows}`],
  ["handled_effect", `insert into handled_effect (key) select 'effect ' || i ${rows}`],
  [
    "email_outbox",
    `insert into email_outbox (public_id, message_id, recipient, subject, text_body)
     select ${id(18)}, '<' || i || '@example.org>', 'person' || i || '@example.org', 'Hello', 'Hello' ${rows}`
  ],
  [
    "worker_location",
    `insert into worker_location (worker_id, location, seen_at) select ${id(19)}, 'default', now() - interval '1 day' ${rows}`
  ],
  [
    "location_advisory",
    `insert into location_advisory (monitor_id, location, verdict, since, seen_at)
     select 2 * i, 'default', 2, now(), now() ${rows}`
  ],
  ["url_seen", `insert into url_seen (user_id, monitor_id, through) select i, 2 * i - 1, i ${rows}`],
  ["change_seen", `insert into change_seen (user_id, change_id, is_seen) select i, i, false ${rows}`],
  [
    "event_stream",
    `insert into event_stream (id, user_id, expires_at) select ${id(20)}, i, now() + interval '1 minute' ${rows}`
  ]
]
