import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Adds the sources of alerts from other tools, and their incidents, which belong to no monitor. Earlier programs join
 * each incident with its monitor, so they do not see these incidents.
 */
export const alertSources = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`
    lock table incident in access exclusive mode;

    -- requests: the number of requests in the minute that began at window_at.
    create table alert_source (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      kind text not null check (kind in ('pagerduty', 'opsgenie', 'alertmanager', 'grafana')),
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      last_characters text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default mon_now(),
      last_received_at timestamptz,
      window_at timestamptz,
      requests integer not null default 0
    ) with (fillfactor = 80);
    create index alert_source_account on alert_source (account_id, id);

    -- source: what the tool has stated, also after the source was deleted. Null for the incident of a monitor.
    alter table incident
      alter column monitor_id drop not null,
      add column source_id bigint references alert_source (id) on delete set null,
      add column source_key text,
      add column source jsonb,
      add constraint incident_origin_check check (monitor_id is not null or source is not null) not valid;
    create unique index incident_of_source on incident (source_id, source_key)
      where resolved_at is null and source_id is not null;
    create index incident_source on incident (source_id, started_at desc) where source_id is not null;

    -- After a pause or a suspension, the end of a problem is announced to the people who got the alert.
    create function announce_external_recoveries() returns trigger language plpgsql as $$
    declare
      began timestamptz := case when tg_argv[0] = 'suspended' then old.suspended_at else old.notifications_paused_at end;
    begin
      update notification n set status = 'pending', reason = null, dispatched_at = null
      where n.account_id = new.id and n.kind = 'external_resolved' and n.status = 'suppressed'
        and n.reason in ('paused', 'account_suspended') and n.created_at >= began - interval '1 hour'
        and exists (
          select from notification o join notification_delivery d on d.notification_id = o.id
          where o.incident_id = n.incident_id and o.kind = 'external_alert' and d.status in ('pending', 'sent'));
      return null;
    end $$;
    create trigger external_recoveries_after_pause after update of notifications_paused_at on account for each row
    when (old.notifications_paused_at is not null and new.notifications_paused_at is null)
    execute function announce_external_recoveries('paused');
    create trigger external_recoveries_after_suspension after update of suspended_at on account for each row
    when (old.suspended_at is not null and new.suspended_at is null)
    execute function announce_external_recoveries('suspended')`)
  yield* compatibleSince(38)
})
