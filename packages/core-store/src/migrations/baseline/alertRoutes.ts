/** The tables of the targets of alerts: webhooks, channels and routes, and of addresses that cannot be reached. */
export const alertRoutes = `
    -- secret: encrypted for the public id. monitor_id null: of all monitors of the account.
    create table webhook (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint references monitor (id) on delete cascade,
      url text not null,
      label text not null,
      events text[] not null check (cardinality(events) > 0),
      secret text not null,
      is_active boolean not null default true,
      created_at timestamptz not null default mon_now(),
      last_delivery_at timestamptz,
      last_delivery_status text,
      failing_since timestamptz,
      disabled_reason text,
      added_by bigint references membership (id) on delete set null
    );
    create index webhook_account on webhook (account_id, id desc);
    create index webhook_monitor on webhook (monitor_id);
    create index webhook_author on webhook (added_by) where added_by is not null;

    -- settings: encrypted for the public id. shown: the settings with *** for secrets. slot_at: the newest slot of the
    -- messages that wait, because services limit messages. sent_at: the last attempt. added_by: it ends when that
    -- member is removed.
    create table alert_channel (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      kind text not null,
      name text not null,
      settings text not null,
      shown jsonb not null,
      in_default_route boolean not null default true,
      added_by bigint references membership (id) on delete set null,
      is_active boolean not null default true,
      created_at timestamptz not null default mon_now(),
      last_delivery_at timestamptz,
      last_delivery_status text,
      failing_since timestamptz,
      disabled_reason text check (disabled_reason in ('refused', 'failing')),
      slot_at timestamptz,
      sent_at timestamptz,
      quiet_hours jsonb,
      -- The first refusal since the last message that arrived. Null: none.
      refused_since timestamptz
    ) with (fillfactor = 80);
    create index alert_channel_account on alert_channel (account_id, id);
    create index alert_channel_author on alert_channel (added_by) where added_by is not null;

    -- The first route by position that takes an alert decides. kinds, severities: empty stands for all.
    create table alert_route (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      name text not null,
      position integer not null,
      kinds text[] not null,
      severities text[] not null,
      scope text not null check (scope in ('all', 'chosen')),
      reminder_minutes integer,
      created_at timestamptz not null default mon_now()
    );
    create index alert_route_account on alert_route (account_id, position, id);

    -- A route whose monitors or tags are all gone has the scope chosen still: it takes nothing.
    create table alert_route_monitor (
      route_id bigint not null references alert_route (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      primary key (route_id, monitor_id)
    );
    create index alert_route_monitor_monitor on alert_route_monitor (monitor_id);

    create table alert_route_tag (
      route_id bigint not null references alert_route (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (route_id, tag_id)
    );
    create index alert_route_tag_tag on alert_route_tag (tag_id);

    create table alert_route_step (
      route_id bigint not null references alert_route (id) on delete cascade,
      number smallint not null,
      after_minutes integer not null,
      primary key (route_id, number)
    );

    create table alert_route_target (
      id bigint generated always as identity primary key,
      route_id bigint not null,
      step smallint not null,
      kind text not null check (kind in ('email', 'whatsapp', 'webhooks', 'channel')),
      channel_id bigint references alert_channel (id) on delete cascade,
      -- With the kind 'email': only this member.
      membership_id bigint references membership (id) on delete cascade,
      foreign key (route_id, step) references alert_route_step (route_id, number) on delete cascade,
      check ((kind = 'channel') = (channel_id is not null)),
      check (membership_id is null or kind = 'email')
    );
    create index alert_route_target_step on alert_route_target (route_id, step);
    create index alert_route_target_channel on alert_route_target (channel_id) where channel_id is not null;
    create index alert_route_target_membership on alert_route_target (membership_id) where membership_id is not null;

    -- However a membership ends.
    create function remove_from_routes() returns trigger language plpgsql as $$
    begin
      delete from alert_route_target where membership_id = new.id;
      return null;
    end $$;
    create trigger remove_from_routes after update of removed_at on membership
    for each row when (new.removed_at is not null) execute function remove_from_routes();

    -- number: confirmed and in use. pending_number: waits for the code that was signed. codes_sent: since codes_since.
    create table whatsapp_contact (
      account_id bigint primary key references account (id) on delete cascade,
      number text,
      confirmed_at timestamptz,
      pending_number text,
      code_signature text,
      code_sent_at timestamptz,
      code_attempts smallint not null default 0,
      codes_sent smallint not null default 0,
      codes_since timestamptz
    );

    create table whatsapp_slot (
      number text primary key,
      slot_at timestamptz not null
    );

    create table email_suppression (
      account_id bigint not null references account (id) on delete cascade,
      address text not null check (address = lower(address)),
      created_at timestamptz not null default mon_now(),
      primary key (account_id, address)
    );

    -- Addresses that a mail server refused for good. A mailbox that does not exist does not exist for any account, so
    -- there is one row for each address of the installation. The table outlives accounts and therefore has only hashes.
    create table refused_address (
      address_hash bytea primary key,
      code integer not null,
      refusals integer not null,
      announced integer not null,
      refused_at timestamptz not null default mon_now(),
      last_refused_at timestamptz not null default mon_now()
    );
    create index refused_address_age on refused_address (last_refused_at);
`
