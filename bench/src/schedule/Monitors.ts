import type postgres from "postgres"

/** How often each monitor is checked, and how many an account has. */
export const INTERVAL_SECONDS = 300
export const PER_ACCOUNT = 1_000

/** Empties the tables, and makes so many monitors: all up, due at times spread over the last interval. */
export const makeMonitors = async (sql: postgres.Sql, count: number): Promise<void> => {
  await moveClock(sql, 0)
  await sql.unsafe("truncate account, app_user, check_history restart identity cascade")
  const accounts = Math.ceil(count / PER_ACCOUNT)
  await sql.unsafe(
    `insert into account (public_id, plan) select gen_random_uuid(), 'agency' from generate_series(1, ${accounts})`
  )
  await sql.unsafe(`
    insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
    select gen_random_uuid(), 1 + (g - 1) / ${PER_ACCOUNT}, 1, 'https://shop' || g || '.example.com/', 'shop' || g || '.example.com',
      'shop' || g || '.example.com', 'shop' || g || '.example.com', ${INTERVAL_SECONDS}, 30
    from generate_series(1, ${count}) g`)
  await sql.unsafe(`
    insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase, state, next_at, last_checked_at)
    select m.id, 1, ${INTERVAL_SECONDS * 1_000}, 30000, p.phase, 1, mon_now() - p.phase * interval '1 millisecond',
      mon_now() - (${INTERVAL_SECONDS * 1_000} + p.phase) * interval '1 millisecond'
    from monitor m cross join lateral (select (random() * ${INTERVAL_SECONDS * 1_000 - 1})::int as phase where m.id > 0) p`)
  await sql.unsafe("insert into status_period (monitor_id, since, state) select id, created_at, 1 from monitor")
  await sql.unsafe(`
    insert into monitor_facts (monitor_id, ssl)
    select id, '{"valid":true,"issuer":"CN=R11, O=Let''s Encrypt, C=US","subject":"CN=shop.example.com",
      "validFrom":"2026-10-01T00:00:00.000Z","validTo":"2026-12-30T00:00:00.000Z","protocol":"TLSv1.3","keyType":"ec",
      "keyBits":256,"problems":[],
      "fingerprint256":"5E:3F:0A:9C:77:12:B4:D8:61:2E:A0:4B:93:C5:18:F6:0D:7A:E2:39:84:BB:56:C1:2F:90:6D:A3:48:E7:1C:05"}'::jsonb
    from monitor`)
  await sql.unsafe("vacuum analyze")
  await sql.unsafe("checkpoint")
}

/** Puts the clock that every statement reads so many intervals ahead, so that what was checked is due again. */
export const moveClock = async (sql: postgres.Sql, intervals: number): Promise<void> => {
  await sql.unsafe(`
    create or replace function mon_now() returns timestamptz language sql stable parallel safe
    as $$ select statement_timestamp() + interval '${intervals * INTERVAL_SECONDS} seconds' $$`)
}
