import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/** Public status pages with their groups, components and posts, and signals when they change. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The strongest lock first, so that the migration cannot deadlock.
  yield* sql`lock table maintenance_window in access exclusive mode`

  // How often readers of a calendar would have seen another version of the window.
  yield* sql`alter table maintenance_window add column revision integer not null default 0`
  yield* sql`
    create function count_window_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end $$`
  yield* sql`
    create trigger count_revision before update on maintenance_window for each row
    when ((old.name, old.starts_at, old.minutes, old.timezone, old.recurrence, old.covers_account, old.deleted_at)
      is distinct from (new.name, new.starts_at, new.minutes, new.timezone, new.recurrence, new.covers_account, new.deleted_at))
    execute function count_window_revision()`

  // version: of everything that people decide; each change of a part raises it. password_hash: of the readers'
  // password. logo: written anew by Mon, never the uploaded bytes. automatic_posts: what becomes of a post that an
  // incident of a monitor begins.
  yield* sql`
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
    )`
  yield* sql`create index status_page_account on status_page (account_id, id)`

  yield* sql`
    create table status_group (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      page_id bigint not null references status_page (id) on delete cascade,
      name text not null,
      description text,
      position integer not null,
      created_at timestamptz not null default mon_now(),
      updated_at timestamptz not null default mon_now()
    )`
  yield* sql`create index status_group_page on status_group (page_id, position)`

  // override_state: what a person says instead of the monitors. override_by refers to no row, because a check of each
  // component would slow down the deletion of people.
  yield* sql`
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
    )`
  yield* sql`create index status_component_page on status_component (page_id, position)`
  yield* sql`create index status_component_group on status_component (group_id) where group_id is not null`
  yield* sql`
    create table status_component_monitor (
      component_id bigint not null references status_component (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      primary key (component_id, monitor_id)
    )`
  yield* sql`create index status_component_monitor_monitor on status_component_monitor (monitor_id)`
  yield* sql`
    create table status_component_tag (
      component_id bigint not null references status_component (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      primary key (component_id, tag_id)
    )`
  yield* sql`create index status_component_tag_tag on status_component_tag (tag_id)`

  // published_at null: a draft. moves_itself: of planned maintenance, its state follows its times. revision: as of
  // maintenance_window. created_by refers to no row; null: Mon.
  yield* sql`
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
    )`
  yield* sql`create index status_post_page on status_post (page_id, started_at desc)`
  yield* sql`create index status_post_moving on status_post (id) where moves_itself`
  yield* sql`create index status_post_automatic on status_post (page_id) where is_automatic`
  yield* sql`
    create table status_post_component (
      post_id bigint not null references status_post (id) on delete cascade,
      component_id bigint not null references status_component (id) on delete cascade,
      primary key (post_id, component_id)
    )`
  yield* sql`create index status_post_component_component on status_post_component (component_id)`

  // The incidents of monitors that a page has followed. post_id null: the post is deleted, and none begins anew.
  yield* sql`
    create table status_page_incident (
      page_id bigint not null references status_page (id) on delete cascade,
      incident_id bigint not null references incident (id) on delete cascade,
      post_id bigint references status_post (id) on delete set null,
      primary key (page_id, incident_id)
    )`
  yield* sql`create index status_page_incident_incident on status_page_incident (incident_id)`
  yield* sql`create index status_page_incident_post on status_page_incident (post_id) where post_id is not null`

  // published_at null: a draft. notifies: whether subscribers are notified, decided at the publication.
  yield* sql`
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
    )`
  yield* sql`create index status_update_post on status_update (post_id, display_at desc)`

  // new_state null: the override ends. shown_*: what readers saw before and after; null while it is a draft.
  yield* sql`
    create table status_update_component (
      update_id bigint not null references status_update (id) on delete cascade,
      component_id bigint not null references status_component (id) on delete cascade,
      new_state text,
      shown_before text,
      shown_after text,
      primary key (update_id, component_id)
    )`
  yield* sql`create index status_update_component_component on status_update_component (component_id)`

  // Processes of the previous release ignore signals of kinds that they do not know.
  yield* sql`
    create function signal_status_page() returns trigger language plpgsql as $$
    begin
      perform mon_signal('status_page', coalesce(new.account_id, old.account_id), null,
        coalesce(new.public_id, old.public_id), null);
      return null;
    end $$`
  yield* sql`
    create trigger signal_status_page after insert or update or delete on status_page
    for each row execute function signal_status_page()`
  yield* sql`
    create function signal_maintenance() returns trigger language plpgsql as $$
    begin
      perform mon_signal('maintenance', new.account_id, null, new.public_id, null);
      return null;
    end $$`
  yield* sql`
    create trigger signal_maintenance after insert or update on maintenance_window
    for each row execute function signal_maintenance()`

  // A window begins and ends without a change of a row.
  yield* sql`create index maintenance_occurrence_start on maintenance_occurrence (starts_at)`

  yield* compatibleSince(12)
})
