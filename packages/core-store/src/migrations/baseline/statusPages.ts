/** The tables of public status pages, with their components, posts, subscribers and custom host names. */
export const statusPages = `
    -- version: of everything that people decide; each change of a part raises it. password_hash: of the readers'
    -- password. logo: written anew by Mon, never the uploaded bytes. automatic_posts: what becomes of a post that an
    -- incident of a monitor begins.
    create table status_page (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      slug text not null unique,
      name text not null,
      description text,
      language text not null check (language in ('en', 'de')),
      timezone text not null,
      accent_color text not null,
      header_color text,
      links jsonb not null default '[]',
      logo bytea,
      logo_hash text,
      logo_type text,
      logo_width integer,
      logo_height integer,
      access text not null check (access in ('public', 'password', 'email_domains')),
      password_hash text,
      email_domains text[] not null default '{}',
      shows_window_names boolean not null default false,
      automatic_posts text not null check (automatic_posts in ('off', 'draft', 'publish', 'publish_and_notify')),
      version bigint not null default 1,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now(),
      check ((logo is null) = (logo_hash is null))
    );
    create index status_page_account on status_page (account_id, id);

    create table status_group (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      page_id bigint not null references status_page (id) on delete cascade,
      name text not null,
      description text,
      position integer not null,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now()
    );
    create index status_group_page on status_group (page_id, position);

    -- override_state: what a person says instead of the monitors. override_by refers to no row, because a check of each
    -- component would slow down the deletion of people.
    create table status_component (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      page_id bigint not null references status_page (id) on delete cascade,
      group_id bigint references status_group (id) on delete set null,
      name text not null,
      description text,
      position integer not null,
      shows_monitors boolean not null default false,
      shows_uptime boolean not null default true,
      only_if_degraded boolean not null default false,
      override_state text,
      override_at timestamptz,
      override_by bigint,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now()
    );
    create index status_component_page on status_component (page_id, position);
    create index status_component_group on status_component (group_id) where group_id is not null;

    create table status_component_monitor (
      component_id bigint not null references status_component (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      primary key (component_id, monitor_id)
    );
    create index status_component_monitor_monitor on status_component_monitor (monitor_id);

    create table status_component_tag (
      component_id bigint not null references status_component (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (component_id, tag_id)
    );
    create index status_component_tag_tag on status_component_tag (tag_id);

    -- published_at null: a draft. moves_itself: of planned maintenance, its state follows its times. revision: as of
    -- maintenance_window. created_by refers to no row; null: Mon.
    create table status_post (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      page_id bigint not null references status_page (id) on delete cascade,
      kind text not null check (kind in ('incident', 'maintenance')),
      title text not null,
      impact text not null check (impact in ('none', 'minor', 'major', 'critical')),
      started_at timestamptz not null,
      ends_at timestamptz,
      moves_itself boolean not null default false,
      is_automatic boolean not null default false,
      revision integer not null default 0,
      published_at timestamptz,
      created_by bigint,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now(),
      check ((kind = 'maintenance') = (ends_at is not null))
    );
    create index status_post_page on status_post (page_id, started_at desc);
    create index status_post_moving on status_post (id) where moves_itself;
    create index status_post_automatic on status_post (page_id) where is_automatic;

    create table status_post_component (
      post_id bigint not null references status_post (id) on delete cascade,
      component_id bigint not null references status_component (id) on delete cascade,
      primary key (post_id, component_id)
    );
    create index status_post_component_component on status_post_component (component_id);

    -- The incidents of monitors that a page has followed. post_id null: the post is deleted, and none begins anew.
    create table status_page_incident (
      page_id bigint not null references status_page (id) on delete cascade,
      incident_id bigint not null references incident (id) on delete cascade,
      post_id bigint references status_post (id) on delete set null,
      primary key (page_id, incident_id)
    );
    create index status_page_incident_incident on status_page_incident (incident_id);
    create index status_page_incident_post on status_page_incident (post_id) where post_id is not null;

    -- published_at null: a draft. notifies: whether subscribers are notified, decided at the publication.
    create table status_update (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      post_id bigint not null references status_post (id) on delete cascade,
      state text not null,
      body text not null,
      display_at timestamptz not null,
      notifies boolean,
      published_at timestamptz,
      created_by bigint,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now(),
      check ((published_at is null) = (notifies is null))
    );
    create index status_update_post on status_update (post_id, display_at desc);

    -- new_state null: the override ends. shown_*: what readers saw before and after; null while it is a draft.
    create table status_update_component (
      update_id bigint not null references status_update (id) on delete cascade,
      component_id bigint not null references status_component (id) on delete cascade,
      new_state text,
      shown_before text,
      shown_after text,
      primary key (update_id, component_id)
    );
    create index status_update_component_component on status_update_component (component_id);

    create function signal_status_page() returns trigger language plpgsql as $$
    begin
      perform mon_signal('status_page', coalesce(new.account_id, old.account_id), null,
        coalesce(new.public_id, old.public_id), null);
      return null;
    end $$;
    create trigger signal_status_page after insert or update or delete on status_page
    for each row execute function signal_status_page();

    -- Copies of public status pages as files.
    -- Not a foreign key: the row is there until the copy of a deleted page is removed. hash: of everything that was
    -- written.
    create table status_page_export (
      page_id uuid primary key,
      slug text not null,
      hash text not null,
      exported_at timestamptz not null
    );

    -- address_key: the form in which two addresses are compared. site: the registrable domain of a webhook. secret: of
    -- a webhook, encrypted for the public id. confirm_hash: SHA-256 of the token in the email; it works once.
    create table status_subscriber (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      page_id bigint not null references status_page (id) on delete cascade,
      kind text not null check (kind in ('email', 'webhook')),
      address text not null,
      address_key text not null,
      site text,
      language text not null check (language in ('en', 'de')),
      state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'ended')),
      ended_reason text check (ended_reason in ('bounced', 'gone', 'failing')),
      covers_all boolean not null default true,
      secret text,
      confirm_hash bytea unique,
      confirm_until timestamptz,
      confirmed_at timestamptz,
      failing_since timestamptz,
      ended_at timestamptz,
      created_at timestamptz not null default mon_now(),
      unique (page_id, kind, address_key),
      check ((kind = 'webhook') = (site is not null)),
      check ((confirm_hash is null) = (confirm_until is null)),
      check (state <> 'confirmed' or confirmed_at is not null)
    );
    create index status_subscriber_page on status_subscriber (page_id, id desc);
    create index status_subscriber_confirmed on status_subscriber (page_id, confirmed_at, id) where state = 'confirmed';

    create table status_subscriber_component (
      subscriber_id bigint not null references status_subscriber (id) on delete cascade,
      component_id bigint not null references status_component (id) on delete cascade,
      primary key (subscriber_id, component_id)
    );
    create index status_subscriber_component_component on status_subscriber_component (component_id);

    -- Requests to subscribe, so that nobody floods an address or a page. No foreign key: the deletion of a page must
    -- not lift the limits of addresses.
    create table status_signup (
      id bigint generated always as identity primary key,
      page_id bigint not null,
      address_hash bytea not null,
      at timestamptz not null default mon_now()
    );
    create index status_signup_address on status_signup (address_hash, at);
    create index status_signup_page on status_signup (page_id, at);
    create index status_signup_age on status_signup (at);

    -- One row for each subscriber whom a publication concerns, written with the publication. component_id: a webhook
    -- gets each change of a component by itself. next_at: when an attempt is due; a claim moves it to the end of its
    -- lease.
    create table status_delivery (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      kind text not null,
      page_id bigint not null references status_page (id) on delete cascade,
      update_id bigint not null references status_update (id) on delete cascade,
      subscriber_id bigint not null references status_subscriber (id) on delete cascade,
      component_id bigint references status_component (id) on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'sent', 'suppressed', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz not null default mon_now(),
      lease_token uuid,
      claimed_at timestamptz,
      error_code text,
      error_message text,
      created_at timestamptz not null default mon_now(),
      settled_at timestamptz
    ) with (fillfactor = 80);
    create unique index status_delivery_once
    on status_delivery (update_id, subscriber_id, (coalesce(component_id, 0)));
    create index status_delivery_due on status_delivery (kind, page_id, next_at) where status = 'pending';
    create index status_delivery_subscriber on status_delivery (subscriber_id);
    create index status_delivery_component on status_delivery (component_id) where component_id is not null;
    create index status_delivery_page on status_delivery (page_id);
    create index status_delivery_age on status_delivery (created_at);

    -- Own host names of status pages.
    -- proven_at: since when the page has the host name. found_at: the last lookup found the TXT record, whoever has the
    -- host name. released_at: the record was missing for too long. address: where the addresses of the name led.
    -- reached_at: when a request for the name last arrived, to the day. asked_at: when a person last asked for a
    -- lookup. *_notified_at: when the owner was notified.
    create table status_page_host (
      id bigint generated always as identity primary key,
      page_id bigint not null unique references status_page (id) on delete cascade,
      account_id bigint not null references account (id) on delete cascade,
      hostname text not null,
      proven_at timestamptz,
      found_at timestamptz,
      released_at timestamptz,
      address text check (address in ('here', 'elsewhere', 'absent')),
      reached_at timestamptz,
      checked_at timestamptz,
      asked_at timestamptz,
      missing_notified_at timestamptz,
      release_notified_at timestamptz,
      created_at timestamptz not null default mon_now(),
      unique (account_id, hostname)
    );

    -- Whoever proves a host name has it, alone.
    create unique index status_page_host_proven on status_page_host (hostname)
    where proven_at is not null and released_at is null;

    -- The lookup of the TXT record is that of hosts which get requests that may change something.
    create function schedule_status_page_host() returns trigger language plpgsql as $$
    begin
      insert into host_proof (account_id, hostname, next_at)
      values (new.account_id, new.hostname, mon_now() + interval '10 minutes')
      on conflict (account_id, hostname) do update set next_at = least(host_proof.next_at, excluded.next_at);
      return null;
    end $$;
    create trigger host_proof_of_status_page after insert on status_page_host
    for each row execute function schedule_status_page_host();

    -- Every process serves and refuses host names from memory.
    create function signal_status_page_host() returns trigger language plpgsql as $$
    declare
      page status_page;
    begin
      select * into page from status_page where id = coalesce(new.page_id, old.page_id);
      if found then perform mon_signal('status_page', page.account_id, null, page.public_id, null); end if;
      return null;
    end $$;
    create trigger signal_status_page_host after insert or delete on status_page_host
    for each row execute function signal_status_page_host();
    create trigger signal_changed_status_page_host after update on status_page_host for each row
    when ((old.proven_at, old.released_at, old.address, old.reached_at)
      is distinct from (new.proven_at, new.released_at, new.address, new.reached_at))
    execute function signal_status_page_host();

    -- Addresses that status pages have given up. Links to them still exist, so that nobody but their account gets them
    -- soon. The table outlives accounts and therefore has only hashes.
    -- account_id refers to no row: the account may be deleted. Numbers of accounts are not used again.
    create table released_slug (
      slug_hash bytea primary key,
      account_id bigint not null,
      released_at timestamptz not null default mon_now()
    );
    create index released_slug_age on released_slug (released_at);

    -- A trigger, because pages are also deleted with their account.
    create function release_slug() returns trigger language plpgsql as $$
    begin
      insert into released_slug (slug_hash, account_id) values (sha256(convert_to(old.slug, 'UTF8')), old.account_id)
      on conflict (slug_hash) do update set account_id = excluded.account_id, released_at = excluded.released_at;
      return null;
    end $$;
    create trigger release_slug after delete on status_page for each row execute function release_slug();
    create trigger release_former_slug after update of slug on status_page for each row
    when (old.slug <> new.slug) execute function release_slug();
`
