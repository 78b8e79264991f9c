/** The tables of invitations, and of members' access to monitors. */
export const access = `
    create table domain_access (
      membership_id bigint not null references membership (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      can_write boolean not null,
      primary key (membership_id, monitor_id)
    );
    create index domain_access_monitor on domain_access (monitor_id);

    -- public_id becomes that of the membership when the invitation is accepted. Only the SHA-256 of any token is
    -- stored.
    create table team_invite (
      id bigint generated always as identity primary key,
      public_id uuid not null unique,
      account_id bigint not null references account (id) on delete cascade,
      email text not null,
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      invited_at timestamptz not null default mon_now(),
      expires_at timestamptz not null,
      accepted_at timestamptz,
      removed_at timestamptz,
      membership_id bigint unique references membership (id) on delete cascade,
      -- Whether the inviter has seen the link. Such a link does not confirm the address.
      link_copied boolean not null default false,
      member_role text not null default 'editor'
        check (member_role in ('viewer', 'editor', 'admin'))
    );
    create unique index team_invite_open on team_invite (account_id, lower(email))
    where accepted_at is null and removed_at is null;

    create table invite_access (
      invite_id bigint not null references team_invite (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      can_write boolean not null,
      primary key (invite_id, monitor_id)
    );
    create index invite_access_monitor on invite_access (monitor_id);

    -- Pages and tags that are shared with members. What is shared with an invited person has its invitation, and
    -- becomes the member's when the invitation is accepted.
    create table url_access (
      id bigint generated always as identity primary key,
      membership_id bigint references membership (id) on delete cascade,
      invite_id bigint references team_invite (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      can_write boolean not null,
      unique (membership_id, monitor_id),
      unique (invite_id, monitor_id),
      check (num_nonnulls(membership_id, invite_id) = 1)
    );
    create index url_access_monitor on url_access (monitor_id);

    create table tag_access (
      id bigint generated always as identity primary key,
      membership_id bigint references membership (id) on delete cascade,
      invite_id bigint references team_invite (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      can_write boolean not null,
      unique (membership_id, tag_id),
      unique (invite_id, tag_id),
      check (num_nonnulls(membership_id, invite_id) = 1)
    );
    create index tag_access_tag on tag_access (tag_id);

    -- What members may see and change, one row at most for a member and a monitor. Owners are not in it.
    create view monitor_access as
    select g.membership_id, g.monitor_id, bool_or(g.can_write) as can_write
    from (
      select ms.id as membership_id, da.monitor_id, da.can_write and ms.member_role = 'editor' as can_write
      from membership ms join domain_access da on da.membership_id = ms.id
      where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
      union all
      select ms.id, ua.monitor_id, ua.can_write and ms.member_role = 'editor'
      from membership ms join url_access ua on ua.membership_id = ms.id
      where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
      union all
      select ms.id, mt.monitor_id, ta.can_write and ms.member_role = 'editor'
      from membership ms join tag_access ta on ta.membership_id = ms.id join monitor_tag mt on mt.tag_id = ta.tag_id
      where ms.role = 'member' and ms.removed_at is null and ms.member_role <> 'admin'
    ) g
    group by g.membership_id, g.monitor_id
    union all
    select ms.id, m.id, true
    from membership ms join monitor m on m.account_id = ms.account_id
    where ms.role = 'member' and ms.removed_at is null and ms.member_role = 'admin';

    -- A trigger, so that every way to accept an invitation gives what it promises.
    create function take_up_invite() returns trigger language plpgsql as $$
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
    end $$;
    create trigger take_up_invite after update of accepted_at on team_invite for each row
    when (old.accepted_at is null and new.accepted_at is not null) execute function take_up_invite();

    -- A removed member has nothing any more.
    create function drop_member_access() returns trigger language plpgsql as $$
    begin
      delete from url_access where membership_id = new.id;
      delete from tag_access where membership_id = new.id;
      return null;
    end $$;
    create trigger drop_member_access after update of removed_at on membership for each row
    when (old.removed_at is null and new.removed_at is not null) execute function drop_member_access();

    -- What a member had added to a monitor ends with the tag through which the member saw it. At the end of the
    -- transaction, so that tags which are replaced count once.
    create function end_unseen_additions() returns trigger language plpgsql as $$
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
    end $$;
    create constraint trigger end_unseen_additions after delete on monitor_tag deferrable initially deferred
    for each row execute function end_unseen_additions();

    -- Open event streams of those who see more or less than before.
    create function signal_tagged() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, p.user_id) from (
        select distinct ms.user_id from (select distinct tag_id from changed) c
        join tag_access ta on ta.tag_id = c.tag_id join membership ms on ms.id = ta.membership_id) p;
      return null;
    end $$;
    create trigger signal_tagged after insert on monitor_tag referencing new table as changed
    for each statement execute function signal_tagged();
    create trigger signal_untagged after delete on monitor_tag referencing old table as changed
    for each statement execute function signal_tagged();
    create trigger signal_access after insert or update or delete on domain_access
    for each row execute function signal_membership();
    create trigger signal_url_access after insert or update or delete on url_access
    for each row execute function signal_membership();
    create trigger signal_tag_access after insert or update or delete on tag_access
    for each row execute function signal_membership();
`
