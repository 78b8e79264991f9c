/** The tables of the texts, changes and screenshots of pages, and of the changes that each person has seen. */
export const pages = `
    -- A version of a page's text, stored once however many monitors saw it. body: the text, deflated.
    create table page_text (
      hash bytea primary key check (octet_length(hash) = 32),
      body bytea not null,
      used_at timestamptz not null default mon_now()
    );
    create index page_text_used on page_text (used_at);

    -- The last successful reading of a page, which the next one is compared with. image: its screenshot.
    create table url_page (
      monitor_id bigint primary key references monitor (id) on delete cascade,
      configuration text,
      kind text,
      title text,
      text_hash bytea references page_text (hash),
      image_hash text,
      image_rows bytea,
      read_at timestamptz,
      changed_at timestamptz,
      change_count integer not null default 0,
      manual_checked_at timestamptz,
      -- DiagnosisFacts of @mon/diagnosis about the last failed check. Null: the last check passed, or nothing is
      -- known.
      diagnosis_facts jsonb
    );
    create index url_page_text on url_page (text_hash);

    create table url_change (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      detected_at timestamptz not null,
      summary text not null,
      change_count integer not null,
      added_lines integer not null,
      removed_lines integer not null,
      similarity double precision not null,
      approximate boolean not null,
      diff text not null,
      hunks jsonb not null,
      visual jsonb,
      before_text bytea references page_text (hash),
      after_text bytea references page_text (hash),
      before_image text,
      after_image text
    );
    create index url_change_monitor on url_change (monitor_id, id desc);
    create index url_change_account on url_change (account_id, detected_at desc);
    create index url_change_before on url_change (before_text);
    create index url_change_after on url_change (after_text);

    create table url_screenshot (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      captured_at timestamptz not null,
      image_hash text not null,
      thumbnail_hash text not null,
      width integer not null,
      height integer not null,
      bytes integer not null,
      format text not null,
      reason text not null check (reason in ('check', 'change', 'failure')),
      expires_at timestamptz not null
    );
    create index url_screenshot_monitor on url_screenshot (monitor_id, id desc);
    create index url_screenshot_age on url_screenshot (expires_at);

    -- Changes with an id up to through are seen, unless change_seen says otherwise.
    create table url_seen (
      user_id bigint not null references app_user (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      through bigint not null,
      primary key (user_id, monitor_id)
    );
    create index url_seen_monitor on url_seen (monitor_id);

    create table change_seen (
      user_id bigint not null references app_user (id) on delete cascade,
      change_id bigint not null references url_change (id) on delete cascade,
      is_seen boolean not null,
      primary key (user_id, change_id)
    );
    create index change_seen_change on change_seen (change_id);
    create index change_seen_not on change_seen (user_id) where not is_seen;

    create function signal_seen() returns trigger language plpgsql as $$
    begin
      perform mon_signal('url', m.account_id, m.id, m.public_id, s.user_id)
      from (select distinct user_id, monitor_id from changed) s join monitor m on m.id = s.monitor_id;
      return null;
    end $$;
    create trigger signal_seen_insert after insert on url_seen referencing new table as changed
    for each statement execute function signal_seen();
    create trigger signal_seen_update after update on url_seen referencing new table as changed
    for each statement execute function signal_seen();
    create trigger signal_seen_delete after delete on url_seen referencing old table as changed
    for each statement execute function signal_seen();

    create function signal_change_seen() returns trigger language plpgsql as $$
    begin
      perform mon_signal('change', c.account_id, c.monitor_id, c.public_id, s.user_id)
      from changed s join url_change c on c.id = s.change_id;
      return null;
    end $$;
    create trigger signal_change_seen_insert after insert on change_seen referencing new table as changed
    for each statement execute function signal_change_seen();
    create trigger signal_change_seen_update after update on change_seen referencing new table as changed
    for each statement execute function signal_change_seen();
    create trigger signal_change_seen_delete after delete on change_seen referencing old table as changed
    for each statement execute function signal_change_seen();
`
