import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Monitors: a descriptive table, a narrow schedule that is updated often, the facts that change rarely, and tags. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // kind: 1 domain, 2 URL. dedupe_key: what makes two active monitors of one account and kind the same.
  yield* sql`
    create table monitor (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      kind smallint not null check (kind in (1, 2)),
      url text not null,
      hostname text not null,
      dedupe_key text not null,
      name text not null,
      check_interval_seconds integer not null check (check_interval_seconds > 0),
      timeout_seconds integer not null check (timeout_seconds > 0),
      email_health_interval_seconds integer not null default 86400,
      cc_emails text[] not null default '{}',
      screenshot_on_failure boolean not null default true,
      card_color text not null default '#6B7280',
      screenshot_enabled boolean not null default true,
      screenshot_wait_ms integer not null default 2000 check (screenshot_wait_ms between 0 and 30000),
      paused_at timestamptz,
      deleted_at timestamptz,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now()
    )`
  yield* sql`
    create unique index monitor_active_target on monitor (account_id, kind, dedupe_key) where deleted_at is null`
  yield* sql`create index monitor_account on monitor (account_id, kind, id desc) where deleted_at is null`

  yield* sql`
    create table domain_access (
      membership_id bigint not null references membership (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      can_write boolean not null,
      primary key (membership_id, monitor_id)
    )`
  yield* sql`create index domain_access_monitor on domain_access (monitor_id)`

  // state of a domain: 0 unknown, 1 up, 2 down; of a URL: 0 unknown, 1 active, 2 changed, 3 error.
  // interval_ms: the interval in use, which may be longer than the one asked for after a plan has expired.
  // next_at: null while paused or deleted. The lease has columns of its own, so that a due time is never lost.
  // hour_*: counts of the current hour; the first check of the next hour moves them to check_hour. hour_response: the
  // response time of each successful check as its logarithmic bucket.
  // votes: the last verdict of each location since checks began to contradict the state (1 up, 2 down); null when only
  // one location is involved. next_location: the location that must check next; null: any.
  yield* sql`
    create table monitor_schedule (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      kind smallint not null,
      interval_ms bigint not null check (interval_ms > 0),
      timeout_ms integer not null,
      phase bigint not null check (phase >= 0),
      state smallint not null default 0 check (state between 0 and 3),
      failures smallint not null default 0,
      deterministic_failures smallint not null default 0,
      successes smallint not null default 0,
      streak_started_at timestamptz,
      streak_status_code smallint,
      streak_error_code text,
      streak_error_message text,
      next_at timestamptz,
      lease_until timestamptz,
      lease_token uuid,
      last_checked_at timestamptz,
      last_status_code smallint,
      last_response_us integer,
      last_error_code text,
      last_error_message text,
      status_changed_at timestamptz,
      hour_at timestamptz,
      hour_checks smallint not null default 0,
      hour_up smallint not null default 0,
      hour_down smallint not null default 0,
      hour_response smallint[] not null default '{}',
      votes jsonb,
      next_location text
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000)`
  yield* sql`
    create index monitor_schedule_due on monitor_schedule (greatest(next_at, lease_until)) where next_at is not null`

  // ssl_state: 0 good, 1 bad once, 2 bad and announced (or known before). ssl_announced_days: the lowest threshold
  // announced for the certificate in ssl. ssl_problem: the last problem announced, prefixed by the fingerprint.
  yield* sql`
    create table monitor_facts (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      ssl jsonb,
      redirect jsonb,
      domain_expiry jsonb,
      email_health jsonb,
      ssl_state smallint not null default 0,
      ssl_bad_since timestamptz,
      ssl_announced_days smallint,
      ssl_problem text,
      ssl_problem_at timestamptz
    )`

  // The first point in time after `after` on the grid of a monitor's due times.
  yield* sql`
    create function next_on_grid(period_ms bigint, phase bigint, after timestamptz) returns timestamptz
    language sql immutable parallel safe as $$
      select to_timestamp((
        (floor((extract(epoch from after) * 1000 - phase % period_ms) / period_ms) + 1) * period_ms + phase % period_ms
      ) / 1000.0)
    $$`

  // name_key: the name as it is compared, without regard to case.
  yield* sql`
    create table tag (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      name_key text not null,
      color text not null,
      sort_order integer not null,
      created_at timestamptz not null default mon_now(),
      unique (account_id, name_key)
    )`

  yield* sql`
    create table monitor_tag (
      monitor_id bigint not null references monitor (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (monitor_id, tag_id)
    )`
  yield* sql`create index monitor_tag_tag on monitor_tag (tag_id)`
})
