-- The schema after all migrations, to read. `npm run schema -w @mon/core-store` writes this file.

create table account (
  id bigint not null generated always as identity,
  public_id uuid not null,
  plan text not null default 'free'::text,
  plan_started_at timestamp with time zone not null default mon_now(),
  plan_expires_at timestamp with time zone,
  base_plan text,
  served_plan text,
  notifications_paused_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  degraded_alerts boolean not null default false,
  notifications_paused_until timestamp with time zone,
  second_factor_required boolean not null default false,
  deletion_requested_at timestamp with time zone,
  deletes_at timestamp with time zone,
  deletion_notified_at timestamp with time zone,
  deletion_reminded_at timestamp with time zone,
  exported_at timestamp with time zone,
  suspended_at timestamp with time zone,
  content_faults_offer boolean not null default false,
  constraint account_public_id_key UNIQUE (public_id),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_base_plan_check CHECK ((base_plan = ANY (ARRAY['free'::text, 'pro'::text, 'agency'::text]))),
  constraint account_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'agency'::text]))),
  constraint account_served_plan_check CHECK ((served_plan = ANY (ARRAY['free'::text, 'pro'::text, 'agency'::text])))
);
CREATE INDEX account_deletes ON account USING btree (deletes_at) WHERE (deletes_at IS NOT NULL);
CREATE INDEX account_paused_until ON account USING btree (notifications_paused_until) WHERE (notifications_paused_until IS NOT NULL);
CREATE TRIGGER announce_after_pause AFTER UPDATE OF notifications_paused_at ON account FOR EACH ROW WHEN (((old.notifications_paused_at IS NOT NULL) AND (new.notifications_paused_at IS NULL))) EXECUTE FUNCTION announce_after_pause();
CREATE TRIGGER announce_after_suspension AFTER UPDATE OF suspended_at ON account FOR EACH ROW WHEN (((old.suspended_at IS NOT NULL) AND (new.suspended_at IS NULL))) EXECUTE FUNCTION announce_after_pause('suspended');
CREATE TRIGGER external_recoveries_after_pause AFTER UPDATE OF notifications_paused_at ON account FOR EACH ROW WHEN (((old.notifications_paused_at IS NOT NULL) AND (new.notifications_paused_at IS NULL))) EXECUTE FUNCTION announce_external_recoveries('paused');
CREATE TRIGGER external_recoveries_after_suspension AFTER UPDATE OF suspended_at ON account FOR EACH ROW WHEN (((old.suspended_at IS NOT NULL) AND (new.suspended_at IS NULL))) EXECUTE FUNCTION announce_external_recoveries('suspended');
CREATE TRIGGER release_after_pause AFTER UPDATE OF notifications_paused_at ON account FOR EACH ROW WHEN (((old.notifications_paused_at IS NOT NULL) AND (new.notifications_paused_at IS NULL))) EXECUTE FUNCTION release_after_pause();
CREATE TRIGGER release_after_suspension AFTER UPDATE OF suspended_at ON account FOR EACH ROW WHEN (((old.suspended_at IS NOT NULL) AND (new.suspended_at IS NULL))) EXECUTE FUNCTION release_after_pause();
CREATE TRIGGER signal_account AFTER UPDATE OF suspended_at, deletes_at, second_factor_required ON account FOR EACH ROW WHEN ((((old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.deletes_at IS DISTINCT FROM new.deletes_at)) OR (old.second_factor_required IS DISTINCT FROM new.second_factor_required))) EXECUTE FUNCTION signal_account();
CREATE TRIGGER suppress_when_paused AFTER UPDATE OF notifications_paused_at ON account FOR EACH ROW WHEN (((old.notifications_paused_at IS NULL) AND (new.notifications_paused_at IS NOT NULL))) EXECUTE FUNCTION suppress_paused_account();
CREATE TRIGGER suppress_when_suspended AFTER UPDATE OF suspended_at ON account FOR EACH ROW WHEN (((old.suspended_at IS NULL) AND (new.suspended_at IS NOT NULL))) EXECUTE FUNCTION suppress_paused_account();

create table account_branding (
  account_id bigint not null,
  name text,
  logo bytea,
  logo_type text,
  logo_width integer,
  logo_height integer,
  updated_at timestamp with time zone not null default mon_now(),
  constraint account_branding_pkey PRIMARY KEY (account_id),
  constraint account_branding_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_branding_check CHECK (((logo IS NULL) = (logo_type IS NULL)))
);

create table alert_channel (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  kind text not null,
  name text not null,
  settings text not null,
  shown jsonb not null,
  in_default_route boolean not null default true,
  added_by bigint,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default mon_now(),
  last_delivery_at timestamp with time zone,
  last_delivery_status text,
  failing_since timestamp with time zone,
  disabled_reason text,
  slot_at timestamp with time zone,
  sent_at timestamp with time zone,
  quiet_hours jsonb,
  refused_since timestamp with time zone,
  membership_id bigint,
  constraint alert_channel_public_id_key UNIQUE (public_id),
  constraint alert_channel_pkey PRIMARY KEY (id),
  constraint alert_channel_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint alert_channel_added_by_fkey FOREIGN KEY (added_by) REFERENCES membership(id) ON DELETE SET NULL,
  constraint alert_channel_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint alert_channel_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['refused'::text, 'failing'::text])))
) with (fillfactor=80);
CREATE INDEX alert_channel_account ON alert_channel USING btree (account_id, id);
CREATE INDEX alert_channel_author ON alert_channel USING btree (added_by) WHERE (added_by IS NOT NULL);
CREATE INDEX alert_channel_person ON alert_channel USING btree (membership_id, id) WHERE (membership_id IS NOT NULL);

create table alert_due (
  notification_id bigint not null,
  account_id bigint not null,
  monitor_id bigint,
  route_id bigint,
  opened_at timestamp with time zone not null,
  due_at timestamp with time zone,
  done_at timestamp with time zone,
  ended_at timestamp with time zone,
  course jsonb,
  constraint alert_due_pkey PRIMARY KEY (notification_id),
  constraint alert_due_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint alert_due_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint alert_due_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  constraint alert_due_route_id_fkey FOREIGN KEY (route_id) REFERENCES alert_route(id) ON DELETE SET NULL
) with (fillfactor=80);
CREATE INDEX alert_due_account ON alert_due USING btree (account_id);
CREATE INDEX alert_due_at ON alert_due USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX alert_due_monitor ON alert_due USING btree (monitor_id) WHERE (ended_at IS NULL);
CREATE INDEX alert_due_route ON alert_due USING btree (route_id) WHERE (route_id IS NOT NULL);

create table alert_message (
  channel_id bigint not null,
  key text not null,
  state jsonb not null,
  updated_at timestamp with time zone not null default mon_now(),
  constraint alert_message_pkey PRIMARY KEY (channel_id, key),
  constraint alert_message_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES alert_channel(id) ON DELETE CASCADE
);
CREATE INDEX alert_message_age ON alert_message USING btree (updated_at);

create table alert_route (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  "position" integer not null,
  kinds text[] not null,
  severities text[] not null,
  scope text not null,
  reminder_minutes integer,
  created_at timestamp with time zone not null default mon_now(),
  repeat jsonb,
  constraint alert_route_public_id_key UNIQUE (public_id),
  constraint alert_route_pkey PRIMARY KEY (id),
  constraint alert_route_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint alert_route_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'chosen'::text])))
);
CREATE INDEX alert_route_account ON alert_route USING btree (account_id, "position", id);

create table alert_route_fallback (
  id bigint not null generated always as identity,
  route_id bigint not null,
  kind text not null,
  channel_id bigint,
  membership_id bigint,
  constraint alert_route_fallback_pkey PRIMARY KEY (id),
  constraint alert_route_fallback_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES alert_channel(id) ON DELETE CASCADE,
  constraint alert_route_fallback_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint alert_route_fallback_route_id_fkey FOREIGN KEY (route_id) REFERENCES alert_route(id) ON DELETE CASCADE,
  constraint alert_route_fallback_check CHECK (((kind = 'channel'::text) = (channel_id IS NOT NULL))),
  constraint alert_route_fallback_check1 CHECK (((membership_id IS NULL) OR (kind = 'email'::text))),
  constraint alert_route_fallback_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'whatsapp'::text, 'webhooks'::text, 'channel'::text])))
);
CREATE INDEX alert_route_fallback_channel ON alert_route_fallback USING btree (channel_id) WHERE (channel_id IS NOT NULL);
CREATE INDEX alert_route_fallback_membership ON alert_route_fallback USING btree (membership_id) WHERE (membership_id IS NOT NULL);
CREATE INDEX alert_route_fallback_route ON alert_route_fallback USING btree (route_id);

create table alert_route_monitor (
  route_id bigint not null,
  monitor_id bigint not null,
  constraint alert_route_monitor_pkey PRIMARY KEY (route_id, monitor_id),
  constraint alert_route_monitor_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint alert_route_monitor_route_id_fkey FOREIGN KEY (route_id) REFERENCES alert_route(id) ON DELETE CASCADE
);
CREATE INDEX alert_route_monitor_monitor ON alert_route_monitor USING btree (monitor_id);

create table alert_route_on_call (
  id bigint not null generated always as identity,
  route_id bigint not null,
  step smallint not null,
  schedule_id bigint not null,
  who text not null,
  constraint alert_route_on_call_pkey PRIMARY KEY (id),
  constraint alert_route_on_call_route_id_step_fkey FOREIGN KEY (route_id, step) REFERENCES alert_route_step(route_id, number) ON DELETE CASCADE,
  constraint alert_route_on_call_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES on_call_schedule(id) ON DELETE CASCADE,
  constraint alert_route_on_call_who_check CHECK ((who = ANY (ARRAY['now'::text, 'next'::text, 'everyone'::text])))
);
CREATE INDEX alert_route_on_call_schedule ON alert_route_on_call USING btree (schedule_id);
CREATE INDEX alert_route_on_call_step ON alert_route_on_call USING btree (route_id, step);

create table alert_route_step (
  route_id bigint not null,
  number smallint not null,
  after_minutes integer not null,
  hours jsonb,
  constraint alert_route_step_pkey PRIMARY KEY (route_id, number),
  constraint alert_route_step_route_id_fkey FOREIGN KEY (route_id) REFERENCES alert_route(id) ON DELETE CASCADE
);

create table alert_route_tag (
  route_id bigint not null,
  tag_id bigint not null,
  constraint alert_route_tag_pkey PRIMARY KEY (route_id, tag_id),
  constraint alert_route_tag_route_id_fkey FOREIGN KEY (route_id) REFERENCES alert_route(id) ON DELETE CASCADE,
  constraint alert_route_tag_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE
);
CREATE INDEX alert_route_tag_tag ON alert_route_tag USING btree (tag_id);

create table alert_route_target (
  id bigint not null generated always as identity,
  route_id bigint not null,
  step smallint not null,
  kind text not null,
  channel_id bigint,
  membership_id bigint,
  constraint alert_route_target_pkey PRIMARY KEY (id),
  constraint alert_route_target_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES alert_channel(id) ON DELETE CASCADE,
  constraint alert_route_target_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint alert_route_target_route_id_step_fkey FOREIGN KEY (route_id, step) REFERENCES alert_route_step(route_id, number) ON DELETE CASCADE,
  constraint alert_route_target_check CHECK (((kind = 'channel'::text) = (channel_id IS NOT NULL))),
  constraint alert_route_target_check1 CHECK (((membership_id IS NULL) OR (kind = 'email'::text))),
  constraint alert_route_target_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'whatsapp'::text, 'webhooks'::text, 'channel'::text])))
);
CREATE INDEX alert_route_target_channel ON alert_route_target USING btree (channel_id) WHERE (channel_id IS NOT NULL);
CREATE INDEX alert_route_target_membership ON alert_route_target USING btree (membership_id) WHERE (membership_id IS NOT NULL);
CREATE INDEX alert_route_target_step ON alert_route_target USING btree (route_id, step);

create table alert_source (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  kind text not null,
  token_hash bytea not null,
  last_characters text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default mon_now(),
  last_received_at timestamp with time zone,
  window_at timestamp with time zone,
  requests integer not null default 0,
  constraint alert_source_public_id_key UNIQUE (public_id),
  constraint alert_source_token_hash_key UNIQUE (token_hash),
  constraint alert_source_pkey PRIMARY KEY (id),
  constraint alert_source_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint alert_source_kind_check CHECK ((kind = ANY (ARRAY['pagerduty'::text, 'opsgenie'::text, 'alertmanager'::text, 'grafana'::text]))),
  constraint alert_source_token_hash_check CHECK ((octet_length(token_hash) = 32))
) with (fillfactor=80);
CREATE INDEX alert_source_account ON alert_source USING btree (account_id, id);

create table alert_window (
  account_id bigint not null,
  opened_at timestamp with time zone not null,
  sent integer not null,
  constraint alert_window_pkey PRIMARY KEY (account_id),
  constraint alert_window_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table api_key (
  id bigint not null generated always as identity,
  public_id uuid not null,
  membership_id bigint not null,
  hash bytea not null,
  shown_start text not null,
  shown_end text not null,
  created_at timestamp with time zone not null default mon_now(),
  revoked_at timestamp with time zone,
  name text not null default 'API key'::text,
  scope text not null default 'write'::text,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  only_for text,
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_public_id_key UNIQUE (public_id),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint api_key_check CHECK (((only_for IS NULL) OR ((only_for = 'heartbeats'::text) AND (scope = 'read'::text)))),
  constraint api_key_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_key_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'write'::text])))
);
CREATE INDEX api_key_membership ON api_key USING btree (membership_id) WHERE (revoked_at IS NULL);
CREATE TRIGGER signal_key AFTER DELETE OR UPDATE OF revoked_at ON api_key FOR EACH ROW EXECUTE FUNCTION signal_membership();

create table app_user (
  id bigint not null generated always as identity,
  public_id uuid not null,
  email text not null,
  name text,
  password_hash text,
  email_confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  constraint app_user_public_id_key UNIQUE (public_id),
  constraint app_user_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX app_user_email ON app_user USING btree (lower(email));

create table attempt_limit (
  bucket bytea not null,
  attempts integer not null,
  free_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint attempt_limit_pkey PRIMARY KEY (bucket),
  constraint attempt_limit_bucket_check CHECK ((octet_length(bucket) = 32))
) with (fillfactor=80);
CREATE INDEX attempt_limit_age ON attempt_limit USING btree (last_at);

create table audit_entry (
  id bigint not null generated always as identity,
  public_id uuid not null default mon_uuidv7(),
  account_id bigint not null,
  at timestamp with time zone not null default mon_now(),
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  action text not null,
  target text,
  actor text not null,
  email text,
  key_name text,
  address text not null,
  user_agent text not null,
  changes jsonb not null default '[]'::jsonb,
  targets text[],
  fields text[],
  constraint audit_entry_public_id_key UNIQUE (public_id),
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX audit_entry_account ON audit_entry USING btree (account_id, id);
CREATE INDEX audit_entry_expires ON audit_entry USING btree (expires_at);
CREATE INDEX audit_entry_target ON audit_entry USING btree (account_id, target, at DESC) WHERE (target IS NOT NULL);
CREATE INDEX audit_entry_targets ON audit_entry USING gin (targets) WHERE (targets IS NOT NULL);

create table blob (
  hash bytea not null,
  content_type text not null,
  size integer not null,
  stored boolean not null default false,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default mon_now(),
  constraint blob_pkey PRIMARY KEY (hash),
  constraint blob_hash_check CHECK ((octet_length(hash) = 32)),
  constraint blob_size_check CHECK ((size >= 0))
);
CREATE INDEX blob_expiry ON blob USING btree (expires_at);

create table blob_bytes (
  hash bytea not null,
  bytes bytea storage external not null,
  constraint blob_bytes_pkey PRIMARY KEY (hash)
);

create table cc_email_author (
  monitor_id bigint not null,
  address text not null,
  membership_id bigint not null,
  constraint cc_email_author_pkey PRIMARY KEY (monitor_id, address),
  constraint cc_email_author_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint cc_email_author_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint cc_email_author_address_check CHECK ((address = lower(address)))
);
CREATE INDEX cc_email_author_membership ON cc_email_author USING btree (membership_id);

create table certificate_schedule (
  monitor_id bigint not null,
  next_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  lease_token uuid,
  next_location text,
  constraint certificate_schedule_pkey PRIMARY KEY (monitor_id),
  constraint certificate_schedule_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX certificate_due ON certificate_schedule USING btree (GREATEST(next_at, lease_until));

create table change_seen (
  user_id bigint not null,
  change_id bigint not null,
  is_seen boolean not null,
  constraint change_seen_pkey PRIMARY KEY (user_id, change_id),
  constraint change_seen_change_id_fkey FOREIGN KEY (change_id) REFERENCES url_change(id) ON DELETE CASCADE,
  constraint change_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX change_seen_change ON change_seen USING btree (change_id);
CREATE INDEX change_seen_not ON change_seen USING btree (user_id) WHERE (NOT is_seen);
CREATE TRIGGER signal_change_seen_delete AFTER DELETE ON change_seen REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_change_seen();
CREATE TRIGGER signal_change_seen_insert AFTER INSERT ON change_seen REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_change_seen();
CREATE TRIGGER signal_change_seen_update AFTER UPDATE ON change_seen REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_change_seen();

create table check_day (
  monitor_id bigint not null,
  day date not null,
  hours smallint[] not null,
  constraint check_day_pkey PRIMARY KEY (monitor_id, day),
  constraint check_day_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);

create table check_history (
  monitor_id bigint not null,
  checked_at timestamp with time zone not null,
  verdict smallint not null,
  status_code smallint,
  response_us integer,
  dns_us integer,
  connect_us integer,
  tls_us integer,
  wait_us integer,
  download_us integer,
  location text not null,
  error_code text,
  error_message text,
  constraint check_history_pkey PRIMARY KEY (monitor_id, checked_at)
) partition by RANGE (checked_at);

create table check_hour (
  monitor_id bigint not null,
  hour timestamp with time zone not null,
  checks integer not null,
  up integer not null,
  down integer not null,
  response smallint[] not null,
  constraint check_hour_pkey PRIMARY KEY (monitor_id, hour)
) partition by RANGE (hour);

create table config_key (
  account_id bigint not null,
  project text not null,
  section text not null,
  key text not null,
  target uuid not null,
  applied jsonb not null,
  parts jsonb not null,
  applied_at timestamp with time zone not null default mon_now(),
  constraint config_key_account_id_section_target_key UNIQUE (account_id, section, target),
  constraint config_key_pkey PRIMARY KEY (account_id, project, section, key),
  constraint config_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table config_plan (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  membership_id bigint not null,
  credential bytea not null,
  document text not null,
  fingerprint bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  constraint config_plan_public_id_key UNIQUE (public_id),
  constraint config_plan_pkey PRIMARY KEY (id),
  constraint config_plan_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint config_plan_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE
);
CREATE INDEX config_plan_membership ON config_plan USING btree (membership_id, id);

create table contact_due (
  id bigint not null generated always as identity,
  notification_id bigint not null,
  membership_id bigint not null,
  via text not null,
  minute integer not null,
  route_step smallint,
  reminder integer,
  on_call jsonb,
  due_at timestamp with time zone not null,
  constraint contact_due_notification_id_membership_id_via_minute_key UNIQUE (notification_id, membership_id, via, minute),
  constraint contact_due_pkey PRIMARY KEY (id),
  constraint contact_due_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint contact_due_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES alert_due(notification_id) ON DELETE CASCADE
);
CREATE INDEX contact_due_at ON contact_due USING btree (due_at);
CREATE INDEX contact_due_person ON contact_due USING btree (membership_id);

create table contact_rules (
  membership_id bigint not null,
  high jsonb not null,
  low jsonb not null,
  updated_at timestamp with time zone not null default mon_now(),
  constraint contact_rules_pkey PRIMARY KEY (membership_id),
  constraint contact_rules_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE
);

create table credit_lot (
  id bigint not null generated always as identity,
  account_id bigint not null,
  kind text not null,
  granted integer not null,
  remaining integer not null,
  expires_at timestamp with time zone,
  closed boolean not null default false,
  created_at timestamp with time zone not null default mon_now(),
  constraint credit_lot_pkey PRIMARY KEY (id),
  constraint credit_lot_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint credit_lot_check CHECK (((remaining >= 0) AND (remaining <= granted))),
  constraint credit_lot_check1 CHECK (((NOT closed) OR (remaining = 0))),
  constraint credit_lot_granted_check CHECK ((granted > 0)),
  constraint credit_lot_kind_check CHECK ((kind = ANY (ARRAY['annual'::text, 'pack'::text, 'refund'::text])))
);
CREATE INDEX credit_lot_expiring ON credit_lot USING btree (expires_at) WHERE (NOT closed);
CREATE INDEX credit_lot_spendable ON credit_lot USING btree (account_id, expires_at, id) WHERE (remaining > 0);

create table credit_movement (
  transaction_id bigint not null,
  lot_id bigint not null,
  amount integer not null,
  constraint credit_movement_pkey PRIMARY KEY (transaction_id, lot_id),
  constraint credit_movement_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES credit_lot(id) ON DELETE CASCADE,
  constraint credit_movement_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES credit_transaction(id) ON DELETE CASCADE,
  constraint credit_movement_amount_check CHECK ((amount <> 0))
);

create table credit_transaction (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  amount integer not null,
  type text not null,
  description text not null,
  job_id uuid,
  ref text,
  created_at timestamp with time zone not null default mon_now(),
  constraint credit_transaction_public_id_key UNIQUE (public_id),
  constraint credit_transaction_pkey PRIMARY KEY (id),
  constraint credit_transaction_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint credit_transaction_amount_check CHECK ((amount <> 0)),
  constraint credit_transaction_type_check CHECK ((type = ANY (ARRAY['grant'::text, 'purchase'::text, 'usage'::text, 'refund'::text, 'expiry'::text])))
);
CREATE INDEX credit_transaction_account ON credit_transaction USING btree (account_id, id DESC);
CREATE INDEX credit_transaction_job ON credit_transaction USING btree (account_id, job_id) WHERE (job_id IS NOT NULL);
CREATE UNIQUE INDEX credit_transaction_ref ON credit_transaction USING btree (account_id, ref) WHERE (ref IS NOT NULL);

create table delivery_attempt (
  delivery_id bigint not null,
  number integer not null,
  at timestamp with time zone not null,
  status text,
  code text,
  duration_ms integer,
  error text,
  constraint delivery_attempt_pkey PRIMARY KEY (delivery_id, number),
  constraint delivery_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES notification_delivery(id) ON DELETE CASCADE,
  constraint delivery_attempt_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'failed'::text])))
);

create table dns_change (
  id bigint not null generated always as identity,
  public_id uuid not null,
  monitor_id bigint not null,
  detected_at timestamp with time zone not null,
  changes jsonb not null,
  constraint dns_change_public_id_key UNIQUE (public_id),
  constraint dns_change_pkey PRIMARY KEY (id),
  constraint dns_change_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX dns_change_by_age ON dns_change USING btree (detected_at);
CREATE INDEX dns_change_of_monitor ON dns_change USING btree (monitor_id, detected_at DESC);
CREATE TRIGGER dns_change_is_evidence AFTER INSERT ON dns_change FOR EACH ROW EXECUTE FUNCTION add_incident_evidence();
CREATE TRIGGER signal_dns_change AFTER INSERT ON dns_change FOR EACH ROW EXECUTE FUNCTION signal_monitor_of();

create table dns_watch (
  monitor_id bigint not null,
  next_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  lease_token uuid,
  checked_at timestamp with time zone,
  state jsonb,
  shown jsonb,
  constraint dns_watch_pkey PRIMARY KEY (monitor_id),
  constraint dns_watch_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX dns_watch_due ON dns_watch USING btree (GREATEST(next_at, lease_until));

create table domain_access (
  membership_id bigint not null,
  monitor_id bigint not null,
  can_write boolean not null,
  constraint domain_access_pkey PRIMARY KEY (membership_id, monitor_id),
  constraint domain_access_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint domain_access_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX domain_access_monitor ON domain_access USING btree (monitor_id);
CREATE TRIGGER signal_access AFTER INSERT OR DELETE OR UPDATE ON domain_access FOR EACH ROW EXECUTE FUNCTION signal_membership();

create table domain_fact (
  kind text not null,
  domain text not null,
  facts jsonb,
  looked_up_at timestamp with time zone,
  expires_at timestamp with time zone,
  lease_token uuid,
  lease_until timestamp with time zone,
  constraint domain_fact_pkey PRIMARY KEY (kind, domain),
  constraint domain_fact_kind_check CHECK ((kind = ANY (ARRAY['prospect'::text, 'sender'::text])))
);
CREATE INDEX domain_fact_lease ON domain_fact USING btree (lease_token) WHERE (lease_token IS NOT NULL);
CREATE INDEX domain_fact_over ON domain_fact USING btree (GREATEST(expires_at, lease_until));

create table email_health_history (
  monitor_id bigint not null,
  checked_at timestamp with time zone not null,
  score smallint,
  grade text,
  incomplete boolean not null,
  components jsonb not null,
  listings text[] not null,
  rubric_version text,
  constraint email_health_history_pkey PRIMARY KEY (monitor_id, checked_at),
  constraint email_health_history_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX email_health_history_age ON email_health_history USING brin (checked_at);

create table email_health_report (
  domain text not null,
  report text,
  incomplete boolean,
  checked_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  constraint email_health_report_pkey PRIMARY KEY (domain)
);
CREATE INDEX email_health_report_age ON email_health_report USING btree (GREATEST(checked_at, lease_until));

create table email_health_schedule (
  monitor_id bigint not null,
  interval_ms bigint not null,
  phase bigint not null,
  next_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  incomplete_runs smallint not null default 0,
  last_checked_at timestamp with time zone,
  grade text,
  listings text[],
  grade_announced boolean not null default false,
  listings_announced text[] not null default '{}'::text[],
  rubric_version text,
  rubric_checked_at timestamp with time zone,
  mail jsonb,
  signing jsonb,
  constraint email_health_schedule_pkey PRIMARY KEY (monitor_id),
  constraint email_health_schedule_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint email_health_schedule_interval_ms_check CHECK ((interval_ms > 0)),
  constraint email_health_schedule_phase_check CHECK ((phase >= 0))
) with (fillfactor=70);
CREATE INDEX email_health_due ON email_health_schedule USING btree (GREATEST(next_at, lease_until)) WHERE (next_at IS NOT NULL);

create table email_outbox (
  id bigint not null generated always as identity,
  public_id uuid not null,
  message_id text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default mon_now(),
  sealed text,
  constraint email_outbox_message_id_key UNIQUE (message_id),
  constraint email_outbox_public_id_key UNIQUE (public_id),
  constraint email_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX email_outbox_recipient ON email_outbox USING btree (lower(recipient), id DESC);
CREATE INDEX email_outbox_unsealed ON email_outbox USING btree (id) WHERE (sealed IS NULL);

create table email_suppression (
  account_id bigint not null,
  address text not null,
  created_at timestamp with time zone not null default mon_now(),
  constraint email_suppression_pkey PRIMARY KEY (account_id, address),
  constraint email_suppression_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint email_suppression_address_check CHECK ((address = lower(address)))
);

create table event_stream (
  id uuid not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint event_stream_pkey PRIMARY KEY (id),
  constraint event_stream_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX event_stream_age ON event_stream USING btree (expires_at);
CREATE INDEX event_stream_user ON event_stream USING btree (user_id);

create table handled_effect (
  key text not null,
  handled_at timestamp with time zone not null default mon_now(),
  constraint handled_effect_pkey PRIMARY KEY (key)
);
CREATE INDEX handled_effect_age ON handled_effect USING btree (handled_at);

create table heartbeat (
  monitor_id bigint not null,
  account_id bigint not null,
  slug text not null,
  memory jsonb not null,
  state smallint not null default 0,
  flips jsonb not null default '[]'::jsonb,
  version bigint not null default 0,
  pings bigint not null default 0,
  last_ping_at timestamp with time zone,
  last_runtime_ms bigint,
  expected_at timestamp with time zone,
  resumed_at timestamp with time zone,
  changed_at timestamp with time zone,
  reminded_at timestamp with time zone,
  constraint heartbeat_pkey PRIMARY KEY (monitor_id),
  constraint heartbeat_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint heartbeat_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);
CREATE INDEX heartbeat_slug ON heartbeat USING btree (account_id, slug);

create table heartbeat_ping (
  monitor_id bigint not null,
  n bigint not null,
  at timestamp with time zone not null,
  kind smallint not null,
  run text,
  exit_code smallint,
  runtime_ms bigint,
  body bytea,
  is_cut boolean not null default false,
  client text,
  network text,
  method text,
  mail_id bytea,
  constraint heartbeat_ping_pkey PRIMARY KEY (monitor_id, n),
  constraint heartbeat_ping_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);

create table heartbeat_token (
  hash bytea not null,
  monitor_id bigint not null,
  sealed text not null,
  created_at timestamp with time zone not null default mon_now(),
  replaced_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint heartbeat_token_pkey PRIMARY KEY (hash),
  constraint heartbeat_token_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX heartbeat_token_monitor ON heartbeat_token USING btree (monitor_id);

create table host_proof (
  account_id bigint not null,
  hostname text not null,
  next_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  lease_token uuid,
  proven_at timestamp with time zone,
  absent_since timestamp with time zone,
  stopped_at timestamp with time zone,
  constraint host_proof_pkey PRIMARY KEY (account_id, hostname),
  constraint host_proof_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX host_proof_due ON host_proof USING btree (GREATEST(next_at, lease_until));

create table idempotent_request (
  user_id bigint not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  lease_token uuid not null,
  lease_until timestamp with time zone not null,
  answer text,
  created_at timestamp with time zone not null default mon_now(),
  work_id uuid,
  constraint idempotent_request_pkey PRIMARY KEY (user_id, key_hash),
  constraint idempotent_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint idempotent_request_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint idempotent_request_key_hash_check CHECK ((octet_length(key_hash) = 32))
);
CREATE INDEX idempotent_request_age ON idempotent_request USING btree (created_at);

create table incident (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  monitor_id bigint,
  started_at timestamp with time zone not null,
  confirmed_at timestamp with time zone not null,
  trigger_status_code smallint,
  trigger_error_code text,
  trigger_error_message text,
  resolved_at timestamp with time zone,
  closed_at timestamp with time zone,
  resolution text,
  resolution_status_code smallint,
  trigger_screenshot_url text,
  resolution_screenshot_url text,
  maintenance_id bigint,
  is_unannounced boolean not null default false,
  acknowledged_at timestamp with time zone,
  acknowledged_by bigint,
  acknowledged_via text,
  acknowledged_channel text,
  acknowledged_recipient text,
  acknowledgement_note text,
  address inet,
  name_servers text,
  job jsonb,
  source_id bigint,
  source_key text,
  source jsonb,
  constraint incident_public_id_key UNIQUE (public_id),
  constraint incident_pkey PRIMARY KEY (id),
  constraint incident_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint incident_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint incident_source_id_fkey FOREIGN KEY (source_id) REFERENCES alert_source(id) ON DELETE SET NULL,
  constraint incident_acknowledged_via_check CHECK ((acknowledged_via = ANY (ARRAY['dashboard'::text, 'api'::text, 'link'::text, 'app'::text]))),
  constraint incident_origin_check CHECK (((monitor_id IS NOT NULL) OR (source IS NOT NULL))) NOT VALID,
  constraint incident_resolution_check CHECK ((resolution = ANY (ARRAY['recovered'::text, 'paused'::text, 'deleted'::text])))
);
CREATE INDEX incident_account ON incident USING btree (account_id, started_at DESC);
CREATE INDEX incident_monitor ON incident USING btree (monitor_id, started_at DESC);
CREATE INDEX incident_resolved ON incident USING btree (resolved_at);
CREATE INDEX incident_source ON incident USING btree (source_id, started_at DESC) WHERE (source_id IS NOT NULL);
CREATE UNIQUE INDEX incident_of_source ON incident USING btree (source_id, source_key) WHERE ((resolved_at IS NULL) AND (source_id IS NOT NULL));
CREATE UNIQUE INDEX incident_open ON incident USING btree (monitor_id) WHERE (resolved_at IS NULL);
CREATE TRIGGER mark_maintenance BEFORE INSERT ON incident FOR EACH ROW EXECUTE FUNCTION mark_maintenance_of_incident();
CREATE TRIGGER signal_incident AFTER INSERT OR UPDATE ON incident FOR EACH ROW EXECUTE FUNCTION signal_row('incident');

create table incident_diagnosis (
  incident_id bigint not null,
  facts jsonb not null,
  changed_at timestamp with time zone not null default mon_now(),
  observed_at timestamp with time zone,
  is_to_observe boolean not null default false,
  constraint incident_diagnosis_pkey PRIMARY KEY (incident_id),
  constraint incident_diagnosis_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id) ON DELETE CASCADE
);
CREATE INDEX incident_diagnosis_to_observe ON incident_diagnosis USING btree (incident_id) WHERE is_to_observe;
CREATE TRIGGER incident_is_to_observe BEFORE INSERT OR UPDATE ON incident_diagnosis FOR EACH ROW EXECUTE FUNCTION mark_incident_to_observe();
CREATE TRIGGER incident_opens_repair AFTER INSERT ON incident_diagnosis FOR EACH ROW EXECUTE FUNCTION open_incident_repair();

create table incident_repair (
  incident_id bigint not null,
  account_id bigint not null,
  monitor_id bigint not null,
  cause text,
  classified_at timestamp with time zone,
  state text not null default 'open'::text,
  opened_at timestamp with time zone not null,
  reported_at timestamp with time zone,
  reported_by bigint,
  applied_at timestamp with time zone,
  verified_at timestamp with time zone,
  closed_at timestamp with time zone,
  reopened integer not null default 0,
  returned_from bigint,
  returned integer not null default 0,
  locations jsonb not null default '[]'::jsonb,
  asked text[] not null default '{}'::text[],
  steps jsonb not null default '[]'::jsonb,
  followed_at timestamp with time zone,
  ended_at timestamp with time zone,
  asks_servers boolean not null default false,
  servers_asked_at timestamp with time zone,
  answers jsonb,
  constraint incident_repair_pkey PRIMARY KEY (incident_id),
  constraint incident_repair_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint incident_repair_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id) ON DELETE CASCADE,
  constraint incident_repair_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint incident_repair_returned_from_fkey FOREIGN KEY (returned_from) REFERENCES incident(id) ON DELETE SET NULL,
  constraint incident_repair_state_check CHECK ((state = ANY (ARRAY['open'::text, 'applied'::text, 'verified'::text, 'closed'::text])))
);
CREATE INDEX incident_repair_account ON incident_repair USING btree (account_id, closed_at);
CREATE INDEX incident_repair_monitor ON incident_repair USING btree (monitor_id, opened_at DESC);
CREATE INDEX incident_repair_returned ON incident_repair USING btree (returned_from) WHERE (returned_from IS NOT NULL);
CREATE INDEX incident_repair_unfinished ON incident_repair USING btree (followed_at NULLS FIRST) WHERE (ended_at IS NULL);
CREATE TRIGGER signal_incident_repair AFTER UPDATE ON incident_repair FOR EACH ROW WHEN (((((old.state IS DISTINCT FROM new.state) OR (old.locations IS DISTINCT FROM new.locations)) OR (old.reported_at IS DISTINCT FROM new.reported_at)) OR (old.answers IS DISTINCT FROM new.answers))) EXECUTE FUNCTION signal_incident_repair();

create table invite_access (
  invite_id bigint not null,
  monitor_id bigint not null,
  can_write boolean not null,
  constraint invite_access_pkey PRIMARY KEY (invite_id, monitor_id),
  constraint invite_access_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES team_invite(id) ON DELETE CASCADE,
  constraint invite_access_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX invite_access_monitor ON invite_access USING btree (monitor_id);

create table job (
  id bigint not null generated always as identity,
  public_id uuid not null,
  queue text not null,
  key text,
  payload jsonb not null,
  attempt integer not null default 1,
  takes integer not null default 0,
  next_at timestamp with time zone not null default mon_now(),
  lease_until timestamp with time zone,
  lease_token uuid,
  created_at timestamp with time zone not null default mon_now(),
  dead_at timestamp with time zone,
  why text,
  constraint job_public_id_key UNIQUE (public_id),
  constraint job_pkey PRIMARY KEY (id)
);
CREATE INDEX job_dead ON job USING btree (dead_at) WHERE (dead_at IS NOT NULL);
CREATE INDEX job_due ON job USING btree (queue, GREATEST(next_at, lease_until)) WHERE (dead_at IS NULL);
CREATE UNIQUE INDEX job_key ON job USING btree (queue, key) WHERE (dead_at IS NULL);

create table licence (
  id bigint not null generated always as identity,
  account_id bigint not null,
  order_id bigint not null,
  kind text not null,
  sku text not null,
  domains integer not null default 0,
  paid_at timestamp with time zone not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint licence_order_id_key UNIQUE (order_id),
  constraint licence_pkey PRIMARY KEY (id),
  constraint licence_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint licence_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_order(id) ON DELETE CASCADE,
  constraint licence_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'addon'::text])))
);
CREATE INDEX licence_account ON licence USING btree (account_id) WHERE (revoked_at IS NULL);
CREATE INDEX licence_end ON licence USING btree (ends_at) WHERE (revoked_at IS NULL);

create table linked_identity (
  id bigint not null generated always as identity,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  email text,
  linked_at timestamp with time zone not null default mon_now(),
  constraint linked_identity_issuer_subject_key UNIQUE (issuer, subject),
  constraint linked_identity_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint linked_identity_pkey PRIMARY KEY (id),
  constraint linked_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table location_advisory (
  monitor_id bigint not null,
  location text not null,
  verdict smallint not null,
  since timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint location_advisory_pkey PRIMARY KEY (monitor_id, location),
  constraint location_advisory_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint location_advisory_verdict_check CHECK ((verdict = ANY (ARRAY[1, 2])))
);
CREATE TRIGGER changed_location_advisory_is_noted AFTER UPDATE ON location_advisory FOR EACH ROW WHEN ((old.verdict IS DISTINCT FROM new.verdict)) EXECUTE FUNCTION note_location_advisory();
CREATE TRIGGER location_advisory_is_evidence AFTER INSERT ON location_advisory FOR EACH ROW WHEN ((new.verdict = 1)) EXECUTE FUNCTION add_location_evidence();
CREATE TRIGGER location_advisory_is_noted AFTER INSERT ON location_advisory FOR EACH ROW EXECUTE FUNCTION note_location_advisory();

create table mail_host_contact (
  host text not null,
  contacted_at timestamp with time zone not null,
  contact text,
  constraint mail_host_contact_pkey PRIMARY KEY (host)
);
CREATE INDEX mail_host_contact_age ON mail_host_contact USING btree (contacted_at);

create table maintenance_monitor (
  window_id bigint not null,
  monitor_id bigint not null,
  constraint maintenance_monitor_pkey PRIMARY KEY (window_id, monitor_id),
  constraint maintenance_monitor_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint maintenance_monitor_window_id_fkey FOREIGN KEY (window_id) REFERENCES maintenance_window(id) ON DELETE CASCADE
);
CREATE INDEX maintenance_monitor_monitor ON maintenance_monitor USING btree (monitor_id);

create table maintenance_occurrence (
  window_id bigint not null,
  account_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint maintenance_occurrence_pkey PRIMARY KEY (window_id, starts_at),
  constraint maintenance_occurrence_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint maintenance_occurrence_window_id_fkey FOREIGN KEY (window_id) REFERENCES maintenance_window(id) ON DELETE CASCADE,
  constraint maintenance_occurrence_check CHECK ((ends_at > starts_at))
);
CREATE INDEX maintenance_occurrence_account ON maintenance_occurrence USING btree (account_id, ends_at);
CREATE INDEX maintenance_occurrence_end ON maintenance_occurrence USING btree (ends_at);
CREATE INDEX maintenance_occurrence_start ON maintenance_occurrence USING btree (starts_at);

create table maintenance_period (
  monitor_id bigint not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  window_id bigint not null,
  constraint maintenance_period_pkey PRIMARY KEY (monitor_id, since, window_id),
  constraint maintenance_period_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint maintenance_period_window_id_fkey FOREIGN KEY (window_id) REFERENCES maintenance_window(id) ON DELETE CASCADE
);
CREATE INDEX maintenance_period_age ON maintenance_period USING btree (until);
CREATE INDEX maintenance_period_window ON maintenance_period USING btree (window_id);

create table maintenance_tag (
  window_id bigint not null,
  tag_id bigint not null,
  constraint maintenance_tag_pkey PRIMARY KEY (window_id, tag_id),
  constraint maintenance_tag_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  constraint maintenance_tag_window_id_fkey FOREIGN KEY (window_id) REFERENCES maintenance_window(id) ON DELETE CASCADE
);
CREATE INDEX maintenance_tag_tag ON maintenance_tag USING btree (tag_id);

create table maintenance_waiting (
  notification_id bigint not null,
  monitor_id bigint not null,
  constraint maintenance_waiting_pkey PRIMARY KEY (notification_id),
  constraint maintenance_waiting_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX maintenance_waiting_monitor ON maintenance_waiting USING btree (monitor_id);

create table maintenance_window (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  covers_account boolean not null default false,
  starts_at timestamp with time zone not null,
  minutes integer not null,
  timezone text not null,
  recurrence text,
  is_stopped boolean not null default false,
  expanded_until timestamp with time zone not null,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  ended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  revision integer not null default 0,
  is_published boolean not null default true,
  constraint maintenance_window_public_id_key UNIQUE (public_id),
  constraint maintenance_window_pkey PRIMARY KEY (id),
  constraint maintenance_window_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint maintenance_window_minutes_check CHECK ((minutes > 0))
);
CREATE INDEX maintenance_window_account ON maintenance_window USING btree (account_id, id DESC);
CREATE INDEX maintenance_window_expanded ON maintenance_window USING btree (expanded_until) WHERE (ended_at IS NULL);
CREATE TRIGGER count_revision BEFORE UPDATE ON maintenance_window FOR EACH ROW WHEN ((((((((old.name IS DISTINCT FROM new.name) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.minutes IS DISTINCT FROM new.minutes)) OR (old.timezone IS DISTINCT FROM new.timezone)) OR (old.recurrence IS DISTINCT FROM new.recurrence)) OR (old.covers_account IS DISTINCT FROM new.covers_account)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION count_window_revision();
CREATE TRIGGER signal_maintenance AFTER INSERT OR UPDATE ON maintenance_window FOR EACH ROW EXECUTE FUNCTION signal_maintenance();

create table marker (
  id bigint not null generated always as identity,
  public_id uuid not null default mon_uuidv7(),
  account_id bigint not null,
  monitor_id bigint not null,
  at timestamp with time zone not null,
  text text not null,
  link text,
  created_by bigint,
  created_at timestamp with time zone not null default mon_now(),
  constraint marker_public_id_key UNIQUE (public_id),
  constraint marker_pkey PRIMARY KEY (id),
  constraint marker_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint marker_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX marker_account ON marker USING btree (account_id, created_at);
CREATE INDEX marker_age ON marker USING btree (at);
CREATE INDEX marker_monitor ON marker USING btree (monitor_id, at DESC, id DESC);
CREATE TRIGGER marker_is_evidence AFTER INSERT ON marker FOR EACH ROW EXECUTE FUNCTION add_marker_evidence();

create table membership (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  user_id bigint not null,
  role text not null,
  alerts_by_email boolean not null default true,
  created_at timestamp with time zone not null default mon_now(),
  removed_at timestamp with time zone,
  member_role text not null default 'editor'::text,
  constraint membership_public_id_key UNIQUE (public_id),
  constraint membership_pkey PRIMARY KEY (id),
  constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint membership_member_role_check CHECK ((member_role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text]))),
  constraint membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);
CREATE INDEX membership_user ON membership USING btree (user_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX membership_live ON membership USING btree (account_id, user_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX membership_owner ON membership USING btree (account_id) WHERE ((role = 'owner'::text) AND (removed_at IS NULL));
CREATE TRIGGER drop_member_access AFTER UPDATE OF removed_at ON membership FOR EACH ROW WHEN (((old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION drop_member_access();
CREATE TRIGGER end_requests AFTER UPDATE OF removed_at ON membership FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION end_requests();
CREATE TRIGGER remove_calendars AFTER UPDATE OF removed_at ON membership FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION remove_calendars();
CREATE TRIGGER remove_contacts AFTER UPDATE OF removed_at ON membership FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION remove_contacts();
CREATE TRIGGER remove_from_routes AFTER UPDATE OF removed_at ON membership FOR EACH ROW WHEN ((new.removed_at IS NOT NULL)) EXECUTE FUNCTION remove_from_routes();
CREATE TRIGGER signal_member AFTER DELETE OR UPDATE OF removed_at, role ON membership FOR EACH ROW EXECUTE FUNCTION signal_user();
CREATE TRIGGER signal_member_role AFTER UPDATE OF member_role ON membership FOR EACH ROW WHEN ((old.member_role IS DISTINCT FROM new.member_role)) EXECUTE FUNCTION signal_user();

create table monitor (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  kind smallint not null,
  url text not null,
  hostname text not null,
  dedupe_key text not null,
  name text not null,
  check_interval_seconds integer not null default 3600,
  timeout_seconds integer not null default 10,
  email_health_interval_seconds integer not null default 86400,
  cc_emails text[] not null default '{}'::text[],
  screenshot_on_failure boolean not null default true,
  card_color text not null default '#6B7280'::text,
  screenshot_enabled boolean not null default true,
  screenshot_wait_ms integer not null default 2000,
  paused_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  dkim_selectors text[] not null default '{}'::text[],
  request jsonb,
  expect jsonb,
  degraded_after_ms integer,
  dns_watch jsonb,
  page_include jsonb,
  page_exclude jsonb,
  ignore_lines jsonb,
  change_trigger jsonb,
  only_lines jsonb,
  minimum_change jsonb,
  render_page boolean not null default false,
  depends_on text[] not null default '{}'::text[],
  email_health_enabled boolean not null default true,
  content_faults text not null default 'down'::text,
  settings jsonb,
  constraint monitor_public_id_key UNIQUE (public_id),
  constraint monitor_pkey PRIMARY KEY (id),
  constraint monitor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint monitor_check_interval_seconds_check CHECK ((check_interval_seconds > 0)),
  constraint monitor_content_faults_check CHECK ((content_faults = ANY (ARRAY['down'::text, 'remark'::text, 'off'::text]))),
  constraint monitor_screenshot_wait_ms_check CHECK (((screenshot_wait_ms >= 0) AND (screenshot_wait_ms <= 30000))),
  constraint monitor_timeout_seconds_check CHECK ((timeout_seconds > 0))
);
CREATE INDEX monitor_account ON monitor USING btree (account_id, kind, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX monitor_deleted ON monitor USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX monitor_depends_on ON monitor USING btree (account_id) WHERE ((cardinality(depends_on) > 0) AND (deleted_at IS NULL));
CREATE INDEX monitor_dns_watch ON monitor USING btree (account_id, id) WHERE ((dns_watch IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX monitor_unsafe ON monitor USING btree (account_id, hostname) WHERE (((request ->> 'method'::text) = ANY (ARRAY['POST'::text, 'PUT'::text, 'PATCH'::text])) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX monitor_active_target ON monitor USING btree (account_id, kind, dedupe_key) WHERE (deleted_at IS NULL);
CREATE TRIGGER dns_watch_of_monitor AFTER UPDATE OF dns_watch ON monitor FOR EACH ROW WHEN ((old.dns_watch IS DISTINCT FROM new.dns_watch)) EXECUTE FUNCTION schedule_dns_watch();
CREATE TRIGGER dns_watch_of_new_monitor AFTER INSERT ON monitor FOR EACH ROW WHEN ((new.dns_watch IS NOT NULL)) EXECUTE FUNCTION schedule_dns_watch();
CREATE TRIGGER drop_cc_email_authors AFTER UPDATE OF cc_emails ON monitor FOR EACH ROW WHEN ((old.cc_emails IS DISTINCT FROM new.cc_emails)) EXECUTE FUNCTION drop_cc_email_authors();
CREATE TRIGGER email_health_of_monitor AFTER UPDATE OF paused_at, deleted_at, email_health_interval_seconds, email_health_enabled ON monitor FOR EACH ROW WHEN (((new.kind = 1) AND ((((old.paused_at IS DISTINCT FROM new.paused_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.email_health_interval_seconds IS DISTINCT FROM new.email_health_interval_seconds)) OR (old.email_health_enabled IS DISTINCT FROM new.email_health_enabled)))) EXECUTE FUNCTION schedule_email_health();
CREATE TRIGGER email_health_of_new_monitor AFTER INSERT ON monitor FOR EACH ROW WHEN ((new.kind = 1)) EXECUTE FUNCTION schedule_email_health();
CREATE TRIGGER facts_of_new_monitor AFTER INSERT ON monitor FOR EACH ROW WHEN ((new.kind = 1)) EXECUTE FUNCTION schedule_facts();
CREATE TRIGGER follow_heartbeat AFTER UPDATE OF name, settings, paused_at ON monitor FOR EACH ROW WHEN (((new.kind = 3) AND (((old.name IS DISTINCT FROM new.name) OR (old.settings IS DISTINCT FROM new.settings)) OR (old.paused_at IS DISTINCT FROM new.paused_at)))) EXECUTE FUNCTION follow_heartbeat();
CREATE TRIGGER host_proof_of_monitor AFTER UPDATE OF request ON monitor FOR EACH ROW WHEN (((new.request ->> 'method'::text) = ANY (ARRAY['POST'::text, 'PUT'::text, 'PATCH'::text]))) EXECUTE FUNCTION schedule_host_proof();
CREATE TRIGGER host_proof_of_new_monitor AFTER INSERT ON monitor FOR EACH ROW WHEN (((new.request ->> 'method'::text) = ANY (ARRAY['POST'::text, 'PUT'::text, 'PATCH'::text]))) EXECUTE FUNCTION schedule_host_proof();
CREATE TRIGGER service_proof_of_deleted_monitor AFTER UPDATE OF deleted_at ON monitor FOR EACH ROW WHEN (((new.kind = 4) AND ((old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL)))) EXECUTE FUNCTION suspend_service_proof();
CREATE TRIGGER service_proof_of_monitor AFTER UPDATE OF url, settings ON monitor FOR EACH ROW WHEN (((new.kind = 4) AND ((old.url IS DISTINCT FROM new.url) OR (((old.settings #> '{check,login}'::text[]) IS NULL) IS DISTINCT FROM ((new.settings #> '{check,login}'::text[]) IS NULL))))) EXECUTE FUNCTION schedule_service_proof();
CREATE TRIGGER service_proof_of_new_monitor AFTER INSERT ON monitor FOR EACH ROW WHEN ((new.kind = 4)) EXECUTE FUNCTION schedule_service_proof();
CREATE TRIGGER signal_monitor AFTER INSERT OR UPDATE ON monitor FOR EACH ROW EXECUTE FUNCTION signal_monitor();
CREATE TRIGGER unlink_deleted_parent AFTER UPDATE OF deleted_at ON monitor FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION unlink_deleted_parent();

create table monitor_change (
  id bigint not null generated always as identity,
  monitor_id bigint not null,
  kind text not null,
  at timestamp with time zone not null default mon_now(),
  changes jsonb not null,
  constraint monitor_change_pkey PRIMARY KEY (id),
  constraint monitor_change_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint monitor_change_kind_check CHECK ((kind = ANY (ARRAY['certificate'::text, 'redirect'::text, 'registration'::text, 'location_advisory'::text])))
);
CREATE INDEX monitor_change_age ON monitor_change USING btree (at);
CREATE INDEX monitor_change_monitor ON monitor_change USING btree (monitor_id, kind, at DESC);

create table monitor_facts (
  monitor_id bigint not null,
  ssl jsonb,
  redirect jsonb,
  domain_expiry jsonb,
  email_health jsonb,
  ssl_state smallint not null default 0,
  ssl_bad_since timestamp with time zone,
  ssl_announced_days smallint,
  ssl_problem text,
  ssl_problem_at timestamp with time zone,
  content_fault jsonb,
  content_memory jsonb,
  ssl_repair jsonb,
  constraint monitor_facts_pkey PRIMARY KEY (monitor_id),
  constraint monitor_facts_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX monitor_facts_repaired ON monitor_facts USING btree (monitor_id) WHERE (ssl_repair IS NOT NULL);
CREATE TRIGGER changed_facts_are_noted AFTER UPDATE OF ssl, redirect ON monitor_facts FOR EACH ROW WHEN (((old.ssl IS DISTINCT FROM new.ssl) OR (old.redirect IS DISTINCT FROM new.redirect))) EXECUTE FUNCTION note_changed_facts();
CREATE TRIGGER signal_facts AFTER UPDATE ON monitor_facts FOR EACH ROW WHEN (((old.ssl_state IS DISTINCT FROM new.ssl_state) OR ((old.ssl -> 'validTo'::text) IS DISTINCT FROM (new.ssl -> 'validTo'::text)) OR ((old.domain_expiry -> 'expiresAt'::text) IS DISTINCT FROM (new.domain_expiry -> 'expiresAt'::text)) OR ((old.email_health -> 'score'::text) IS DISTINCT FROM (new.email_health -> 'score'::text)))) EXECUTE FUNCTION signal_monitor_of();
CREATE TRIGGER signal_first_facts AFTER INSERT ON monitor_facts FOR EACH ROW EXECUTE FUNCTION signal_monitor_of();

create table monitor_registration (
  monitor_id bigint not null,
  domain text,
  announced_expiry timestamp with time zone,
  announced_days smallint,
  constraint monitor_registration_pkey PRIMARY KEY (monitor_id),
  constraint monitor_registration_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX monitor_registration_domain ON monitor_registration USING btree (domain);
CREATE INDEX monitor_registration_new ON monitor_registration USING btree (monitor_id) WHERE (domain IS NULL);

create table monitor_schedule (
  monitor_id bigint not null,
  kind smallint not null,
  interval_ms bigint not null,
  timeout_ms integer not null,
  phase bigint not null,
  state smallint not null default 0,
  failures smallint not null default 0,
  deterministic_failures smallint not null default 0,
  successes smallint not null default 0,
  streak_started_at timestamp with time zone,
  streak_status_code smallint,
  streak_error_code text,
  streak_error_message text,
  next_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  last_checked_at timestamp with time zone,
  last_status_code smallint,
  last_response_us integer,
  last_error_code text,
  last_error_message text,
  status_changed_at timestamp with time zone,
  hour_at timestamp with time zone,
  hour_checks smallint not null default 0,
  hour_up smallint not null default 0,
  hour_down smallint not null default 0,
  hour_response smallint[] not null default '{}'::smallint[],
  votes jsonb,
  next_location text,
  days_until date,
  verdict_at timestamp with time zone,
  verdict_due_at timestamp with time zone,
  is_unsafe boolean not null default false,
  is_degraded boolean not null default false,
  speed_streak smallint not null default 0,
  last_address inet,
  lost_leases smallint not null default 0,
  ended_processes smallint not null default 0,
  constraint monitor_schedule_pkey PRIMARY KEY (monitor_id),
  constraint monitor_schedule_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint monitor_schedule_interval_ms_check CHECK ((interval_ms > 0)),
  constraint monitor_schedule_phase_check CHECK ((phase >= 0)),
  constraint monitor_schedule_state_check CHECK (((state >= 0) AND (state <= 3)))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);
CREATE INDEX monitor_schedule_address ON monitor_schedule USING btree (last_address);
CREATE INDEX monitor_schedule_due_domain ON monitor_schedule USING btree (GREATEST(next_at, lease_until)) WHERE ((next_at IS NOT NULL) AND (kind = 1));
CREATE INDEX monitor_schedule_due_other ON monitor_schedule USING btree (kind, GREATEST(next_at, lease_until)) WHERE ((next_at IS NOT NULL) AND (kind > 2));
CREATE INDEX monitor_schedule_due_url ON monitor_schedule USING btree (GREATEST(next_at, lease_until)) WHERE ((next_at IS NOT NULL) AND (kind = 2));
CREATE INDEX monitor_schedule_ended ON monitor_schedule USING btree (monitor_id) WHERE (ended_processes > 0);
CREATE TRIGGER signal_speed AFTER UPDATE OF is_degraded ON monitor_schedule FOR EACH ROW WHEN ((old.is_degraded IS DISTINCT FROM new.is_degraded)) EXECUTE FUNCTION signal_monitor_of();
CREATE TRIGGER signal_state AFTER UPDATE OF state ON monitor_schedule FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION signal_monitor_of();

create table monitor_tag (
  monitor_id bigint not null,
  tag_id bigint not null,
  constraint end_unseen_additions TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint monitor_tag_pkey PRIMARY KEY (monitor_id, tag_id),
  constraint monitor_tag_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint monitor_tag_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE
);
CREATE INDEX monitor_tag_tag ON monitor_tag USING btree (tag_id);
CREATE CONSTRAINT TRIGGER end_unseen_additions AFTER DELETE ON monitor_tag DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_unseen_additions();
CREATE TRIGGER signal_tagged AFTER INSERT ON monitor_tag REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_tagged();
CREATE TRIGGER signal_tags AFTER INSERT OR DELETE ON monitor_tag FOR EACH ROW EXECUTE FUNCTION signal_monitor_of();
CREATE TRIGGER signal_untagged AFTER DELETE ON monitor_tag REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_tagged();

create table notification (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  key text not null,
  type text not null,
  kind text not null,
  monitor_id bigint,
  incident_id bigint,
  user_id bigint,
  data jsonb not null,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null default mon_now(),
  dispatched_at timestamp with time zone,
  sent_at timestamp with time zone,
  maintenance_id bigint,
  announced_at timestamp with time zone,
  diagnosis_facts jsonb,
  reason text,
  constraint notification_key_key UNIQUE (key),
  constraint notification_public_id_key UNIQUE (public_id),
  constraint notification_pkey PRIMARY KEY (id),
  constraint notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint notification_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id) ON DELETE CASCADE,
  constraint notification_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint notification_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'suppressed'::text, 'failed'::text])))
);
CREATE INDEX notification_account ON notification USING btree (account_id, id DESC);
CREATE INDEX notification_incident ON notification USING btree (incident_id) WHERE (incident_id IS NOT NULL);
CREATE INDEX notification_monitor ON notification USING btree (monitor_id, created_at DESC);
CREATE INDEX notification_pending ON notification USING btree (id) WHERE (status = 'pending'::text);
CREATE INDEX notification_undispatched ON notification USING btree (id) WHERE ((status = 'pending'::text) AND (dispatched_at IS NULL));
CREATE INDEX notification_user ON notification USING btree (user_id, created_at DESC) WHERE (user_id IS NOT NULL);
CREATE TRIGGER signal_new_notification AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION signal_notification();
CREATE TRIGGER signal_notification AFTER UPDATE ON notification FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION signal_notification();
CREATE TRIGGER suppress_in_maintenance BEFORE INSERT ON notification FOR EACH ROW WHEN (((new.status = 'pending'::text) AND (new.monitor_id IS NOT NULL))) EXECUTE FUNCTION suppress_in_maintenance();

create table notification_delivery (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  notification_id bigint,
  digest_id bigint,
  key text not null,
  channel text not null,
  target text not null,
  user_id bigint,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_at timestamp with time zone not null default mon_now(),
  waits_until timestamp with time zone,
  slot_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  error_code text,
  error_message text,
  created_at timestamp with time zone not null default mon_now(),
  settled_at timestamp with time zone,
  gathers_at timestamp with time zone,
  minute integer not null default 0,
  route_step smallint,
  reminder integer,
  cause_id bigint,
  cause_part smallint,
  target_kind text,
  target_name text,
  held_until timestamp with time zone,
  on_call jsonb,
  constraint notification_delivery_key_key UNIQUE (key),
  constraint notification_delivery_public_id_key UNIQUE (public_id),
  constraint notification_delivery_pkey PRIMARY KEY (id),
  constraint notification_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint notification_delivery_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES notification_delivery(id) ON DELETE CASCADE,
  constraint notification_delivery_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE,
  constraint notification_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint notification_delivery_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'webhook'::text, 'channel'::text]))),
  constraint notification_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'suppressed'::text, 'failed'::text])))
) with (fillfactor=80);
CREATE INDEX notification_delivery_age ON notification_delivery USING btree (created_at);
CREATE INDEX notification_delivery_digest ON notification_delivery USING btree (digest_id) WHERE (digest_id IS NOT NULL);
CREATE INDEX notification_delivery_due ON notification_delivery USING btree (channel, GREATEST(next_at, held_until)) WHERE ((status = 'pending'::text) AND (digest_id IS NULL) AND ((waits_until IS NULL) OR ((channel = 'channel'::text) AND (gathers_at IS NULL))));
CREATE INDEX notification_delivery_of ON notification_delivery USING btree (notification_id);
CREATE INDEX notification_delivery_pending ON notification_delivery USING btree (account_id, target) WHERE (status = 'pending'::text);
CREATE INDEX notification_delivery_window ON notification_delivery USING btree ((
CASE
    WHEN (channel = 'channel'::text) THEN gathers_at
    ELSE waits_until
END)) WHERE ((status = 'pending'::text) AND (digest_id IS NULL));

create table on_call_calendar (
  id bigint not null generated always as identity,
  public_id uuid not null,
  membership_id bigint not null,
  schedule_id bigint,
  created_at timestamp with time zone not null default mon_now(),
  constraint on_call_calendar_membership_id_schedule_id_key UNIQUE NULLS NOT DISTINCT (membership_id, schedule_id),
  constraint on_call_calendar_public_id_key UNIQUE (public_id),
  constraint on_call_calendar_pkey PRIMARY KEY (id),
  constraint on_call_calendar_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint on_call_calendar_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES on_call_schedule(id) ON DELETE CASCADE
);
CREATE INDEX on_call_calendar_schedule ON on_call_calendar USING btree (schedule_id) WHERE (schedule_id IS NOT NULL);

create table on_call_override (
  id bigint not null generated always as identity,
  public_id uuid not null,
  schedule_id bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  people jsonb not null,
  replaces text,
  note text,
  created_by bigint,
  created_at timestamp with time zone not null default mon_now(),
  constraint on_call_override_public_id_key UNIQUE (public_id),
  constraint on_call_override_pkey PRIMARY KEY (id),
  constraint on_call_override_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES on_call_schedule(id) ON DELETE CASCADE,
  constraint on_call_override_check CHECK ((ends_at > starts_at))
);
CREATE INDEX on_call_override_schedule ON on_call_override USING btree (schedule_id, ends_at);
CREATE TRIGGER return_shift BEFORE DELETE ON on_call_override FOR EACH ROW EXECUTE FUNCTION return_shift();

create table on_call_request (
  id bigint not null generated always as identity,
  public_id uuid not null,
  schedule_id bigint not null,
  membership_id bigint not null,
  asked_id bigint,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  note text,
  state text not null default 'open'::text,
  answered_by bigint,
  answered_at timestamp with time zone,
  override_id bigint,
  created_at timestamp with time zone not null default mon_now(),
  constraint on_call_request_public_id_key UNIQUE (public_id),
  constraint on_call_request_pkey PRIMARY KEY (id),
  constraint on_call_request_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES membership(id) ON DELETE SET NULL,
  constraint on_call_request_asked_id_fkey FOREIGN KEY (asked_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint on_call_request_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint on_call_request_override_id_fkey FOREIGN KEY (override_id) REFERENCES on_call_override(id) ON DELETE SET NULL,
  constraint on_call_request_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES on_call_schedule(id) ON DELETE CASCADE,
  constraint on_call_request_check CHECK ((ends_at > starts_at)),
  constraint on_call_request_check1 CHECK (((override_id IS NULL) OR (state = 'accepted'::text))),
  constraint on_call_request_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'returned'::text])))
);
CREATE INDEX on_call_request_answered ON on_call_request USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX on_call_request_asked ON on_call_request USING btree (asked_id) WHERE (asked_id IS NOT NULL);
CREATE INDEX on_call_request_membership ON on_call_request USING btree (membership_id, created_at);
CREATE INDEX on_call_request_schedule ON on_call_request USING btree (schedule_id, ends_at);
CREATE UNIQUE INDEX on_call_request_override ON on_call_request USING btree (override_id) WHERE (override_id IS NOT NULL);

create table on_call_schedule (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  watch_at timestamp with time zone not null default mon_now(),
  people jsonb,
  reported_gaps jsonb not null default '[]'::jsonb,
  constraint on_call_schedule_public_id_key UNIQUE (public_id),
  constraint on_call_schedule_pkey PRIMARY KEY (id),
  constraint on_call_schedule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX on_call_schedule_account ON on_call_schedule USING btree (account_id, id);
CREATE INDEX on_call_schedule_watch ON on_call_schedule USING btree (watch_at);
CREATE TRIGGER watch_changed_schedule BEFORE UPDATE OF updated_at ON on_call_schedule FOR EACH ROW WHEN ((old.updated_at IS DISTINCT FROM new.updated_at)) EXECUTE FUNCTION watch_changed_schedule();

create table one_time_link (
  token_hash bytea not null,
  kind text not null,
  user_id bigint,
  email text not null,
  created_at timestamp with time zone not null default mon_now(),
  expires_at timestamp with time zone not null,
  constraint one_time_link_pkey PRIMARY KEY (token_hash),
  constraint one_time_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint one_time_link_check CHECK (((user_id IS NULL) = (kind = 'signup'::text))),
  constraint one_time_link_kind_check CHECK ((kind = ANY (ARRAY['signup'::text, 'reset'::text, 'setup'::text]))),
  constraint one_time_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX one_time_link_age ON one_time_link USING btree (expires_at);
CREATE INDEX one_time_link_email ON one_time_link USING btree (lower(email));
CREATE INDEX one_time_link_user ON one_time_link USING btree (user_id);

create table own_channel (
  channel_id bigint not null,
  shown jsonb not null,
  verified_at timestamp with time zone,
  code_signature text,
  code_sent_at timestamp with time zone,
  code_attempts integer not null default 0,
  constraint own_channel_pkey PRIMARY KEY (channel_id),
  constraint own_channel_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES alert_channel(id) ON DELETE CASCADE
);

create table page_text (
  hash bytea not null,
  body bytea not null,
  used_at timestamp with time zone not null default mon_now(),
  constraint page_text_pkey PRIMARY KEY (hash),
  constraint page_text_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX page_text_used ON page_text USING btree (used_at);

create table parent_suppression (
  notification_id bigint not null,
  monitor_id bigint not null,
  parent_id bigint not null,
  at timestamp with time zone not null default mon_now(),
  ended_at timestamp with time zone,
  constraint parent_suppression_pkey PRIMARY KEY (notification_id),
  constraint parent_suppression_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint parent_suppression_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE
);
CREATE INDEX parent_suppression_monitor ON parent_suppression USING btree (monitor_id);
CREATE INDEX parent_suppression_open ON parent_suppression USING btree (notification_id) WHERE (ended_at IS NULL);

create table payment_event (
  id bigint not null generated always as identity,
  processor text not null,
  event_id text not null,
  kind text not null,
  order_id uuid,
  payment_ref text,
  amount_cents integer,
  receipt_url text,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null default mon_now(),
  constraint payment_event_processor_event_id_key UNIQUE (processor, event_id),
  constraint payment_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_event_order ON payment_event USING btree (order_id);
CREATE INDEX payment_event_payment ON payment_event USING btree (payment_ref);

create table payment_order (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  sku text not null,
  description text not null,
  amount_cents integer not null,
  currency text not null,
  processor text not null,
  session_id text,
  checkout_url text,
  receipt_url text,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null default mon_now(),
  expires_at timestamp with time zone,
  paid_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  reversed_at timestamp with time zone,
  constraint payment_order_public_id_key UNIQUE (public_id),
  constraint payment_order_pkey PRIMARY KEY (id),
  constraint payment_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint payment_order_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_order_status_check CHECK ((status = ANY (ARRAY['open'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'expired'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'charged_back'::text])))
);
CREATE INDEX payment_order_account ON payment_order USING btree (account_id, id DESC);

create table ping_key (
  hash bytea not null,
  account_id bigint not null,
  sealed text not null,
  created_at timestamp with time zone not null default mon_now(),
  constraint ping_key_pkey PRIMARY KEY (hash),
  constraint ping_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX ping_key_account ON ping_key USING btree (account_id);

create table ping_reception (
  process_id uuid not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint ping_reception_pkey PRIMARY KEY (process_id)
);
CREATE INDEX ping_reception_until ON ping_reception USING btree (until);

create unlogged table rate_window (
  bucket text not null,
  window_start bigint not null,
  hits integer not null,
  constraint rate_window_pkey PRIMARY KEY (bucket, window_start)
) with (fillfactor=50);

create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factor(user_id) ON DELETE CASCADE,
  constraint recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table refused_address (
  address_hash bytea not null,
  code integer not null,
  refusals integer not null,
  announced integer not null,
  refused_at timestamp with time zone not null default mon_now(),
  last_refused_at timestamp with time zone not null default mon_now(),
  constraint refused_address_pkey PRIMARY KEY (address_hash)
);
CREATE INDEX refused_address_age ON refused_address USING btree (last_refused_at);

create table registration (
  domain text not null,
  outcome text,
  registration jsonb,
  checked_at timestamp with time zone,
  failures smallint not null default 0,
  next_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  constraint registration_pkey PRIMARY KEY (domain)
);
CREATE INDEX registration_due ON registration USING btree (GREATEST(next_at, lease_until)) WHERE (next_at IS NOT NULL);
CREATE TRIGGER changed_registration_is_noted AFTER UPDATE OF registration, outcome ON registration FOR EACH ROW WHEN (((old.registration IS NOT NULL) AND (new.registration IS NOT NULL) AND ((old.outcome IS DISTINCT FROM new.outcome) OR (old.registration IS DISTINCT FROM new.registration)))) EXECUTE FUNCTION note_changed_registration();
CREATE TRIGGER registration_is_evidence AFTER UPDATE OF registration ON registration FOR EACH ROW WHEN (((old.outcome IS DISTINCT FROM new.outcome) OR ((old.registration -> 'expiresAt'::text) IS DISTINCT FROM (new.registration -> 'expiresAt'::text)) OR ((old.registration -> 'statuses'::text) IS DISTINCT FROM (new.registration -> 'statuses'::text)))) EXECUTE FUNCTION add_incident_evidence();

create table registry_document (
  name text not null,
  document text not null,
  fetched_at timestamp with time zone not null,
  constraint registry_document_pkey PRIMARY KEY (name)
);

create table released_slug (
  slug_hash bytea not null,
  account_id bigint not null,
  released_at timestamp with time zone not null default mon_now(),
  constraint released_slug_pkey PRIMARY KEY (slug_hash)
);
CREATE INDEX released_slug_age ON released_slug USING btree (released_at);

create table repair (
  id bigint not null generated always as identity,
  public_id uuid not null default mon_uuidv7(),
  account_id bigint not null,
  monitor_id bigint not null,
  code text not null,
  severity text not null,
  message text not null,
  state text not null,
  opened_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  verified_at timestamp with time zone,
  closed_at timestamp with time zone,
  reopened integer not null default 0,
  records jsonb not null default '[]'::jsonb,
  answers jsonb,
  steps jsonb not null default '[]'::jsonb,
  score_before smallint,
  score_after smallint,
  rubric_version text,
  inboxes jsonb,
  kind text not null default 'email'::text,
  locations jsonb not null default '[]'::jsonb,
  asked text[] not null default '{}'::text[],
  reported_at timestamp with time zone,
  followed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint repair_monitor_id_code_key UNIQUE (monitor_id, code),
  constraint repair_public_id_key UNIQUE (public_id),
  constraint repair_pkey PRIMARY KEY (id),
  constraint repair_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint repair_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint repair_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'certificate'::text, 'dns'::text]))),
  constraint repair_state_check CHECK ((state = ANY (ARRAY['open'::text, 'applied'::text, 'verified'::text, 'closed'::text])))
);
CREATE INDEX repair_account ON repair USING btree (account_id, closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX repair_age ON repair USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX repair_end ON repair USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE TRIGGER signal_repair AFTER INSERT OR UPDATE OF state, locations, reported_at, ended_at ON repair FOR EACH ROW WHEN ((new.kind <> 'email'::text)) EXECUTE FUNCTION signal_monitor_of();

create table report_recipient (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  membership_id bigint,
  address text not null,
  address_key text not null,
  state text not null,
  asked_at timestamp with time zone,
  added_at timestamp with time zone not null default mon_now(),
  constraint report_recipient_account_id_address_key_key UNIQUE (account_id, address_key),
  constraint report_recipient_public_id_key UNIQUE (public_id),
  constraint report_recipient_pkey PRIMARY KEY (id),
  constraint report_recipient_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint report_recipient_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint report_recipient_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'unsubscribed'::text])))
);
CREATE INDEX report_recipient_age ON report_recipient USING btree (added_at) WHERE (state <> 'unsubscribed'::text);
CREATE INDEX report_recipient_asked ON report_recipient USING btree (address_key, asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX report_recipient_member ON report_recipient USING btree (membership_id) WHERE (membership_id IS NOT NULL);

create table scheduled_report (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  every text not null,
  timezone text not null,
  language text not null,
  tag_id bigint,
  target_percent double precision,
  next_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  constraint scheduled_report_public_id_key UNIQUE (public_id),
  constraint scheduled_report_pkey PRIMARY KEY (id),
  constraint scheduled_report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint scheduled_report_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  constraint scheduled_report_every_check CHECK ((every = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint scheduled_report_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);
CREATE INDEX scheduled_report_account ON scheduled_report USING btree (account_id, id);
CREATE INDEX scheduled_report_due ON scheduled_report USING btree (next_at);
CREATE INDEX scheduled_report_tag ON scheduled_report USING btree (tag_id) WHERE (tag_id IS NOT NULL);

create table scheduled_report_recipient (
  report_id bigint not null,
  recipient_id bigint not null,
  constraint scheduled_report_recipient_pkey PRIMARY KEY (report_id, recipient_id),
  constraint scheduled_report_recipient_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES report_recipient(id) ON DELETE CASCADE,
  constraint scheduled_report_recipient_report_id_fkey FOREIGN KEY (report_id) REFERENCES scheduled_report(id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_recipient_of ON scheduled_report_recipient USING btree (recipient_id);

create table second_factor (
  user_id bigint not null,
  secret text not null,
  last_step bigint not null,
  enabled_at timestamp with time zone not null default mon_now(),
  constraint second_factor_pkey PRIMARY KEY (user_id),
  constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table service_pause (
  one boolean not null default true,
  paused_at timestamp with time zone not null default mon_now(),
  reason text not null,
  constraint service_pause_pkey PRIMARY KEY (one),
  constraint service_pause_one_check CHECK (one)
);

create table service_proof (
  monitor_id bigint not null,
  next_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  lease_token uuid,
  proven_at timestamp with time zone,
  absent_since timestamp with time zone,
  stopped_at timestamp with time zone,
  missing jsonb,
  constraint service_proof_pkey PRIMARY KEY (monitor_id),
  constraint service_proof_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX service_proof_due ON service_proof USING btree (GREATEST(next_at, lease_until));

create table service_targets (
  one boolean not null default true,
  is_proven boolean not null,
  constraint service_targets_pkey PRIMARY KEY (one),
  constraint service_targets_one_check CHECK (one)
);

create table share_challenge (
  id bigint not null generated always as identity,
  simulation_id bigint not null,
  share_version integer not null,
  cookie_hash bytea not null,
  code_mac bytea not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null default mon_now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint share_challenge_cookie_hash_key UNIQUE (cookie_hash),
  constraint share_challenge_pkey PRIMARY KEY (id),
  constraint share_challenge_simulation_id_fkey FOREIGN KEY (simulation_id) REFERENCES simulation(id) ON DELETE CASCADE
);
CREATE INDEX share_challenge_link ON share_challenge USING btree (simulation_id, share_version, created_at);

create table share_wrong_code (
  id bigint not null generated always as identity,
  simulation_id bigint not null,
  share_version integer not null,
  at timestamp with time zone not null default mon_now(),
  constraint share_wrong_code_pkey PRIMARY KEY (id),
  constraint share_wrong_code_simulation_id_fkey FOREIGN KEY (simulation_id) REFERENCES simulation(id) ON DELETE CASCADE
);
CREATE INDEX share_wrong_code_link ON share_wrong_code USING btree (simulation_id, share_version, at);

create table shared_cause (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  kind text not null,
  value text not null,
  opened_at timestamp with time zone not null default mon_now(),
  joined_at timestamp with time zone not null default mon_now(),
  alert_kind text,
  constraint shared_cause_public_id_key UNIQUE (public_id),
  constraint shared_cause_pkey PRIMARY KEY (id),
  constraint shared_cause_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint shared_cause_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'network'::text, 'name_servers'::text, 'alerts'::text])))
);
CREATE INDEX shared_cause_account ON shared_cause USING btree (account_id, joined_at DESC);
CREATE INDEX shared_cause_age ON shared_cause USING btree (opened_at);

create table shared_cause_burst (
  cause_id bigint not null,
  phase text not null,
  recipient text not null,
  opened_at timestamp with time zone not null,
  rest_at timestamp with time zone not null,
  is_closed boolean not null default false,
  constraint shared_cause_burst_pkey PRIMARY KEY (cause_id, phase, recipient),
  constraint shared_cause_burst_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES shared_cause(id) ON DELETE CASCADE
);

create table shared_cause_incident (
  incident_id bigint not null,
  cause_id bigint not null,
  constraint shared_cause_incident_pkey PRIMARY KEY (incident_id),
  constraint shared_cause_incident_cause_id_fkey FOREIGN KEY (cause_id) REFERENCES shared_cause(id) ON DELETE CASCADE,
  constraint shared_cause_incident_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id) ON DELETE CASCADE
);
CREATE INDEX shared_cause_incident_cause ON shared_cause_incident USING btree (cause_id);
CREATE TRIGGER shared_cause_is_evidence AFTER INSERT ON shared_cause_incident FOR EACH ROW EXECUTE FUNCTION add_incident_evidence();

create table simulation (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  status text not null default 'queued'::text,
  sending_domains text[] not null,
  notes text[] not null default '{}'::text[],
  prospect_entries text[],
  prospect_count integer not null,
  credits integer not null,
  phase text not null default 'queued'::text,
  done integer not null default 0,
  total integer not null,
  eta_seconds integer,
  progress_at timestamp with time zone,
  results jsonb,
  error_code text,
  error_message text,
  attempts integer not null default 0,
  lease_token uuid,
  lease_until timestamp with time zone,
  share_version integer not null default 0,
  share_locked_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint simulation_public_id_key UNIQUE (public_id),
  constraint simulation_pkey PRIMARY KEY (id),
  constraint simulation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint simulation_check CHECK (((status = 'completed'::text) = (results IS NOT NULL))),
  constraint simulation_credits_check CHECK ((credits >= 0)),
  constraint simulation_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint simulation_phase_check CHECK ((phase = ANY (ARRAY['queued'::text, 'dns'::text, 'model'::text, 'done'::text]))),
  constraint simulation_prospect_count_check CHECK ((prospect_count > 0)),
  constraint simulation_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX simulation_account ON simulation USING btree (account_id, id DESC);
CREATE INDEX simulation_kept ON simulation USING btree (completed_at) WHERE (status = 'completed'::text);
CREATE INDEX simulation_waiting ON simulation USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'processing'::text]));
CREATE TRIGGER signal_simulation AFTER UPDATE ON simulation FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.phase IS DISTINCT FROM new.phase) OR (old.done IS DISTINCT FROM new.done))) EXECUTE FUNCTION signal_simulation();
CREATE TRIGGER signal_started_simulation AFTER INSERT ON simulation FOR EACH ROW EXECUTE FUNCTION signal_simulation();

create table simulation_csv (
  simulation_id bigint not null,
  type text not null,
  piece integer not null,
  body text not null,
  constraint simulation_csv_pkey PRIMARY KEY (simulation_id, type, piece),
  constraint simulation_csv_simulation_id_fkey FOREIGN KEY (simulation_id) REFERENCES simulation(id) ON DELETE CASCADE,
  constraint simulation_csv_type_check CHECK ((type = ANY (ARRAY['campaign'::text, 'sender'::text, 'suggestion'::text])))
);

create table state_announcement (
  monitor_id bigint not null,
  due_at timestamp with time zone not null,
  is_held boolean not null default false,
  constraint state_announcement_pkey PRIMARY KEY (monitor_id),
  constraint state_announcement_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX state_announcement_next ON state_announcement USING btree (due_at) WHERE (NOT is_held);

create table status_component (
  id bigint not null generated always as identity,
  public_id uuid not null,
  page_id bigint not null,
  group_id bigint,
  name text not null,
  description text,
  "position" integer not null,
  shows_monitors boolean not null default false,
  shows_uptime boolean not null default true,
  only_if_degraded boolean not null default false,
  override_state text,
  override_at timestamp with time zone,
  override_by bigint,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  constraint status_component_public_id_key UNIQUE (public_id),
  constraint status_component_pkey PRIMARY KEY (id),
  constraint status_component_group_id_fkey FOREIGN KEY (group_id) REFERENCES status_group(id) ON DELETE SET NULL,
  constraint status_component_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE
);
CREATE INDEX status_component_group ON status_component USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX status_component_page ON status_component USING btree (page_id, "position");

create table status_component_monitor (
  component_id bigint not null,
  monitor_id bigint not null,
  constraint status_component_monitor_pkey PRIMARY KEY (component_id, monitor_id),
  constraint status_component_monitor_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_component(id) ON DELETE CASCADE,
  constraint status_component_monitor_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX status_component_monitor_monitor ON status_component_monitor USING btree (monitor_id);

create table status_component_tag (
  component_id bigint not null,
  tag_id bigint not null,
  constraint status_component_tag_pkey PRIMARY KEY (component_id, tag_id),
  constraint status_component_tag_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_component(id) ON DELETE CASCADE,
  constraint status_component_tag_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE
);
CREATE INDEX status_component_tag_tag ON status_component_tag USING btree (tag_id);

create table status_delivery (
  id bigint not null generated always as identity,
  public_id uuid not null,
  kind text not null,
  page_id bigint not null,
  update_id bigint not null,
  subscriber_id bigint not null,
  component_id bigint,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_at timestamp with time zone not null default mon_now(),
  lease_token uuid,
  claimed_at timestamp with time zone,
  error_code text,
  error_message text,
  created_at timestamp with time zone not null default mon_now(),
  settled_at timestamp with time zone,
  constraint status_delivery_public_id_key UNIQUE (public_id),
  constraint status_delivery_pkey PRIMARY KEY (id),
  constraint status_delivery_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_component(id) ON DELETE CASCADE,
  constraint status_delivery_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE,
  constraint status_delivery_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES status_subscriber(id) ON DELETE CASCADE,
  constraint status_delivery_update_id_fkey FOREIGN KEY (update_id) REFERENCES status_update(id) ON DELETE CASCADE,
  constraint status_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'suppressed'::text, 'failed'::text])))
) with (fillfactor=80);
CREATE INDEX status_delivery_age ON status_delivery USING btree (created_at);
CREATE INDEX status_delivery_component ON status_delivery USING btree (component_id) WHERE (component_id IS NOT NULL);
CREATE INDEX status_delivery_due ON status_delivery USING btree (kind, page_id, next_at) WHERE (status = 'pending'::text);
CREATE INDEX status_delivery_page ON status_delivery USING btree (page_id);
CREATE INDEX status_delivery_subscriber ON status_delivery USING btree (subscriber_id);
CREATE UNIQUE INDEX status_delivery_once ON status_delivery USING btree (update_id, subscriber_id, COALESCE(component_id, (0)::bigint));

create table status_group (
  id bigint not null generated always as identity,
  public_id uuid not null,
  page_id bigint not null,
  name text not null,
  description text,
  "position" integer not null,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  constraint status_group_public_id_key UNIQUE (public_id),
  constraint status_group_pkey PRIMARY KEY (id),
  constraint status_group_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE
);
CREATE INDEX status_group_page ON status_group USING btree (page_id, "position");

create table status_page (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  slug text not null,
  name text not null,
  description text,
  language text not null,
  timezone text not null,
  accent_color text not null,
  header_color text,
  links jsonb not null default '[]'::jsonb,
  logo bytea,
  logo_hash text,
  logo_type text,
  logo_width integer,
  logo_height integer,
  access text not null,
  password_hash text,
  email_domains text[] not null default '{}'::text[],
  shows_window_names boolean not null default false,
  automatic_posts text not null,
  version bigint not null default 1,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  constraint status_page_public_id_key UNIQUE (public_id),
  constraint status_page_slug_key UNIQUE (slug),
  constraint status_page_pkey PRIMARY KEY (id),
  constraint status_page_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint status_page_access_check CHECK ((access = ANY (ARRAY['public'::text, 'password'::text, 'email_domains'::text]))),
  constraint status_page_automatic_posts_check CHECK ((automatic_posts = ANY (ARRAY['off'::text, 'draft'::text, 'publish'::text, 'publish_and_notify'::text]))),
  constraint status_page_check CHECK (((logo IS NULL) = (logo_hash IS NULL))),
  constraint status_page_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);
CREATE INDEX status_page_account ON status_page USING btree (account_id, id);
CREATE TRIGGER release_former_slug AFTER UPDATE OF slug ON status_page FOR EACH ROW WHEN ((old.slug <> new.slug)) EXECUTE FUNCTION release_slug();
CREATE TRIGGER release_slug AFTER DELETE ON status_page FOR EACH ROW EXECUTE FUNCTION release_slug();
CREATE TRIGGER signal_status_page AFTER INSERT OR DELETE OR UPDATE ON status_page FOR EACH ROW EXECUTE FUNCTION signal_status_page();

create table status_page_export (
  page_id uuid not null,
  slug text not null,
  hash text not null,
  exported_at timestamp with time zone not null,
  constraint status_page_export_pkey PRIMARY KEY (page_id)
);

create table status_page_host (
  id bigint not null generated always as identity,
  page_id bigint not null,
  account_id bigint not null,
  hostname text not null,
  proven_at timestamp with time zone,
  found_at timestamp with time zone,
  released_at timestamp with time zone,
  address text,
  reached_at timestamp with time zone,
  checked_at timestamp with time zone,
  asked_at timestamp with time zone,
  missing_notified_at timestamp with time zone,
  release_notified_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  constraint status_page_host_account_id_hostname_key UNIQUE (account_id, hostname),
  constraint status_page_host_page_id_key UNIQUE (page_id),
  constraint status_page_host_pkey PRIMARY KEY (id),
  constraint status_page_host_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint status_page_host_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE,
  constraint status_page_host_address_check CHECK ((address = ANY (ARRAY['here'::text, 'elsewhere'::text, 'absent'::text])))
);
CREATE UNIQUE INDEX status_page_host_proven ON status_page_host USING btree (hostname) WHERE ((proven_at IS NOT NULL) AND (released_at IS NULL));
CREATE TRIGGER host_proof_of_status_page AFTER INSERT ON status_page_host FOR EACH ROW EXECUTE FUNCTION schedule_status_page_host();
CREATE TRIGGER signal_changed_status_page_host AFTER UPDATE ON status_page_host FOR EACH ROW WHEN (((((old.proven_at IS DISTINCT FROM new.proven_at) OR (old.released_at IS DISTINCT FROM new.released_at)) OR (old.address IS DISTINCT FROM new.address)) OR (old.reached_at IS DISTINCT FROM new.reached_at))) EXECUTE FUNCTION signal_status_page_host();
CREATE TRIGGER signal_status_page_host AFTER INSERT OR DELETE ON status_page_host FOR EACH ROW EXECUTE FUNCTION signal_status_page_host();

create table status_page_incident (
  page_id bigint not null,
  incident_id bigint not null,
  post_id bigint,
  constraint status_page_incident_pkey PRIMARY KEY (page_id, incident_id),
  constraint status_page_incident_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id) ON DELETE CASCADE,
  constraint status_page_incident_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE,
  constraint status_page_incident_post_id_fkey FOREIGN KEY (post_id) REFERENCES status_post(id) ON DELETE SET NULL
);
CREATE INDEX status_page_incident_incident ON status_page_incident USING btree (incident_id);
CREATE INDEX status_page_incident_post ON status_page_incident USING btree (post_id) WHERE (post_id IS NOT NULL);

create table status_period (
  monitor_id bigint not null,
  since timestamp with time zone not null,
  state smallint not null,
  constraint status_period_pkey PRIMARY KEY (monitor_id, since),
  constraint status_period_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint status_period_state_check CHECK (((state >= 0) AND (state <= 4)))
);

create table status_post (
  id bigint not null generated always as identity,
  public_id uuid not null,
  page_id bigint not null,
  kind text not null,
  title text not null,
  impact text not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  moves_itself boolean not null default false,
  is_automatic boolean not null default false,
  revision integer not null default 0,
  published_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  constraint status_post_public_id_key UNIQUE (public_id),
  constraint status_post_pkey PRIMARY KEY (id),
  constraint status_post_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE,
  constraint status_post_check CHECK (((kind = 'maintenance'::text) = (ends_at IS NOT NULL))),
  constraint status_post_impact_check CHECK ((impact = ANY (ARRAY['none'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint status_post_kind_check CHECK ((kind = ANY (ARRAY['incident'::text, 'maintenance'::text])))
);
CREATE INDEX status_post_automatic ON status_post USING btree (page_id) WHERE is_automatic;
CREATE INDEX status_post_moving ON status_post USING btree (id) WHERE moves_itself;
CREATE INDEX status_post_page ON status_post USING btree (page_id, started_at DESC);

create table status_post_component (
  post_id bigint not null,
  component_id bigint not null,
  constraint status_post_component_pkey PRIMARY KEY (post_id, component_id),
  constraint status_post_component_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_component(id) ON DELETE CASCADE,
  constraint status_post_component_post_id_fkey FOREIGN KEY (post_id) REFERENCES status_post(id) ON DELETE CASCADE
);
CREATE INDEX status_post_component_component ON status_post_component USING btree (component_id);

create table status_signup (
  id bigint not null generated always as identity,
  page_id bigint not null,
  address_hash bytea not null,
  at timestamp with time zone not null default mon_now(),
  constraint status_signup_pkey PRIMARY KEY (id)
);
CREATE INDEX status_signup_address ON status_signup USING btree (address_hash, at);
CREATE INDEX status_signup_age ON status_signup USING btree (at);
CREATE INDEX status_signup_page ON status_signup USING btree (page_id, at);

create table status_subscriber (
  id bigint not null generated always as identity,
  public_id uuid not null,
  page_id bigint not null,
  kind text not null,
  address text not null,
  address_key text not null,
  site text,
  language text not null,
  state text not null,
  ended_reason text,
  covers_all boolean not null default true,
  secret text,
  confirm_hash bytea,
  confirm_until timestamp with time zone,
  confirmed_at timestamp with time zone,
  failing_since timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default mon_now(),
  constraint status_subscriber_confirm_hash_key UNIQUE (confirm_hash),
  constraint status_subscriber_page_id_kind_address_key_key UNIQUE (page_id, kind, address_key),
  constraint status_subscriber_public_id_key UNIQUE (public_id),
  constraint status_subscriber_pkey PRIMARY KEY (id),
  constraint status_subscriber_page_id_fkey FOREIGN KEY (page_id) REFERENCES status_page(id) ON DELETE CASCADE,
  constraint status_subscriber_check CHECK (((kind = 'webhook'::text) = (site IS NOT NULL))),
  constraint status_subscriber_check1 CHECK (((confirm_hash IS NULL) = (confirm_until IS NULL))),
  constraint status_subscriber_check2 CHECK (((state <> 'confirmed'::text) OR (confirmed_at IS NOT NULL))),
  constraint status_subscriber_ended_reason_check CHECK ((ended_reason = ANY (ARRAY['bounced'::text, 'gone'::text, 'failing'::text]))),
  constraint status_subscriber_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'webhook'::text]))),
  constraint status_subscriber_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
  constraint status_subscriber_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'unsubscribed'::text, 'ended'::text])))
);
CREATE INDEX status_subscriber_confirmed ON status_subscriber USING btree (page_id, confirmed_at, id) WHERE (state = 'confirmed'::text);
CREATE INDEX status_subscriber_page ON status_subscriber USING btree (page_id, id DESC);

create table status_subscriber_component (
  subscriber_id bigint not null,
  component_id bigint not null,
  constraint status_subscriber_component_pkey PRIMARY KEY (subscriber_id, component_id),
  constraint status_subscriber_component_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_component(id) ON DELETE CASCADE,
  constraint status_subscriber_component_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES status_subscriber(id) ON DELETE CASCADE
);
CREATE INDEX status_subscriber_component_component ON status_subscriber_component USING btree (component_id);

create table status_update (
  id bigint not null generated always as identity,
  public_id uuid not null,
  post_id bigint not null,
  state text not null,
  body text not null,
  display_at timestamp with time zone not null,
  notifies boolean,
  published_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null default mon_now(),
  updated_at timestamp with time zone not null default mon_now(),
  constraint status_update_public_id_key UNIQUE (public_id),
  constraint status_update_pkey PRIMARY KEY (id),
  constraint status_update_post_id_fkey FOREIGN KEY (post_id) REFERENCES status_post(id) ON DELETE CASCADE,
  constraint status_update_check CHECK (((published_at IS NULL) = (notifies IS NULL)))
);
CREATE INDEX status_update_post ON status_update USING btree (post_id, display_at DESC);

create table status_update_component (
  update_id bigint not null,
  component_id bigint not null,
  new_state text,
  shown_before text,
  shown_after text,
  constraint status_update_component_pkey PRIMARY KEY (update_id, component_id),
  constraint status_update_component_component_id_fkey FOREIGN KEY (component_id) REFERENCES status_component(id) ON DELETE CASCADE,
  constraint status_update_component_update_id_fkey FOREIGN KEY (update_id) REFERENCES status_update(id) ON DELETE CASCADE
);
CREATE INDEX status_update_component_component ON status_update_component USING btree (component_id);

create table tag (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  name text not null,
  name_key text not null,
  color text not null,
  sort_order integer not null,
  created_at timestamp with time zone not null default mon_now(),
  constraint tag_account_id_name_key_key UNIQUE (account_id, name_key),
  constraint tag_public_id_key UNIQUE (public_id),
  constraint tag_pkey PRIMARY KEY (id),
  constraint tag_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table tag_access (
  id bigint not null generated always as identity,
  membership_id bigint,
  invite_id bigint,
  tag_id bigint not null,
  can_write boolean not null,
  constraint tag_access_invite_id_tag_id_key UNIQUE (invite_id, tag_id),
  constraint tag_access_membership_id_tag_id_key UNIQUE (membership_id, tag_id),
  constraint tag_access_pkey PRIMARY KEY (id),
  constraint tag_access_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES team_invite(id) ON DELETE CASCADE,
  constraint tag_access_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint tag_access_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE,
  constraint tag_access_check CHECK ((num_nonnulls(membership_id, invite_id) = 1))
);
CREATE INDEX tag_access_tag ON tag_access USING btree (tag_id);
CREATE TRIGGER signal_tag_access AFTER INSERT OR DELETE OR UPDATE ON tag_access FOR EACH ROW EXECUTE FUNCTION signal_membership();

create table team_invite (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  email text not null,
  token_hash bytea not null,
  invited_at timestamp with time zone not null default mon_now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  removed_at timestamp with time zone,
  membership_id bigint,
  link_copied boolean not null default false,
  member_role text not null default 'editor'::text,
  constraint team_invite_membership_id_key UNIQUE (membership_id),
  constraint team_invite_public_id_key UNIQUE (public_id),
  constraint team_invite_token_hash_key UNIQUE (token_hash),
  constraint team_invite_pkey PRIMARY KEY (id),
  constraint team_invite_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint team_invite_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint team_invite_member_role_check CHECK ((member_role = ANY (ARRAY['viewer'::text, 'editor'::text, 'admin'::text]))),
  constraint team_invite_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX team_invite_open ON team_invite USING btree (account_id, lower(email)) WHERE ((accepted_at IS NULL) AND (removed_at IS NULL));
CREATE TRIGGER take_up_invite AFTER UPDATE OF accepted_at ON team_invite FOR EACH ROW WHEN (((old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL))) EXECUTE FUNCTION take_up_invite();

create table unwatched_period (
  monitor_id bigint not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint unwatched_period_pkey PRIMARY KEY (monitor_id, since),
  constraint unwatched_period_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);

create table url_access (
  id bigint not null generated always as identity,
  membership_id bigint,
  invite_id bigint,
  monitor_id bigint not null,
  can_write boolean not null,
  constraint url_access_invite_id_monitor_id_key UNIQUE (invite_id, monitor_id),
  constraint url_access_membership_id_monitor_id_key UNIQUE (membership_id, monitor_id),
  constraint url_access_pkey PRIMARY KEY (id),
  constraint url_access_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES team_invite(id) ON DELETE CASCADE,
  constraint url_access_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint url_access_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint url_access_check CHECK ((num_nonnulls(membership_id, invite_id) = 1))
);
CREATE INDEX url_access_monitor ON url_access USING btree (monitor_id);
CREATE TRIGGER signal_url_access AFTER INSERT OR DELETE OR UPDATE ON url_access FOR EACH ROW EXECUTE FUNCTION signal_membership();

create table url_change (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  monitor_id bigint not null,
  detected_at timestamp with time zone not null,
  summary text not null,
  change_count integer not null,
  added_lines integer not null,
  removed_lines integer not null,
  similarity double precision not null,
  approximate boolean not null,
  diff text not null,
  hunks jsonb not null,
  visual jsonb,
  before_text bytea,
  after_text bytea,
  before_image text,
  after_image text,
  constraint url_change_public_id_key UNIQUE (public_id),
  constraint url_change_pkey PRIMARY KEY (id),
  constraint url_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint url_change_after_text_fkey FOREIGN KEY (after_text) REFERENCES page_text(hash),
  constraint url_change_before_text_fkey FOREIGN KEY (before_text) REFERENCES page_text(hash),
  constraint url_change_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE
);
CREATE INDEX url_change_account ON url_change USING btree (account_id, detected_at DESC);
CREATE INDEX url_change_after ON url_change USING btree (after_text);
CREATE INDEX url_change_before ON url_change USING btree (before_text);
CREATE INDEX url_change_monitor ON url_change USING btree (monitor_id, id DESC);
CREATE TRIGGER signal_change AFTER INSERT ON url_change FOR EACH ROW EXECUTE FUNCTION signal_row('change');

create table url_page (
  monitor_id bigint not null,
  configuration text,
  kind text,
  title text,
  text_hash bytea,
  image_hash text,
  image_rows bytea,
  read_at timestamp with time zone,
  changed_at timestamp with time zone,
  change_count integer not null default 0,
  manual_checked_at timestamp with time zone,
  diagnosis_facts jsonb,
  constraint url_page_pkey PRIMARY KEY (monitor_id),
  constraint url_page_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint url_page_text_hash_fkey FOREIGN KEY (text_hash) REFERENCES page_text(hash)
);
CREATE INDEX url_page_text ON url_page USING btree (text_hash);

create table url_screenshot (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  monitor_id bigint not null,
  captured_at timestamp with time zone not null,
  image_hash text not null,
  thumbnail_hash text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  format text not null,
  reason text not null,
  expires_at timestamp with time zone not null,
  constraint url_screenshot_public_id_key UNIQUE (public_id),
  constraint url_screenshot_pkey PRIMARY KEY (id),
  constraint url_screenshot_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint url_screenshot_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint url_screenshot_reason_check CHECK ((reason = ANY (ARRAY['check'::text, 'change'::text, 'failure'::text])))
);
CREATE INDEX url_screenshot_age ON url_screenshot USING btree (expires_at);
CREATE INDEX url_screenshot_monitor ON url_screenshot USING btree (monitor_id, id DESC);

create table url_seen (
  user_id bigint not null,
  monitor_id bigint not null,
  through bigint not null,
  constraint url_seen_pkey PRIMARY KEY (user_id, monitor_id),
  constraint url_seen_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint url_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX url_seen_monitor ON url_seen USING btree (monitor_id);
CREATE TRIGGER signal_seen_delete AFTER DELETE ON url_seen REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_seen();
CREATE TRIGGER signal_seen_insert AFTER INSERT ON url_seen REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_seen();
CREATE TRIGGER signal_seen_update AFTER UPDATE ON url_seen REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_seen();

create table user_session (
  token_hash bytea not null,
  user_id bigint not null,
  membership_id bigint not null,
  created_at timestamp with time zone not null default mon_now(),
  seen_at timestamp with time zone not null default mon_now(),
  expires_at timestamp with time zone not null,
  public_id uuid not null default mon_uuidv7(),
  user_agent text not null default ''::text,
  address text not null default ''::text,
  with_code boolean not null default false,
  identity_id bigint,
  is_confirmed boolean not null default true,
  constraint user_session_pkey PRIMARY KEY (token_hash),
  constraint user_session_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES linked_identity(id) ON DELETE CASCADE,
  constraint user_session_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id) ON DELETE CASCADE,
  constraint user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint user_session_token_hash_check CHECK ((octet_length(token_hash) = 32))
) with (fillfactor=80);
CREATE INDEX user_session_age ON user_session USING btree (expires_at);
CREATE INDEX user_session_identity ON user_session USING btree (identity_id) WHERE (identity_id IS NOT NULL);
CREATE INDEX user_session_membership ON user_session USING btree (membership_id);
CREATE INDEX user_session_user ON user_session USING btree (user_id);
CREATE UNIQUE INDEX user_session_public_id ON user_session USING btree (public_id);
CREATE TRIGGER signal_session AFTER DELETE OR UPDATE OF token_hash, membership_id ON user_session FOR EACH ROW EXECUTE FUNCTION signal_user();

create table user_setting (
  user_id bigint not null,
  timezone text not null default 'UTC'::text,
  weekly_report_enabled boolean not null default true,
  language text,
  constraint user_setting_pkey PRIMARY KEY (user_id),
  constraint user_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint user_setting_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

create table webhook (
  id bigint not null generated always as identity,
  public_id uuid not null,
  account_id bigint not null,
  monitor_id bigint,
  url text not null,
  label text not null,
  events text[] not null,
  secret text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default mon_now(),
  last_delivery_at timestamp with time zone,
  last_delivery_status text,
  failing_since timestamp with time zone,
  disabled_reason text,
  added_by bigint,
  constraint webhook_public_id_key UNIQUE (public_id),
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint webhook_added_by_fkey FOREIGN KEY (added_by) REFERENCES membership(id) ON DELETE SET NULL,
  constraint webhook_monitor_id_fkey FOREIGN KEY (monitor_id) REFERENCES monitor(id) ON DELETE CASCADE,
  constraint webhook_events_check CHECK ((cardinality(events) > 0))
);
CREATE INDEX webhook_account ON webhook USING btree (account_id, id DESC);
CREATE INDEX webhook_author ON webhook USING btree (added_by) WHERE (added_by IS NOT NULL);
CREATE INDEX webhook_monitor ON webhook USING btree (monitor_id);

create table whatsapp_contact (
  account_id bigint not null,
  number text,
  confirmed_at timestamp with time zone,
  pending_number text,
  code_signature text,
  code_sent_at timestamp with time zone,
  code_attempts smallint not null default 0,
  codes_sent smallint not null default 0,
  codes_since timestamp with time zone,
  constraint whatsapp_contact_pkey PRIMARY KEY (account_id),
  constraint whatsapp_contact_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table whatsapp_slot (
  number text not null,
  slot_at timestamp with time zone not null,
  constraint whatsapp_slot_pkey PRIMARY KEY (number)
);

create table worker_heartbeat (
  one boolean not null default true,
  seen_at timestamp with time zone not null,
  resumed_at timestamp with time zone,
  constraint worker_heartbeat_pkey PRIMARY KEY (one),
  constraint worker_heartbeat_one_check CHECK (one)
);

create table worker_location (
  worker_id uuid not null,
  location text not null,
  seen_at timestamp with time zone not null,
  network_in_doubt boolean not null default false,
  stores_emails boolean not null default false,
  network text,
  constraint worker_location_pkey PRIMARY KEY (worker_id)
);

create view monitor_access as
 SELECT g.membership_id,
    g.monitor_id,
    bool_or(g.can_write) AS can_write
   FROM ( SELECT ms.id AS membership_id,
            da.monitor_id,
            (da.can_write AND (ms.member_role = 'editor'::text)) AS can_write
           FROM (membership ms
             JOIN domain_access da ON ((da.membership_id = ms.id)))
          WHERE ((ms.role = 'member'::text) AND (ms.removed_at IS NULL) AND (ms.member_role <> 'admin'::text))
        UNION ALL
         SELECT ms.id,
            ua.monitor_id,
            (ua.can_write AND (ms.member_role = 'editor'::text))
           FROM (membership ms
             JOIN url_access ua ON ((ua.membership_id = ms.id)))
          WHERE ((ms.role = 'member'::text) AND (ms.removed_at IS NULL) AND (ms.member_role <> 'admin'::text))
        UNION ALL
         SELECT ms.id,
            mt.monitor_id,
            (ta.can_write AND (ms.member_role = 'editor'::text))
           FROM ((membership ms
             JOIN tag_access ta ON ((ta.membership_id = ms.id)))
             JOIN monitor_tag mt ON ((mt.tag_id = ta.tag_id)))
          WHERE ((ms.role = 'member'::text) AND (ms.removed_at IS NULL) AND (ms.member_role <> 'admin'::text))) g
  GROUP BY g.membership_id, g.monitor_id
UNION ALL
 SELECT ms.id AS membership_id,
    m.id AS monitor_id,
    true AS can_write
   FROM (membership ms
     JOIN monitor m ON ((m.account_id = ms.account_id)))
  WHERE ((ms.role = 'member'::text) AND (ms.removed_at IS NULL) AND (ms.member_role = 'admin'::text));

CREATE OR REPLACE FUNCTION add_incident_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_table_name = 'dns_change' then
        perform refresh_incident_diagnosis(new.monitor_id);
      elsif tg_table_name = 'shared_cause_incident' then
        perform refresh_incident_diagnosis(i.monitor_id) from incident i where i.id = new.incident_id;
      else
        perform refresh_incident_diagnosis(mr.monitor_id) from monitor_registration mr
          join incident i on i.monitor_id = mr.monitor_id and i.resolved_at is null where mr.domain = new.domain;
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION add_location_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform refresh_incident_diagnosis(i.monitor_id) from incident i
      where i.monitor_id = new.monitor_id and i.resolved_at is null and not exists (
        select from check_history c
        where c.monitor_id = i.monitor_id and c.location = new.location and c.verdict = 2 and c.checked_at >= i.started_at);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION add_marker_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform refresh_incident_diagnosis(new.monitor_id);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION adopt_jobs()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      if to_regclass('pgboss.job') is null then
        return;
      end if;
      with found as (
        select j.id, j.name from pgboss.job j
        where j.name in ('mail', 'whatsapp-code', 'mail.dead', 'whatsapp-code.dead')
          and (j.state::text in ('created', 'retry')
            or j.state::text = 'active' and j.started_on < now() - interval '10 minutes')
        limit 10000 for update skip locked
      ), moved as (
        delete from pgboss.job j using found f where j.id = f.id and j.name = f.name
        returning j.id, j.name, j.data::jsonb as data, j.singleton_key, j.start_after, j.created_on
      ), known as (
        select id, regexp_replace(name, '\.dead$', '') as queue, name like '%.dead' as is_dead, singleton_key,
          start_after, created_on, data ->> 'why' as why,
          case when name like '%.dead' and data ? 'why' then data -> 'job' else data end as envelope
        from moved
      )
      insert into job (public_id, queue, key, payload, attempt, next_at, created_at, dead_at, why)
      select id, queue, case when queue = 'mail' then coalesce(singleton_key, '') end,
        coalesce(case when jsonb_typeof(envelope) = 'object' then envelope -> 'payload' end, 'null'),
        case when envelope ->> 'attempt' ~ '^\d{1,4}$' then (envelope ->> 'attempt')::int else 1 end,
        start_after, created_on, case when is_dead then created_on end,
        case when is_dead then coalesce(why, 'Its worker ended during every attempt, or the job took too long.') end
      from known
      on conflict do nothing;
      delete from pgboss.job j where j.state::text in ('completed', 'cancelled', 'failed')
        or (j.name like 'delivery-%' and j.created_on < now() - interval '1 day');
    end $function$
;

CREATE OR REPLACE FUNCTION announce_after_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      began timestamptz := case when tg_argv[0] = 'suspended' then old.suspended_at else old.notifications_paused_at end;
    begin
      update state_announcement s set is_held = false
      from monitor m where m.id = s.monitor_id and m.account_id = new.id and s.is_held;
      insert into state_announcement (monitor_id, due_at)
      select distinct n.monitor_id, mon_now()
      from monitor m join notification n on n.monitor_id = m.id and n.created_at >= began - interval '1 hour'
      where m.account_id = new.id and n.status = 'suppressed' and n.reason in ('paused', 'account_suspended')
        and n.kind in ('up', 'recovered', 'email_health_recovery')
      on conflict (monitor_id) do nothing;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION announce_external_recoveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$
;

CREATE OR REPLACE FUNCTION count_window_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.revision := old.revision + 1;
      return new;
    end $function$
;

CREATE OR REPLACE FUNCTION drop_cc_email_authors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from cc_email_author
      where monitor_id = new.id and address not in (select lower(cc) from unnest(new.cc_emails) as cc);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION drop_history_partitions(retention_days integer, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
    declare
      name text;
      dropped integer := 0;
    begin
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'check_history'::regclass and c.relname ~ '^check_history_[0-9]{8}$'
          and (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC'
            <= mon_now() - retention_days * interval '1 day'
        order by c.relname limit at_most
      loop
        execute format('drop table %I', name);
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $function$
;
revoke execute on function drop_history_partitions(integer,integer) from public;

CREATE OR REPLACE FUNCTION drop_hour_partitions(retention_days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
    declare
      name text;
      dropped integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_hour'));
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'check_hour'::regclass and c.relname ~ '^check_hour_[0-9]{6}$'
          and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC'
            <= mon_now() - retention_days * interval '1 day'
      loop
        execute format('drop table %I', name);
        dropped := dropped + 1;
      end loop;
      delete from check_hour_default where hour < mon_now() - retention_days * interval '1 day';
      return dropped;
    end $function$
;
revoke execute on function drop_hour_partitions(integer) from public;

CREATE OR REPLACE FUNCTION drop_member_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from url_access where membership_id = new.id;
      delete from tag_access where membership_id = new.id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION end_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update on_call_request set state = 'withdrawn', answered_at = mon_now()
      where membership_id = new.id and state = 'open';
      update on_call_request set state = 'declined', answered_at = mon_now(), answered_by = new.id
      where asked_id = new.id and state = 'open';
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION end_unseen_additions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from webhook w using membership ms
      where w.monitor_id = old.monitor_id and ms.id = w.added_by and ms.role = 'member' and not exists (
        select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = old.monitor_id);
      update monitor m set updated_at = mon_now(), cc_emails = array(
        select cc.address from unnest(m.cc_emails) with ordinality as cc (address, position)
        where not exists (
          select from cc_email_author a join membership ms on ms.id = a.membership_id and ms.role = 'member'
          where a.monitor_id = m.id and a.address = lower(cc.address) and not exists (
            select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = old.monitor_id))
        order by cc.position)
      where m.id = old.monitor_id and exists (
        select from cc_email_author a join membership ms on ms.id = a.membership_id and ms.role = 'member'
        where a.monitor_id = old.monitor_id and not exists (
          select from monitor_access ma where ma.membership_id = ms.id and ma.monitor_id = old.monitor_id));
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION ensure_history_partitions(days_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
    declare
      day date := (mon_now() at time zone 'UTC')::date - 1;
      last date := (mon_now() at time zone 'UTC')::date + days_ahead;
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_history'));
      while day <= last loop
        if to_regclass('check_history_' || to_char(day, 'YYYYMMDD')) is null then
          begin
            execute format(
              'create table %I partition of check_history for values from (%L) to (%L)',
              'check_history_' || to_char(day, 'YYYYMMDD'),
              day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
            made := made + 1;
          exception when check_violation then
            -- rows of that day already lie in the default partition: leave them there
            null;
          end;
        end if;
        day := day + 1;
      end loop;
      return made;
    end $function$
;
revoke execute on function ensure_history_partitions(integer) from public;

CREATE OR REPLACE FUNCTION ensure_hour_partitions(months_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
    declare
      month date := date_trunc('month', mon_now() at time zone 'UTC')::date - interval '1 month';
      last date := date_trunc('month', mon_now() at time zone 'UTC')::date + months_ahead * interval '1 month';
      made integer := 0;
    begin
      perform pg_advisory_xact_lock(hashtext('check_hour'));
      while month <= last loop
        if to_regclass('check_hour_' || to_char(month, 'YYYYMM')) is null then
          begin
            execute format(
              'create table %I partition of check_hour for values from (%L) to (%L)',
              'check_hour_' || to_char(month, 'YYYYMM'),
              month::text || ' 00:00:00+00', (month + interval '1 month')::date::text || ' 00:00:00+00');
            made := made + 1;
          exception when check_violation then
            -- hours of that month already lie in the default partition: leave them there
            null;
          end;
        end if;
        month := month + interval '1 month';
      end loop;
      return made;
    end $function$
;
revoke execute on function ensure_hour_partitions(integer) from public;

CREATE OR REPLACE FUNCTION excluded_seconds(monitor bigint, range_start timestamp with time zone, range_end timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::double precision from (
        select unnest(range_agg(tstzrange(greatest(x.since, range_start), least(x.until, range_end, mon_now())))) as r
        from (
          select since, until from unwatched_periods(monitor, range_start, range_end)
          union all
          select since, until from maintenance_periods(monitor, range_start, range_end)
        ) x
        where least(x.until, range_end, mon_now()) > greatest(x.since, range_start)
      ) y
    $function$
;

CREATE OR REPLACE FUNCTION follow_heartbeat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update heartbeat h set slug = heartbeat_slug(new.name, new.settings),
        resumed_at = case when old.paused_at is not null and new.paused_at is null then mon_now() else h.resumed_at end,
        changed_at = case
          when old.settings - '{slug,filters}'::text[] is distinct from new.settings - '{slug,filters}'::text[]
          then mon_now() else h.changed_at end,
        version = h.version + 1
      where h.monitor_id = new.id;
      if old.settings is distinct from new.settings then
        update monitor_schedule set next_at = mon_now() where monitor_id = new.id and next_at is not null;
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION heartbeat_slug(name text, settings jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select coalesce(settings ->> 'slug',
        left(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9_]+', '-', 'g')), 100))
    $function$
;

CREATE OR REPLACE FUNCTION maintenance_at(monitor bigint, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select min(window_id) from (
        select o.window_id from maintenance_occurrences(monitor, at, at + interval '1 microsecond') o
        union all
        select p.window_id from maintenance_period p
        where p.monitor_id = monitor and p.since <= at and p.until > at
      ) x
    $function$
;

CREATE OR REPLACE FUNCTION maintenance_covers(window_id bigint, covers_account boolean, monitor bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select covers_account
        or exists (select from maintenance_monitor c where c.window_id = $1 and c.monitor_id = $3)
        or exists (select from maintenance_tag c join monitor_tag t on t.tag_id = c.tag_id
          where c.window_id = $1 and t.monitor_id = $3)
    $function$
;

CREATE OR REPLACE FUNCTION maintenance_end(monitor bigint, at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select upper(r) from (
        select unnest(range_agg(tstzrange(o.since, o.until))) as r from maintenance_occurrences(monitor, at, 'infinity') o
      ) x where r @> at
    $function$
;

CREATE OR REPLACE FUNCTION maintenance_occurrences(monitor bigint, range_start timestamp with time zone, range_end timestamp with time zone)
 RETURNS TABLE(window_id bigint, since timestamp with time zone, until timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select o.window_id, o.starts_at, o.ends_at
      from monitor m
      join maintenance_occurrence o on o.account_id = m.account_id and o.ends_at > range_start and o.starts_at < range_end
      join maintenance_window w on w.id = o.window_id
      where m.id = monitor and w.deleted_at is null and not w.is_stopped
        and maintenance_covers(w.id, w.covers_account, m.id)
    $function$
;

CREATE OR REPLACE FUNCTION maintenance_periods(monitor bigint, range_start timestamp with time zone, range_end timestamp with time zone)
 RETURNS TABLE(since timestamp with time zone, until timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select lower(r), upper(r) from (
        select unnest(range_agg(tstzrange(greatest(x.since, range_start), least(x.until, range_end, mon_now())))) as r
        from (
          select p.since, p.until from maintenance_period p
          where p.monitor_id = monitor and p.until > range_start and p.since < range_end
          union all
          select o.since, o.until from maintenance_occurrences(monitor, range_start, least(range_end, mon_now())) o
        ) x
        where least(x.until, range_end, mon_now()) > greatest(x.since, range_start)
      ) y
    $function$
;

CREATE OR REPLACE FUNCTION maintenance_seconds(monitor bigint, range_start timestamp with time zone, range_end timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select coalesce(sum(extract(epoch from until - since)), 0)::double precision
      from maintenance_periods(monitor, range_start, range_end)
    $function$
;

CREATE OR REPLACE FUNCTION mark_incident_to_observe()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.is_to_observe := new.observed_at is null and coalesce(
        new.facts #>> '{check,outcome}' ~ '^(dns_|connect_|no_route|tls_timeout)'
        or new.facts #>> '{check,address}' like '%:%'
        or new.facts #>> '{target,url}' like 'icmp:%', false);
      return new;
    end $function$
;

CREATE OR REPLACE FUNCTION mark_maintenance_of_incident()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if maintenance_at(new.monitor_id, mon_now()) is not null then
        new.maintenance_id := maintenance_at(new.monitor_id, new.started_at);
        new.is_unannounced := new.maintenance_id is not null;
      end if;
      return new;
    end $function$
;

CREATE OR REPLACE FUNCTION mon_differences(before jsonb, after jsonb, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select jsonb_agg(jsonb_build_object('field', f, 'before', mon_shown(before -> f), 'after', mon_shown(after -> f)) order by n)
      from unnest(fields) with ordinality as one (f, n)
      where mon_shown(before -> f) is distinct from mon_shown(after -> f)
    $function$
;

CREATE OR REPLACE FUNCTION mon_iso(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    $function$
;

CREATE OR REPLACE FUNCTION mon_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select statement_timestamp() $function$
;

CREATE OR REPLACE FUNCTION mon_shown(value jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select case jsonb_typeof(value)
        when 'array' then (select left(string_agg(v, ', ' order by v), 1000) from jsonb_array_elements_text(value) v)
        else left(value #>> '{}', 1000) end
    $function$
;

CREATE OR REPLACE FUNCTION mon_signal(kind text, account bigint, monitor bigint, id uuid, person bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
      select pg_notify('mon_event', concat_ws(' ', kind, coalesce(account::text, '-'), coalesce(monitor::text, '-'),
        coalesce(id::text, '-'), coalesce(person::text, '-')))
    $function$
;

CREATE OR REPLACE FUNCTION mon_uuidv7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from mon_now()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
    $function$
;

CREATE OR REPLACE FUNCTION monitor_evidence(watched bigint, began_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
      select monitor_evidence_at_address(watched, began_at) - 'locations' || jsonb_strip_nulls(jsonb_build_object(
        'sharedWith', monitor_shared_features(watched, began_at),
        'locations', (
          select jsonb_agg(jsonb_build_object('location', place.location, 'outcome', place.outcome, 'provider', (
            select min(w.network) from worker_location w where w.location = place.location
            having count(distinct w.network) = 1)))
          from (
            select distinct on (location) location, coalesce(error_code, 'ok') as outcome
            from check_history where monitor_id = watched and checked_at >= began_at order by location, checked_at desc
          ) place having count(*) > 1)))
    $function$
;

CREATE OR REPLACE FUNCTION monitor_evidence_at_address(watched bigint, began_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
      select monitor_evidence_of_registered(watched, began_at) || coalesce((
        select jsonb_build_object('registration', jsonb_build_object('outcome', 'not_registered'))
        from monitor_registration mr join registration r on r.domain = mr.domain
        where mr.monitor_id = watched and r.outcome = 'NotRegistered'), '{}')
    $function$
;

CREATE OR REPLACE FUNCTION monitor_evidence_of_registered(watched bigint, began_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
      select monitor_observations(watched, began_at) || jsonb_strip_nulls(jsonb_build_object(
        'deployments', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'name', x.text)) from (
            select at, text from marker where monitor_id = watched and at between began_at - interval '1 day' and began_at
            order by at desc, id desc limit 20) x),
        'edits', (select jsonb_agg(jsonb_build_object('at', mon_iso(x.at), 'fields', x.fields)) from (
            select y.at, y.fields from (
              select e.at, jsonb_path_query_array(e.changes, '$[*].field') as fields
              from monitor m join audit_entry e on e.account_id = m.account_id and e.target = m.public_id::text
              where m.id = watched and e.action in ('domains.update', 'domains.pause', 'domains.resume',
                  'urls.update', 'urls.pause', 'urls.resume')
                and e.finished_at is not null and e.at between began_at - interval '1 day' and began_at
              union all
              select e.at, to_jsonb(e.fields)
              from monitor m join audit_entry e on e.account_id = m.account_id and e.targets @> array[m.public_id::text]
              where m.id = watched and e.action in ('domains.bulkUpdate', 'urls.bulkUpdate')
                and e.finished_at is not null and e.at between began_at - interval '1 day' and began_at
            ) y order by y.at desc limit 20) x)
      ))
    $function$
;

CREATE OR REPLACE FUNCTION monitor_name_servers(monitor bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
      with known (names) as (
        select coalesce(
          (select w.state #> '{sets,NS,records}' from dns_watch w where w.monitor_id = monitor
            and jsonb_typeof(w.state #> '{sets,NS,records}') = 'array' and jsonb_array_length(w.state #> '{sets,NS,records}') > 0),
          (select r.registration -> 'nameServers' from monitor_registration mr join registration r on r.domain = mr.domain
            where mr.monitor_id = monitor and jsonb_typeof(r.registration -> 'nameServers') = 'array'),
          '[]'::jsonb)
      )
      select string_agg(distinct rtrim(lower(name), '.'), ', ' order by rtrim(lower(name), '.'))
      from known, jsonb_array_elements_text(names) as server (name)
    $function$
;

CREATE OR REPLACE FUNCTION monitor_observations(watched bigint, began_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
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
    $function$
;

CREATE OR REPLACE FUNCTION monitor_shared_features(watched bigint, began_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
      with own as materialized (
        select m.account_id, s.last_address as address,
          network(set_masklen(s.last_address, case family(s.last_address) when 4 then 24 else 48 end)) as network,
          monitor_name_servers(watched) as name_servers
        from monitor m join monitor_schedule s on s.monitor_id = m.id where m.id = watched
      ), near as materialized (
        select s.last_address as address, s.state from own
        join monitor_schedule s on s.last_address between own.network
          and set_masklen(broadcast(own.network), case family(own.network) when 4 then 32 else 128 end)
        join monitor m on m.id = s.monitor_id and m.account_id = own.account_id and m.deleted_at is null
        where s.monitor_id <> watched and s.state in (1, 2)
      ), lost as materialized (
        select i.monitor_id from own join incident i on i.account_id = own.account_id and i.resolved_at is null
        where i.name_servers is not null and i.monitor_id <> watched
          and i.started_at > began_at - interval '1 day' and i.name_servers = own.name_servers
        limit 500
      )
      select jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'failing', failing, 'working', working))
      from (
        select 'address' as kind, host(own.address) as value,
          count(*) filter (where near.state = 2) as failing, count(*) filter (where near.state = 1) as working
        from own join near on near.address = own.address group by own.address
        union all
        select 'network', own.network::text,
          count(*) filter (where near.state = 2), count(*) filter (where near.state = 1)
        from own cross join near group by own.network having count(distinct near.address) filter (where near.state = 2) > 1
        union all
        select 'name_servers', max(own.name_servers), count(*), 0 from own cross join lost having count(*) > 0
      ) as feature
    $function$
;

CREATE OR REPLACE FUNCTION monitor_usage(account bigint, kind_code smallint, target text, OUT used integer, OUT duplicate boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
    begin
      select count(*)::int, coalesce(bool_or(m.dedupe_key = target), false) into used, duplicate
      from monitor m where m.account_id = account and m.kind = kind_code and m.deleted_at is null;
    end $function$
;

CREATE OR REPLACE FUNCTION next_on_grid(period_ms bigint, phase bigint, after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select to_timestamp((
        (floor((extract(epoch from after) * 1000 - phase % period_ms) / period_ms) + 1) * period_ms + phase % period_ms
      ) / 1000.0)
    $function$
;

CREATE OR REPLACE FUNCTION note_changed_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if old.ssl ->> 'fingerprint256' is distinct from new.ssl ->> 'fingerprint256'
        and old.ssl ->> 'fingerprint256' is not null and new.ssl ->> 'fingerprint256' is not null then
        perform note_monitor_change(new.monitor_id, 'certificate',
          mon_differences(old.ssl, new.ssl, array['subject', 'issuer', 'validFrom', 'validTo', 'fingerprint256']));
      end if;
      if split_part(old.redirect ->> 'finalUrl', '?', 1) <> split_part(new.redirect ->> 'finalUrl', '?', 1) then
        perform note_monitor_change(new.monitor_id, 'redirect', jsonb_build_array(jsonb_build_object('field', 'url',
          'before', left(split_part(old.redirect ->> 'finalUrl', '?', 1), 1000),
          'after', left(split_part(new.redirect ->> 'finalUrl', '?', 1), 1000))));
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION note_changed_registration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform note_monitor_change(mr.monitor_id, 'registration', mon_differences(
          old.registration || jsonb_build_object('outcome', old.outcome), new.registration || jsonb_build_object('outcome', new.outcome),
          array['outcome', 'expiresAt', 'registrar', 'statuses', 'nameServers']))
        from monitor_registration mr join monitor m on m.id = mr.monitor_id and m.deleted_at is null
        where mr.domain = new.domain;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION note_location_advisory()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform note_monitor_change(new.monitor_id, 'location_advisory', jsonb_build_array(jsonb_build_object(
        'field', new.location, 'before', null, 'after', case new.verdict when 1 then 'up' else 'down' end)));
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION note_monitor_change(monitor bigint, what text, changed jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into monitor_change (monitor_id, kind, changes)
      select monitor, what, changed
      where changed is not null and (
        select count(*) from monitor_change c
        where c.monitor_id = monitor and c.kind = what and c.at > mon_now() - interval '1 day') < 10
    $function$
;

CREATE OR REPLACE FUNCTION open_incident_repair()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update incident_repair r set ended_at = i.started_at from incident i
      where i.id = new.incident_id and r.monitor_id = i.monitor_id and r.ended_at is null and r.incident_id <> i.id;
      insert into incident_repair (incident_id, account_id, monitor_id, opened_at)
      select i.id, i.account_id, i.monitor_id, i.started_at from incident i where i.id = new.incident_id
      on conflict (incident_id) do nothing;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION refresh_incident_diagnosis(watched bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
      update incident_diagnosis d set changed_at = mon_now(), facts = d.facts || (found.e - 'earlier' - 'lastGood' - 'dns')
        || case when found.e ? 'dns' then jsonb_build_object('dns', coalesce(d.facts -> 'dns', '{}') || (found.e -> 'dns')) else '{}' end
      from incident i, lateral (select monitor_evidence(watched, i.started_at) as e) found
      where i.monitor_id = watched and i.resolved_at is null and d.incident_id = i.id
    $function$
;

CREATE OR REPLACE FUNCTION release_after_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      keys bigint[];
    begin
      with ended as (
        update notification_delivery d set status = 'suppressed', error_code = 'over', settled_at = mon_now()
        from notification n join incident i on i.id = n.incident_id
        where d.account_id = new.id and d.status = 'pending' and d.digest_id is null and d.channel <> 'webhook'
          and n.id = d.notification_id and n.kind = 'down' and i.resolved_at is not null
        returning d.notification_id
      )
      select array_agg(distinct notification_id) into keys from ended;
      perform settle_notifications(keys);
      update notification_delivery set held_until = null,
        next_at = case when next_at <= mon_now() then mon_now() - interval '6 minutes' else next_at end
      where account_id = new.id and status = 'pending' and digest_id is null;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION release_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into released_slug (slug_hash, account_id) values (sha256(convert_to(old.slug, 'UTF8')), old.account_id)
      on conflict (slug_hash) do update set account_id = excluded.account_id, released_at = excluded.released_at;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION remove_calendars()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from on_call_calendar where membership_id = new.id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION remove_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from alert_channel where membership_id = new.id;
      delete from contact_rules where membership_id = new.id;
      delete from contact_due where membership_id = new.id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION remove_from_routes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from alert_route_target where membership_id = new.id;
      delete from alert_route_fallback where membership_id = new.id;
      update on_call_schedule set watch_at = mon_now() where account_id = new.account_id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION response_percentiles(monitor bigint, window_start timestamp with time zone, window_end timestamp with time zone)
 RETURNS smallint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by bucket)
      from (
        select unnest(response) as bucket from check_hour
        where monitor_id = monitor and hour >= window_start and hour < window_end
        union all
        select unnest(hour_response) from monitor_schedule
        where monitor_id = monitor and hour_at >= window_start and hour_at < window_end
      ) x
    $function$
;

CREATE OR REPLACE FUNCTION return_shift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update on_call_request set state = 'returned', answered_at = mon_now(), override_id = null
      where override_id = old.id and ends_at > mon_now();
      return old;
    end $function$
;

CREATE OR REPLACE FUNCTION schedule_dns_watch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.dns_watch is null then
        delete from dns_watch where monitor_id = new.id;
      else
        insert into dns_watch (monitor_id, next_at) values (new.id, mon_now())
        on conflict (monitor_id) do update set next_at = mon_now(), lease_until = null, lease_token = null;
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION schedule_email_health()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      live boolean := new.deleted_at is null and new.paused_at is null and new.email_health_enabled;
      wanted_ms bigint := new.email_health_interval_seconds * 1000::bigint;
      is_on_again boolean := tg_op = 'UPDATE' and new.email_health_enabled and not old.email_health_enabled;
    begin
      if tg_op = 'INSERT' then
        insert into email_health_schedule (monitor_id, interval_ms, phase, next_at)
        values (new.id, wanted_ms, ('x' || right(replace(new.public_id::text, '-', ''), 12))::bit(48)::bigint,
          case when live then mon_now() end);
        return null;
      end if;
      update email_health_schedule s set
        interval_ms = wanted_ms,
        next_at = case
          when not live then null
          when is_on_again then mon_now()
          when s.next_at is null and coalesce(s.last_checked_at <= mon_now() - wanted_ms * interval '1 millisecond', true)
            then mon_now()
          when s.next_at is null then next_on_grid(wanted_ms, s.phase, mon_now())
          when s.interval_ms <> wanted_ms then least(s.next_at, next_on_grid(wanted_ms, s.phase, mon_now()))
          else s.next_at end,
        lease_until = case when live then s.lease_until end,
        lease_token = case when live then s.lease_token end
      where s.monitor_id = new.id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION schedule_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into monitor_registration (monitor_id) values (new.id);
      if new.url like 'http://%' then
        insert into certificate_schedule (monitor_id, next_at) values (new.id, mon_now());
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION schedule_host_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into host_proof (account_id, hostname, next_at, proven_at)
      values (new.account_id, new.hostname, mon_now() + interval '1 day', mon_now())
      on conflict (account_id, hostname) do nothing;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION schedule_service_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into service_proof (monitor_id, next_at) values (new.id, mon_now())
      on conflict (monitor_id) do update set next_at = excluded.next_at, lease_until = null, lease_token = null,
        absent_since = null, stopped_at = null, missing = null;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION schedule_status_page_host()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into host_proof (account_id, hostname, next_at)
      values (new.account_id, new.hostname, mon_now() + interval '10 minutes')
      on conflict (account_id, hostname) do update set next_at = least(host_proof.next_at, excluded.next_at);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION settle_notifications(keys bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      perform 1 from notification where id = any(keys) order by id for update;
      update notification n set status = s.status, sent_at = coalesce(n.sent_at, s.sent_at)
      from (
        select notification_id, case
            when bool_or(status = 'pending') then 'pending'
            when bool_or(status = 'sent') then 'sent'
            when bool_or(status = 'failed') then 'failed'
            else 'suppressed' end as status,
          min(settled_at) filter (where status = 'sent') as sent_at
        from notification_delivery where notification_id = any(keys) group by notification_id
      ) s
      where n.id = s.notification_id and (n.status, n.sent_at) is distinct from (s.status, coalesce(n.sent_at, s.sent_at));
    end $function$
;

CREATE OR REPLACE FUNCTION signal_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.account_id = new.id and ms.removed_at is null;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_change_seen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('change', c.account_id, c.monitor_id, c.public_id, s.user_id)
      from changed s join url_change c on c.id = s.change_id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_incident_repair()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('incident', i.account_id, i.monitor_id, i.public_id, null) from incident i
        where i.id = new.incident_id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_maintenance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('maintenance', new.account_id, null, new.public_id, null);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('access', null, null, null, ms.user_id) from membership ms
      where ms.id = case tg_op when 'DELETE' then old.membership_id else new.membership_id end;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_monitor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal(signalled_kind(new.kind), new.account_id, new.id, new.public_id, null);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_monitor_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal(signalled_kind(m.kind), m.account_id, m.id, m.public_id, null)
      from monitor m where m.id = case tg_op when 'DELETE' then old.monitor_id else new.monitor_id end;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_notification()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('notification', new.account_id, new.monitor_id, new.public_id, new.user_id);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal(tg_argv[0], new.account_id, new.monitor_id, new.public_id, null);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_seen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('url', m.account_id, m.id, m.public_id, s.user_id)
      from (select distinct user_id, monitor_id from changed) s join monitor m on m.id = s.monitor_id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_simulation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('job', new.account_id, null, new.public_id, null);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_status_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('status_page', coalesce(new.account_id, old.account_id), null,
        coalesce(new.public_id, old.public_id), null);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_status_page_host()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      page status_page;
    begin
      select * into page from status_page where id = coalesce(new.page_id, old.page_id);
      if found then perform mon_signal('status_page', page.account_id, null, page.public_id, null); end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_tagged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('access', null, null, null, p.user_id) from (
        select distinct ms.user_id from (select distinct tag_id from changed) c
        join tag_access ta on ta.tag_id = c.tag_id join membership ms on ms.id = ta.membership_id) p;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signal_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform mon_signal('access', null, null, null, old.user_id);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION signalled_kind(kind smallint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
      select case kind when 1 then 'domain' when 2 then 'url' else kind::text end
    $function$
;

CREATE OR REPLACE FUNCTION suppress_in_maintenance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      found bigint;
      waiting bigint;
    begin
      if new.kind in ('down', 'up') then
        select i.maintenance_id into found from incident i where i.id = new.incident_id and i.is_unannounced;
      elsif new.kind in ('recovered', 'email_health_recovery') then
        select n.id, n.maintenance_id into waiting, found
        from maintenance_waiting w join notification n on n.id = w.notification_id
        where w.monitor_id = new.monitor_id
          and n.kind = case new.kind when 'recovered' then 'degraded' else 'email_health_alert' end
        order by n.id desc limit 1 for update of w;
        delete from maintenance_waiting where notification_id = waiting;
      elsif new.kind in
        ('degraded', 'page_changed', 'page_error', 'dns_changed', 'certificate_invalid', 'email_health_alert') then
        found := maintenance_at(new.monitor_id, mon_now());
      end if;
      if found is not null then
        new.status := 'suppressed';
        new.maintenance_id := found;
        if new.kind in ('down', 'degraded', 'page_error', 'certificate_invalid', 'email_health_alert') then
          insert into maintenance_waiting (notification_id, monitor_id) values (new.id, new.monitor_id)
          on conflict do nothing;
        end if;
      end if;
      return new;
    end $function$
;

CREATE OR REPLACE FUNCTION suppress_paused_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      with suppressed as (
        update notification set status = 'suppressed',
          reason = case when new.suspended_at is null then 'paused' else 'account_suspended' end
        where account_id = new.id and status = 'pending' and dispatched_at is null
        returning monitor_id, kind
      )
      insert into state_announcement (monitor_id, due_at, is_held)
      select distinct monitor_id, mon_now(), true from suppressed
      where kind in ('up', 'recovered', 'email_health_recovery') and monitor_id is not null
      on conflict (monitor_id) do nothing;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION suspend_service_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update service_proof set next_at = case when new.deleted_at is null then mon_now() else 'infinity' end,
        lease_until = null, lease_token = null
      where monitor_id = new.id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION take_up_invite()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      member bigint := coalesce(new.membership_id, (
        select ms.id from membership ms join app_user u on u.id = ms.user_id
        where ms.account_id = new.account_id and ms.role = 'member' and ms.removed_at is null
          and lower(u.email) = lower(new.email)));
    begin
      update membership set member_role = new.member_role
      where id = new.membership_id and member_role <> new.member_role;
      if member is not null then
        insert into url_access (membership_id, monitor_id, can_write)
        select member, monitor_id, can_write from url_access where invite_id = new.id
        on conflict (membership_id, monitor_id) do update set can_write = excluded.can_write;
        insert into tag_access (membership_id, tag_id, can_write)
        select member, tag_id, can_write from tag_access where invite_id = new.id
        on conflict (membership_id, tag_id) do update set can_write = excluded.can_write;
      end if;
      delete from url_access where invite_id = new.id;
      delete from tag_access where invite_id = new.id;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION unlink_deleted_parent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update monitor set depends_on = array_remove(depends_on, old.public_id::text)
      where account_id = old.account_id and deleted_at is null and cardinality(depends_on) > 0
        and old.public_id::text = any(depends_on);
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION unwatched_periods(monitor bigint, window_start timestamp with time zone, window_end timestamp with time zone)
 RETURNS TABLE(since timestamp with time zone, until timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select u.since, u.until from unwatched_period u
      where u.monitor_id = monitor and u.until > window_start and u.since < window_end
      union all
      select greatest(coalesce(s.verdict_at, greatest(s.last_checked_at, s.status_changed_at)),
        coalesce(s.verdict_due_at, s.next_at) - s.interval_ms * interval '1 millisecond'), mon_now()
      from monitor_schedule s
      where s.monitor_id = monitor and s.next_at is not null
        and mon_now() > coalesce(s.verdict_due_at, s.next_at) + 2 * s.interval_ms * interval '1 millisecond'
    $function$
;

CREATE OR REPLACE FUNCTION unwatched_seconds(monitor bigint, window_start timestamp with time zone, window_end timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select coalesce(sum(greatest(extract(epoch from least(u.until, window_end, mon_now()) - greatest(u.since, window_start)), 0)), 0)
        ::double precision
      from unwatched_periods(monitor, window_start, window_end) u
    $function$
;

CREATE OR REPLACE FUNCTION uptime_percent(monitor bigint, window_start timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      with bounded as (
        select state,
          greatest(since, window_start) as starts,
          lead(since, 1, mon_now()) over (order by since) as ends
        from status_period
        where monitor_id = monitor
          and since >= coalesce(
            (select max(since) from status_period where monitor_id = monitor and since <= window_start),
            '-infinity')
      ), seconds as (
        select state, greatest(extract(epoch from ends - starts), 0) as s from bounded where state in (1, 2)
      )
      select round((100 * sum(s) filter (where state = 1) / nullif(sum(s), 0))::numeric, 4)::double precision
      from (select state, s from seconds union all select 1, 0) x
    $function$
;

CREATE OR REPLACE FUNCTION uptime_percent(monitor bigint, window_start timestamp with time zone, window_end timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      with bounded as (
        select state, greatest(since, window_start) as starts,
          least(lead(since, 1, 'infinity') over (order by since), window_end, mon_now()) as ends
        from status_period
        where monitor_id = monitor and since < window_end
          and since >= coalesce(
            (select max(since) from status_period where monitor_id = monitor and since <= window_start),
            '-infinity')
      ), seconds as (
        select state, greatest(extract(epoch from ends - starts), 0) as s from bounded where state in (1, 2)
      )
      select round((100 * sum(s) filter (where state = 1) / nullif(sum(s), 0))::numeric, 4)::double precision
      from (select state, s from seconds union all select 1, 0) x
    $function$
;

CREATE OR REPLACE FUNCTION watch_changed_schedule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.watch_at := mon_now();
      return new;
    end $function$
;

CREATE OR REPLACE FUNCTION watched_uptime(monitor bigint, window_start timestamp with time zone, window_end timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select (watched_uptimes(monitor, array[window_start], window_end))[1]
    $function$
;

CREATE OR REPLACE FUNCTION watched_uptimes(monitor bigint, window_starts timestamp with time zone[], window_end timestamp with time zone)
 RETURNS double precision[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      with earliest as materialized (
        select min(start) as start from unnest(window_starts) w(start)
      ), excluded as materialized (
        select lower(r) as since, upper(r) as until from (
          select unnest(range_agg(tstzrange(x.since, x.until))) as r from (
            select u.since, u.until from earliest e, unwatched_periods(monitor, e.start, window_end) u
            union all
            select p.since, p.until from earliest e, maintenance_periods(monitor, e.start, window_end) p
          ) x where x.until > x.since
        ) y
      ), period as materialized (
        select state, since, least(lead(since, 1, 'infinity') over (order by since), window_end, mon_now()) as until
        from status_period
        where monitor_id = monitor and since < window_end
          and since >= coalesce(
            (select max(p.since) from status_period p, earliest e where p.monitor_id = monitor and p.since <= e.start),
            '-infinity')
      ), seconds as (
        select w.n, p.state, greatest(0, extract(epoch from p.until - b.starts) - coalesce(
          (select sum(extract(epoch from least(u.until, p.until) - greatest(u.since, b.starts)))
            from excluded u where u.until > b.starts and u.since < p.until), 0)) as s
        from unnest(window_starts) with ordinality w(start, n)
        cross join period p cross join lateral (select greatest(p.since, w.start) as starts) b
        where p.state in (1, 2) and p.until > b.starts
      )
      select array_agg(x.uptime order by x.n) from (
        select w.n, trunc((100 * coalesce(sum(s.s) filter (where s.state = 1), 0) / nullif(sum(s.s), 0))::numeric, 4)
          ::double precision as uptime
        from unnest(window_starts) with ordinality w(start, n) left join seconds s on s.n = w.n
        group by w.n
      ) x
    $function$
;
