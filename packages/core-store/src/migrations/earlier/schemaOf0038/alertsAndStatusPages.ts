/** The tables of alerts, status pages and the service. */
export const alertsAndStatusPages = `
    create table incident (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, monitor_id bigint not null references monitor (id) on delete cascade,
      started_at timestamptz not null, confirmed_at timestamptz not null, trigger_status_code smallint,
      trigger_error_code text, trigger_error_message text, resolved_at timestamptz, closed_at timestamptz, resolution
      text check (resolution in ('recovered', 'paused', 'deleted')), resolution_status_code smallint,
      trigger_screenshot_url text, resolution_screenshot_url text, maintenance_id bigint, is_unannounced boolean not
      null default false, acknowledged_at timestamptz, acknowledged_by bigint, acknowledged_via text check
      (acknowledged_via in ('dashboard', 'api', 'link', 'app')), acknowledged_channel text, acknowledged_recipient
      text, acknowledgement_note text, address inet, name_servers text);
    create unique index incident_open on incident (monitor_id) where resolved_at is null;
    create index incident_monitor on incident (monitor_id, started_at desc);
    create index incident_account on incident (account_id, started_at desc);
    create table notification (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, key text not null unique, type text not null, kind text not null,
      monitor_id bigint references monitor (id) on delete cascade, incident_id bigint references incident (id) on
      delete cascade, user_id bigint references app_user (id) on delete cascade, data jsonb not null, status text not
      null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')), created_at timestamptz not
      null default mon_now(), dispatched_at timestamptz, sent_at timestamptz, maintenance_id bigint, announced_at
      timestamptz);
    create index notification_account on notification (account_id, id desc);
    create index notification_pending on notification (id) where status = 'pending';
    create index notification_undispatched on notification (id) where status = 'pending' and dispatched_at is null;
    create index notification_monitor on notification (monitor_id, created_at desc);
    create index notification_user on notification (user_id, created_at desc) where user_id is not null;
    create table webhook (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, monitor_id bigint references monitor (id) on delete cascade, url text
      not null, label text not null, events text[] not null check (cardinality(events) > 0), secret text not null,
      is_active boolean not null default true, created_at timestamptz not null default mon_now(), last_delivery_at
      timestamptz, last_delivery_status text, failing_since timestamptz, disabled_reason text, added_by bigint
      references membership (id) on delete set null);
    create index webhook_account on webhook (account_id, id desc);
    create index webhook_monitor on webhook (monitor_id);
    create table notification_delivery (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, notification_id bigint references notification (id) on delete
      cascade, digest_id bigint references notification_delivery (id) on delete cascade, key text not null unique,
      channel text not null check (channel in ('email', 'whatsapp', 'webhook', 'channel')), target text not null,
      user_id bigint references app_user (id) on delete cascade, status text not null default 'pending' check (status
      in ('pending', 'sent', 'suppressed', 'failed')), attempts integer not null default 0, next_at timestamptz not
      null default mon_now(), waits_until timestamptz, slot_at timestamptz, lease_until timestamptz, lease_token uuid,
      error_code text, error_message text, created_at timestamptz not null default mon_now(), settled_at timestamptz,
      gathers_at timestamptz, minute integer not null default 0, route_step smallint, reminder integer, cause_id
      bigint, cause_part smallint) with (fillfactor = 80);
    create index notification_delivery_of on notification_delivery (notification_id);
    create index notification_delivery_digest on notification_delivery (digest_id) where digest_id is not null;
    create index notification_delivery_pending on notification_delivery (account_id, target) where status = 'pending';
    create index notification_delivery_age on notification_delivery (created_at);
    create table delivery_attempt (
      delivery_id bigint not null references notification_delivery (id) on delete cascade, number integer not null, at
      timestamptz not null, status text check (status in ('sent', 'failed')), code text, duration_ms integer, error
      text, primary key (delivery_id, number));
    create table email_suppression (
      account_id bigint not null references account (id) on delete cascade, address text not null check (address =
      lower(address)), created_at timestamptz not null default mon_now(), primary key (account_id, address));
    create table alert_window (
      account_id bigint primary key references account (id) on delete cascade, opened_at timestamptz not null, sent
      integer not null);
    create table whatsapp_contact (
      account_id bigint primary key references account (id) on delete cascade, number text, confirmed_at timestamptz,
      pending_number text, code_signature text, code_sent_at timestamptz, code_attempts smallint not null default 0,
      codes_sent smallint not null default 0, codes_since timestamptz);
    create table whatsapp_slot (
      number text primary key, slot_at timestamptz not null);
    create table simulation (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, name text not null check (char_length(name) between 1 and 100),
      status text not null default 'queued' check (status in ('queued', 'processing', 'completed', 'failed',
      'expired')), sending_domains text[] not null, notes text[] not null default '{}', prospect_entries text[],
      prospect_count integer not null check (prospect_count > 0), credits integer not null check (credits >= 0), phase
      text not null default 'queued' check (phase in ('queued', 'dns', 'model', 'done')), done integer not null
      default 0, total integer not null, eta_seconds integer, progress_at timestamptz, results jsonb, error_code text,
      error_message text, attempts integer not null default 0, lease_token uuid, lease_until timestamptz,
      share_version integer not null default 0, share_locked_at timestamptz, created_at timestamptz not null default
      mon_now(), started_at timestamptz, completed_at timestamptz, check ((status = 'completed') = (results is not
      null)));
    create index simulation_account on simulation (account_id, id desc);
    create index simulation_waiting on simulation (created_at) where status in ('queued', 'processing');
    create index simulation_kept on simulation (completed_at) where status = 'completed';
    create table simulation_csv (
      simulation_id bigint not null references simulation (id) on delete cascade, type text not null check (type in
      ('campaign', 'sender', 'suggestion')), piece integer not null, body text not null, primary key (simulation_id,
      type, piece));
    create table share_challenge (
      id bigint generated always as identity primary key, simulation_id bigint not null references simulation (id) on
      delete cascade, share_version integer not null, cookie_hash bytea not null unique, code_mac bytea not null,
      attempts integer not null default 0, created_at timestamptz not null default mon_now(), expires_at timestamptz
      not null, used_at timestamptz);
    create index share_challenge_link on share_challenge (simulation_id, share_version, created_at);
    create table share_wrong_code (
      id bigint generated always as identity primary key, simulation_id bigint not null references simulation (id) on
      delete cascade, share_version integer not null, at timestamptz not null default mon_now());
    create index share_wrong_code_link on share_wrong_code (simulation_id, share_version, at);
    create table blob (
      hash bytea primary key check (octet_length(hash) = 32), content_type text not null, size integer not null check
      (size >= 0), stored boolean not null default false, expires_at timestamptz not null, created_at timestamptz not
      null default mon_now());
    create index blob_expiry on blob (expires_at);
    create table blob_bytes (
      hash bytea primary key, bytes bytea not null);
    alter table blob_bytes alter column bytes set storage external;
    create table handled_effect (
      key text primary key, handled_at timestamptz not null default mon_now());
    create index handled_effect_age on handled_effect (handled_at);
    create table email_outbox (
      id bigint generated always as identity primary key, public_id uuid not null unique, message_id text not null
      unique, recipient text not null, subject text not null, text_body text not null, html_body text, details jsonb
      not null default '{}', created_at timestamptz not null default mon_now(), sealed text);
    create index email_outbox_recipient on email_outbox (lower(recipient), id desc);
    create table worker_heartbeat (
      one boolean primary key default true check (one), seen_at timestamptz not null, resumed_at timestamptz);
    create table service_pause (
      one boolean primary key default true check (one), paused_at timestamptz not null default mon_now(), reason text
      not null);
    create index email_outbox_unsealed on email_outbox (id) where sealed is null;
    create index notification_incident on notification (incident_id) where incident_id is not null;
    create index incident_resolved on incident (resolved_at);
    create table maintenance_window (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, name text not null, covers_account boolean not null default false,
      starts_at timestamptz not null, minutes integer not null check (minutes > 0), timezone text not null, recurrence
      text, is_stopped boolean not null default false, expanded_until timestamptz not null, created_at timestamptz not
      null default mon_now(), updated_at timestamptz not null default mon_now(), ended_at timestamptz, deleted_at
      timestamptz, revision integer not null default 0);
    create table maintenance_period (
      monitor_id bigint not null references monitor (id) on delete cascade, since timestamptz not null, until
      timestamptz not null, window_id bigint not null references maintenance_window (id) on delete cascade, primary
      key (monitor_id, since, window_id));
    create table maintenance_occurrence (
      window_id bigint not null references maintenance_window (id) on delete cascade, account_id bigint not null
      references account (id) on delete cascade, starts_at timestamptz not null, ends_at timestamptz not null check
      (ends_at > starts_at), primary key (window_id, starts_at));
    create table maintenance_monitor (
      window_id bigint not null references maintenance_window (id) on delete cascade, monitor_id bigint not null
      references monitor (id) on delete cascade, primary key (window_id, monitor_id));
    create table maintenance_tag (
      window_id bigint not null references maintenance_window (id) on delete cascade, tag_id bigint not null
      references tag (id) on delete cascade, primary key (window_id, tag_id));
    create index webhook_author on webhook (added_by) where added_by is not null;
    create index maintenance_window_account on maintenance_window (account_id, id desc);
    create index maintenance_window_expanded on maintenance_window (expanded_until) where ended_at is null;
    create index maintenance_monitor_monitor on maintenance_monitor (monitor_id);
    create index maintenance_tag_tag on maintenance_tag (tag_id);
    create index maintenance_occurrence_account on maintenance_occurrence (account_id, ends_at);
    create index maintenance_occurrence_end on maintenance_occurrence (ends_at);
    create index maintenance_period_window on maintenance_period (window_id);
    create index maintenance_period_age on maintenance_period (until);
    create table maintenance_waiting (
      notification_id bigint primary key, monitor_id bigint not null references monitor (id) on delete cascade);
    create index maintenance_waiting_monitor on maintenance_waiting (monitor_id);
    create table alert_channel (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, kind text not null, name text not null, settings text not null, shown
      jsonb not null, in_default_route boolean not null default true, added_by bigint references membership (id) on
      delete set null, is_active boolean not null default true, created_at timestamptz not null default mon_now(),
      last_delivery_at timestamptz, last_delivery_status text, failing_since timestamptz, disabled_reason text check
      (disabled_reason in ('refused', 'failing')), slot_at timestamptz, sent_at timestamptz, quiet_hours jsonb) with (fillfactor = 80);
    create index alert_channel_account on alert_channel (account_id, id);
    create index alert_channel_author on alert_channel (added_by) where added_by is not null;
    create table alert_message (
      channel_id bigint not null references alert_channel (id) on delete cascade, key text not null, state jsonb not
      null, updated_at timestamptz not null default mon_now(), primary key (channel_id, key));
    create index alert_message_age on alert_message (updated_at);
    create table alert_route (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, name text not null, position integer not null, kinds text[] not null,
      severities text[] not null, scope text not null check (scope in ('all', 'chosen')), reminder_minutes integer,
      created_at timestamptz not null default mon_now());
    create index alert_route_account on alert_route (account_id, position, id);
    create table alert_route_monitor (
      route_id bigint not null references alert_route (id) on delete cascade, monitor_id bigint not null references
      monitor (id) on delete cascade, primary key (route_id, monitor_id));
    create index alert_route_monitor_monitor on alert_route_monitor (monitor_id);
    create table alert_route_tag (
      route_id bigint not null references alert_route (id) on delete cascade, tag_id bigint not null references tag
      (id) on delete cascade, primary key (route_id, tag_id));
    create index alert_route_tag_tag on alert_route_tag (tag_id);
    create table alert_route_step (
      route_id bigint not null references alert_route (id) on delete cascade, number smallint not null, after_minutes
      integer not null, primary key (route_id, number));
    create table alert_route_target (
      id bigint generated always as identity primary key, route_id bigint not null, step smallint not null, kind text
      not null check (kind in ('email', 'whatsapp', 'webhooks', 'channel')), channel_id bigint references
      alert_channel (id) on delete cascade, foreign key (route_id, step) references alert_route_step (route_id,
      number) on delete cascade, check ((kind = 'channel') = (channel_id is not null)));
    create index alert_route_target_step on alert_route_target (route_id, step);
    create index alert_route_target_channel on alert_route_target (channel_id) where channel_id is not null;
    create table alert_due (
      notification_id bigint primary key references notification (id) on delete cascade, account_id bigint not null
      references account (id) on delete cascade, monitor_id bigint references monitor (id) on delete cascade, route_id
      bigint references alert_route (id) on delete set null, opened_at timestamptz not null, due_at timestamptz,
      done_at timestamptz, ended_at timestamptz) with (fillfactor = 80);
    create index alert_due_at on alert_due (due_at) where due_at is not null;
    create index alert_due_monitor on alert_due (monitor_id) where ended_at is null;
    create index alert_due_route on alert_due (route_id) where route_id is not null;
    create index alert_due_account on alert_due (account_id);
    create table parent_suppression (
      notification_id bigint primary key references notification (id) on delete cascade, monitor_id bigint not null
      references monitor (id) on delete cascade, parent_id bigint not null, at timestamptz not null default mon_now(),
      ended_at timestamptz);
    create index parent_suppression_open on parent_suppression (notification_id) where ended_at is null;
    create index parent_suppression_monitor on parent_suppression (monitor_id);
    create table shared_cause (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, kind text not null check (kind in ('address', 'network',
      'name_servers')), value text not null, opened_at timestamptz not null default mon_now(), joined_at timestamptz
      not null default mon_now());
    create index shared_cause_account on shared_cause (account_id, joined_at desc);
    create index shared_cause_age on shared_cause (opened_at);
    create table shared_cause_incident (
      incident_id bigint primary key references incident (id) on delete cascade, cause_id bigint not null references
      shared_cause (id) on delete cascade);
    create index shared_cause_incident_cause on shared_cause_incident (cause_id);
    create table shared_cause_burst (
      cause_id bigint not null references shared_cause (id) on delete cascade, phase text not null, recipient text not
      null, opened_at timestamptz not null, rest_at timestamptz not null, is_closed boolean not null default false,
      primary key (cause_id, phase, recipient));
    create table status_page (
      id bigint generated always as identity primary key, public_id uuid not null unique, account_id bigint not null
      references account (id) on delete cascade, slug text not null unique, name text not null, description text,
      language text not null check (language in ('en', 'de')), timezone text not null, accent_color text not null,
      header_color text, links jsonb not null default '[]', logo bytea, logo_hash text, logo_type text, logo_width
      integer, logo_height integer, access text not null check (access in ('public', 'password', 'email_domains')),
      password_hash text, email_domains text[] not null default '{}', shows_window_names boolean not null default
      false, automatic_posts text not null check (automatic_posts in ('off', 'draft', 'publish',
      'publish_and_notify')), version bigint not null default 1, created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now(), check ((logo is null) = (logo_hash is null)));
    create index status_page_account on status_page (account_id, id);
    create table status_group (
      id bigint generated always as identity primary key, public_id uuid not null unique, page_id bigint not null
      references status_page (id) on delete cascade, name text not null, description text, position integer not null,
      created_at timestamptz not null default mon_now(), updated_at timestamptz not null default mon_now());
    create index status_group_page on status_group (page_id, position);
    create table status_component (
      id bigint generated always as identity primary key, public_id uuid not null unique, page_id bigint not null
      references status_page (id) on delete cascade, group_id bigint references status_group (id) on delete set null,
      name text not null, description text, position integer not null, shows_monitors boolean not null default false,
      shows_uptime boolean not null default true, only_if_degraded boolean not null default false, override_state
      text, override_at timestamptz, override_by bigint, created_at timestamptz not null default mon_now(), updated_at
      timestamptz not null default mon_now());
    create index status_component_page on status_component (page_id, position);
    create index status_component_group on status_component (group_id) where group_id is not null;
    create table status_component_monitor (
      component_id bigint not null references status_component (id) on delete cascade, monitor_id bigint not null
      references monitor (id) on delete cascade, primary key (component_id, monitor_id));
    create index status_component_monitor_monitor on status_component_monitor (monitor_id);
    create table status_component_tag (
      component_id bigint not null references status_component (id) on delete cascade, tag_id bigint not null
      references tag (id) on delete cascade, primary key (component_id, tag_id));
    create index status_component_tag_tag on status_component_tag (tag_id);
    create table status_post (
      id bigint generated always as identity primary key, public_id uuid not null unique, page_id bigint not null
      references status_page (id) on delete cascade, kind text not null check (kind in ('incident', 'maintenance')),
      title text not null, impact text not null check (impact in ('none', 'minor', 'major', 'critical')), started_at
      timestamptz not null, ends_at timestamptz, moves_itself boolean not null default false, is_automatic boolean not
      null default false, revision integer not null default 0, published_at timestamptz, created_by bigint, created_at
      timestamptz not null default mon_now(), updated_at timestamptz not null default mon_now(), check ((kind =
      'maintenance') = (ends_at is not null)));
    create index status_post_page on status_post (page_id, started_at desc);
    create index status_post_moving on status_post (id) where moves_itself;
    create index status_post_automatic on status_post (page_id) where is_automatic;
    create table status_post_component (
      post_id bigint not null references status_post (id) on delete cascade, component_id bigint not null references
      status_component (id) on delete cascade, primary key (post_id, component_id));
    create index status_post_component_component on status_post_component (component_id);
    create table status_page_incident (
      page_id bigint not null references status_page (id) on delete cascade, incident_id bigint not null references
      incident (id) on delete cascade, post_id bigint references status_post (id) on delete set null, primary key
      (page_id, incident_id));
    create index status_page_incident_incident on status_page_incident (incident_id);
    create index status_page_incident_post on status_page_incident (post_id) where post_id is not null;
    create table status_update (
      id bigint generated always as identity primary key, public_id uuid not null unique, post_id bigint not null
      references status_post (id) on delete cascade, state text not null, body text not null, display_at timestamptz
      not null, notifies boolean, published_at timestamptz, created_by bigint, created_at timestamptz not null default
      mon_now(), updated_at timestamptz not null default mon_now(), check ((published_at is null) = (notifies is
      null)));
    create index status_update_post on status_update (post_id, display_at desc);
    create table status_update_component (
      update_id bigint not null references status_update (id) on delete cascade, component_id bigint not null
      references status_component (id) on delete cascade, new_state text, shown_before text, shown_after text, primary
      key (update_id, component_id));
    create index status_update_component_component on status_update_component (component_id);
    create index maintenance_occurrence_start on maintenance_occurrence (starts_at);
    create table status_page_export (
      page_id uuid primary key, slug text not null, hash text not null, exported_at timestamptz not null);
    create table status_subscriber (
      id bigint generated always as identity primary key, public_id uuid not null unique, page_id bigint not null
      references status_page (id) on delete cascade, kind text not null check (kind in ('email', 'webhook')), address
      text not null, address_key text not null, site text, language text not null check (language in ('en', 'de')),
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'ended')), ended_reason text check
      (ended_reason in ('bounced', 'gone', 'failing')), covers_all boolean not null default true, secret text,
      confirm_hash bytea unique, confirm_until timestamptz, confirmed_at timestamptz, failing_since timestamptz,
      ended_at timestamptz, created_at timestamptz not null default mon_now(), unique (page_id, kind, address_key),
      check ((kind = 'webhook') = (site is not null)), check ((confirm_hash is null) = (confirm_until is null)), check
      (state <> 'confirmed' or confirmed_at is not null));
    create index status_subscriber_page on status_subscriber (page_id, id desc);
    create index status_subscriber_confirmed on status_subscriber (page_id, confirmed_at, id) where state = 'confirmed';
    create table status_subscriber_component (
      subscriber_id bigint not null references status_subscriber (id) on delete cascade, component_id bigint not null
      references status_component (id) on delete cascade, primary key (subscriber_id, component_id));
    create index status_subscriber_component_component on status_subscriber_component (component_id);
    create table status_signup (
      id bigint generated always as identity primary key, page_id bigint not null, address_hash bytea not null, at
      timestamptz not null default mon_now());
    create index status_signup_address on status_signup (address_hash, at);
    create index status_signup_page on status_signup (page_id, at);
    create index status_signup_age on status_signup (at);
    create table status_delivery (
      id bigint generated always as identity primary key, public_id uuid not null unique, kind text not null, page_id
      bigint not null references status_page (id) on delete cascade, update_id bigint not null references
      status_update (id) on delete cascade, subscriber_id bigint not null references status_subscriber (id) on delete
      cascade, component_id bigint references status_component (id) on delete cascade, status text not null default
      'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')), attempts integer not null default 0,
      next_at timestamptz not null default mon_now(), lease_token uuid, claimed_at timestamptz, error_code text,
      error_message text, created_at timestamptz not null default mon_now(), settled_at timestamptz) with (fillfactor = 80);
    create unique index status_delivery_once on status_delivery (update_id, subscriber_id, (coalesce(component_id, 0)));
    create index status_delivery_due on status_delivery (kind, page_id, next_at) where status = 'pending';
    create index status_delivery_subscriber on status_delivery (subscriber_id);
    create index status_delivery_component on status_delivery (component_id) where component_id is not null;
    create index status_delivery_page on status_delivery (page_id);
    create index status_delivery_age on status_delivery (created_at);
`
