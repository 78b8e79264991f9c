import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Pages and tags that are shared with members. What is shared with an invited person has its invitation, and becomes
 * the member's when the invitation is accepted.
 *
 * Programs of the previous release neither see nor change these rows. They show members the domains of shared tags,
 * and no pages.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // With the view, its tables are locked.
  yield* sql`lock table monitor_access, tag, monitor_tag, team_invite in access exclusive mode`

  yield* sql`
    create table url_access (
      id bigint generated always as identity primary key,
      membership_id bigint references membership (id) on delete cascade,
      invite_id bigint references team_invite (id) on delete cascade,
      monitor_id bigint not null references monitor (id) on delete cascade,
      can_write boolean not null,
      unique (membership_id, monitor_id),
      unique (invite_id, monitor_id),
      check (num_nonnulls(membership_id, invite_id) = 1)
    )`
  yield* sql`create index url_access_monitor on url_access (monitor_id)`
  yield* sql`
    create table tag_access (
      id bigint generated always as identity primary key,
      membership_id bigint references membership (id) on delete cascade,
      invite_id bigint references team_invite (id) on delete cascade,
      tag_id bigint not null references tag (id) on delete cascade,
      can_write boolean not null,
      unique (membership_id, tag_id),
      unique (invite_id, tag_id),
      check (num_nonnulls(membership_id, invite_id) = 1)
    )`
  yield* sql`create index tag_access_tag on tag_access (tag_id)`

  // One row at most for a member and a monitor: the widest of its rights.
  yield* sql`
    create or replace view monitor_access as
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
    where ms.role = 'member' and ms.removed_at is null and ms.member_role = 'admin'`

  // A trigger, because programs of earlier releases accept invitations, too: without the role, and without these rows.
  yield* sql`
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
    end $$`
  yield* sql`
    create trigger take_up_invite after update of accepted_at on team_invite for each row
    when (old.accepted_at is null and new.accepted_at is not null) execute function take_up_invite()`

  // A removed member has nothing any more, whichever program removes it.
  yield* sql`
    create function drop_member_access() returns trigger language plpgsql as $$
    begin
      delete from url_access where membership_id = new.id;
      delete from tag_access where membership_id = new.id;
      return null;
    end $$`
  yield* sql`
    create trigger drop_member_access after update of removed_at on membership for each row
    when (old.removed_at is null and new.removed_at is not null) execute function drop_member_access()`

  // What a member had added to a monitor ends with the tag through which the member saw it. At the end of the
  // transaction, so that tags which are replaced count once.
  yield* sql`
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
    end $$`
  yield* sql`
    create constraint trigger end_unseen_additions after delete on monitor_tag deferrable initially deferred
    for each row execute function end_unseen_additions()`

  // Open event streams of those who see more or less than before.
  yield* sql`
    create function signal_tagged() returns trigger language plpgsql as $$
    begin
      perform mon_signal('access', null, null, null, p.user_id) from (
        select distinct ms.user_id from (select distinct tag_id from changed) c
        join tag_access ta on ta.tag_id = c.tag_id join membership ms on ms.id = ta.membership_id) p;
      return null;
    end $$`
  yield* sql`
    create trigger signal_tagged after insert on monitor_tag referencing new table as changed
    for each statement execute function signal_tagged()`
  yield* sql`
    create trigger signal_untagged after delete on monitor_tag referencing old table as changed
    for each statement execute function signal_tagged()`
  yield* sql`
    create trigger signal_url_access after insert or update or delete on url_access
    for each row execute function signal_membership()`
  yield* sql`
    create trigger signal_tag_access after insert or update or delete on tag_access
    for each row execute function signal_membership()`

  yield* compatibleSince(12)
})
