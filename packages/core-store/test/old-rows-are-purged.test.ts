import { assert, layer } from "@effect/vitest"
import { retentionDays } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Deliveries, Domains, MailOutbox, Retention, MonitorSchedule } from "../src/index.ts"
import { expiryRules } from "../src/operator/Retention.ts"
import { layerStore, newAccount, newDomain, newMember } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { newPage, newPost } from "./statusPage.ts"

const checksLeft = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ day: string }>`select checked_at::date::text as day from check_history order by 1`
)

layer(layerStore, { excludeTestServices: true })("old data", (it) => {
  it.effect("is deleted: daily partitions of the history and checks outside of them, a bounded number at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      yield* installClock("2026-03-10T12:00:00Z")
      yield* (yield* MonitorSchedule).ensurePartitions(1)
      yield* sql`
        insert into check_history (monitor_id, checked_at, verdict, location)
        select 1, d, 1, 'here' from unnest(array['2026-01-01T00:00Z', '2026-01-02T00:00Z', '2026-03-09T23:59Z', '2026-03-10T00:00Z', '2026-03-11T23:00Z']::timestamptz[]) d`
      assert.strictEqual(yield* retention.purgeHistory(90, 100), 0)
      yield* setClock("2026-06-08T00:00:00Z")
      assert.strictEqual(yield* retention.purgeHistory(90, 1), 1)
      assert.deepStrictEqual(
        (yield* checksLeft).map(({ day }) => day),
        ["2026-01-02", "2026-03-10", "2026-03-11"]
      )
      const counts = yield* Effect.all([retention.purgeHistory(90, 100), retention.purgeHistory(90, 100)], {
        concurrency: 2
      })
      assert.deepStrictEqual(counts, [0, 0])
      assert.deepStrictEqual(
        (yield* checksLeft).map(({ day }) => day),
        ["2026-03-10", "2026-03-11"]
      )
      yield* setClock("2026-06-10T00:00:00Z")
      const [one, two] = yield* Effect.all([retention.purgeHistory(90, 100), retention.purgeHistory(90, 100)], {
        concurrency: 2
      })
      assert.strictEqual(one + two, 2)
      assert.lengthOf(yield* checksLeft, 0)
    })
  )

  it.effect("is deleted: notifications with their deliveries, deliveries before them, and emails of the outbox", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      const deliveries = yield* Deliveries
      const outbox = yield* MailOutbox
      const { viewer } = yield* newAccount
      const addEmail = (n: number) =>
        outbox.put({
          messageId: `<${n}@mon.example>`,
          recipient: "a@b.example",
          sealed: "sealed"
        })
      const addNotification = (n: number) =>
        sql`
          with added as (
            insert into notification (public_id, account_id, key, type, kind, data, status)
            values (gen_random_uuid(), ${viewer.accountKey}::bigint, ${`old:${n}`}, 'ssl_expiry', 'certificate_expiring', '{}', 'sent') returning id
          )
          insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
          select gen_random_uuid(), ${viewer.accountKey}::bigint, id, ${`old:${n}:email`}, 'email', 'a@b.example', 'sent' from added`
      yield* setClock("2026-01-01T00:00:00Z")
      yield* Effect.forEach([1, 2, 3], (n) => Effect.all([addNotification(n), addEmail(n)]))
      yield* setClock("2026-01-20T00:00:00Z")
      yield* Effect.all([addNotification(4), addEmail(4)])
      yield* setClock("2026-02-01T00:00:00Z")
      assert.strictEqual(yield* deliveries.purge(30, 2), 2)
      assert.strictEqual(yield* retention.purgeEmails(30, 2), 2)
      assert.deepStrictEqual(
        yield* Effect.all([
          deliveries.purge(30, 2),
          retention.purgeEmails(30, 2),
          retention.purgeNotifications(180, 2)
        ]),
        [1, 1, 0]
      )
      assert.lengthOf(yield* outbox.list(10), 1)
      yield* setClock("2026-07-10T00:00:00Z")
      assert.strictEqual(yield* retention.purgeNotifications(180, 2), 2)
      assert.strictEqual(yield* retention.purgeNotifications(180, 2), 1)
      const left = yield* sql`select key from notification where account_id = ${viewer.accountKey}::bigint`
      assert.deepStrictEqual(left, [{ key: "old:4" }])
    })
  )

  it.effect("is deleted from every table that has a retention, and what is not old stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      yield* setClock("2026-01-01T00:00:00Z")
      const { viewer } = yield* newAccount
      const account = viewer.accountKey
      const domain = yield* (yield* Domains).create(viewer, newDomain("aged.example"), 100)
      if (domain._tag !== "Created") return assert.fail(domain._tag)
      const [monitor] = yield* sql<{ key: string }>`
        select id::text as key from monitor where public_id = ${domain.monitor.id}::uuid`
      const key = monitor?.key ?? ""
      yield* sql`delete from status_period where monitor_id = ${key}::bigint`
      const times = ["2026-01-02", "2026-01-03", "2030-01-01"]
      const page = yield* newPage(viewer)
      yield* newPost(viewer, page.id)
      for (const time of times) {
        yield* sql`insert into status_signup (page_id, address_hash, at) values (1, '', ${time}::timestamptz)`
        yield* sql`
          with reader as (
            insert into status_subscriber (public_id, page_id, kind, address, address_key, language, state, confirmed_at,
              ended_at)
            select gen_random_uuid(), p.id, 'email', state || ${time}::text, state || ${time}::text, 'en', state, mon_now(),
              case state when 'unsubscribed' then ${time}::timestamptz end
            from status_page p, unnest(array['confirmed', 'unsubscribed']) state
            where p.public_id = ${page.id}::uuid returning id, page_id, state
          )
          insert into status_delivery (public_id, kind, page_id, update_id, subscriber_id, created_at)
          select gen_random_uuid(), 'email', r.page_id, u.id, r.id, ${time}::timestamptz
          from reader r join status_post t on t.page_id = r.page_id join status_update u on u.post_id = t.id
          where r.state = 'confirmed'`
        yield* sql`
          insert into status_period (monitor_id, since, state) values (${key}::bigint, ${time}::timestamptz, 1)`
        yield* sql`
          insert into unwatched_period (monitor_id, since, until)
          values (${key}::bigint, ${time}::timestamptz, ${time}::timestamptz + interval '1 hour')`
        yield* sql`
          with w as (
            insert into maintenance_window
              (public_id, account_id, name, starts_at, minutes, timezone, expanded_until, ended_at)
            values (gen_random_uuid(), ${account}::bigint, 'x', ${time}::timestamptz, 60, 'UTC', 'infinity', ${time}::timestamptz)
            returning id
          )
          insert into maintenance_period (monitor_id, since, until, window_id)
          select ${key}::bigint, ${time}::timestamptz, ${time}::timestamptz + interval '1 hour', id from w`
        yield* sql`
          insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at)
          values (gen_random_uuid(), ${account}::bigint, ${key}::bigint, ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz)`
        yield* sql`
          insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
            removed_lines, similarity, approximate, diff, hunks)
          values (gen_random_uuid(), ${account}::bigint, ${key}::bigint, ${time}::timestamptz, '', 1, 1, 1, 1, false, '', '[]')`
        yield* sql`
          insert into dns_change (public_id, monitor_id, detected_at, changes)
          values (gen_random_uuid(), ${key}::bigint, ${time}::timestamptz, '[]')`
        yield* sql`
          insert into monitor_change (monitor_id, kind, at, changes)
          values (${key}::bigint, 'redirect', ${time}::timestamptz, '[]')`
        yield* sql`
          insert into marker (account_id, monitor_id, at, text)
          values (${account}::bigint, ${key}::bigint, ${time}::timestamptz, 'x')`
        yield* sql`
          insert into repair (account_id, monitor_id, code, severity, message, state, opened_at, closed_at, ended_at)
          values (${account}::bigint, ${key}::bigint, ${time}, 'high', '', 'closed', ${time}::timestamptz, ${time}::timestamptz, null),
            (${account}::bigint, ${key}::bigint, ${`ended ${time}`}, 'high', '', 'applied', ${time}::timestamptz, null, ${time}::timestamptz)`
        yield* sql`
          insert into simulation (public_id, account_id, name, status, sending_domains, prospect_count, credits, total, created_at, completed_at)
          values (gen_random_uuid(), ${account}::bigint, 'x', 'expired', '{}', 1, 1, 1, ${time}::timestamptz, ${time}::timestamptz)`
        yield* sql`
          insert into api_key (public_id, membership_id, hash, shown_start, shown_end, revoked_at)
          values (gen_random_uuid(), ${viewer.membershipKey}::bigint, sha256(${time}::bytea), '', '', ${time}::timestamptz)`
        yield* sql`
          insert into team_invite (public_id, account_id, email, token_hash, expires_at, removed_at)
          values (gen_random_uuid(), ${account}::bigint, 'a@b.example', sha256(${time}::bytea), ${time}::timestamptz, ${time}::timestamptz)`
        yield* sql`insert into registration (domain, checked_at) values (${`${time}.example`}, ${time}::timestamptz)`
        yield* sql`
          with channel as (
            insert into alert_channel (public_id, account_id, kind, name, settings, shown)
            values (gen_random_uuid(), ${account}::bigint, 'slack', 'Chat', '', '{}') returning id
          )
          insert into alert_message (channel_id, key, state, updated_at)
          select id, ${time}, '{}', ${time}::timestamptz from channel`
        yield* sql`
          insert into shared_cause (public_id, account_id, kind, value, opened_at)
          values (gen_random_uuid(), ${account}::bigint, 'address', '203.0.113.7', ${time}::timestamptz)`
        yield* sql`insert into whatsapp_slot (number, slot_at) values (${time}, ${time}::timestamptz)`
        yield* sql`
          insert into location_advisory (monitor_id, location, verdict, since, seen_at)
          values (${key}::bigint, ${time}, 1, ${time}::timestamptz, ${time}::timestamptz)`
        yield* sql`
          insert into check_day (monitor_id, day, hours) values (${key}::bigint, ${time}::date, '{}')`
        yield* sql`
          insert into event_stream (id, user_id, expires_at)
          values (gen_random_uuid(), ${viewer.userKey}::bigint, ${time}::timestamptz)`
        yield* sql`
          insert into config_plan (public_id, account_id, membership_id, credential, document, fingerprint, expires_at)
          values (gen_random_uuid(), ${account}::bigint, ${viewer.membershipKey}::bigint, '', '', '', ${time}::timestamptz)`
        yield* sql`
          insert into report_recipient (public_id, account_id, address, address_key, state, added_at)
          values (gen_random_uuid(), ${account}::bigint, ${time}, ${time}, 'pending', ${time}::timestamptz)`
        yield* sql`
          insert into refused_address (address_hash, code, refusals, announced, last_refused_at)
          values (sha256(${time}::bytea), 550, 1, 1, ${time}::timestamptz)`
        yield* sql`
          insert into released_slug (slug_hash, account_id, released_at)
          values (sha256(${time}::bytea), ${account}::bigint, ${time}::timestamptz)`
        yield* sql`
          insert into ping_reception (process_id, since, until)
          values (gen_random_uuid(), ${time}::timestamptz, ${time}::timestamptz)`
        const member = yield* newMember(viewer)
        yield* sql`update membership set removed_at = ${time}::timestamptz where id = ${member.membershipKey}::bigint`
      }
      yield* sql`
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
        values (gen_random_uuid(), ${account}::bigint, ${key}::bigint, '2026-01-01', '2026-01-01')`
      // A trigger stores each advisory as a change of its monitor, at the time of the advisory's row.
      yield* sql`delete from monitor_change where kind = 'location_advisory'`
      yield* setClock("2030-01-01T00:00:00Z")
      const tables = Object.keys(expiryRules)
      assert.strictEqual(yield* retention.purgeExpired(retentionDays, 1), tables.length)
      // The period that was in effect at the end of the retention stays: only the first of two old periods is deleted.
      // Repairs that were given up are deleted too.
      assert.strictEqual(yield* retention.purgeExpired(retentionDays, 10), tables.length - 1 + 2)
      assert.strictEqual(yield* retention.purgeExpired(retentionDays, 10), 0)
      const counts = yield* sql<{ open: number; closed: number; changes: number; periods: number; keys: number }>`
        select count(*) filter (where resolved_at is null)::int as open, count(*) filter (where resolved_at is not null)::int as closed,
          (select count(*)::int from url_change where monitor_id = ${key}::bigint) as changes,
          (select count(*)::int from status_period where monitor_id = ${key}::bigint) as periods,
          (select count(*)::int from api_key where membership_id = ${viewer.membershipKey}::bigint) as keys
        from incident where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(counts, [{ open: 1, closed: 1, changes: 1, periods: 2, keys: 2 }])
    })
  )

  it.effect("of a deleted monitor is deleted with it, a bounded number of rows at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const retention = yield* Retention
      const domains = yield* Domains
      yield* setClock("2030-02-01T00:00:00Z")
      const { viewer } = yield* newAccount
      const create = Effect.fnUntraced(function* (name: string) {
        const made = yield* domains.create(viewer, newDomain(name), 100)
        if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
        const { id } = made.monitor
        yield* sql`
          insert into check_hour (monitor_id, hour, checks, up, down, response)
          select id, mon_now() + n * interval '1 hour', 1, 1, 0, '{}' from monitor, generate_series(1, 5) n where public_id = ${id}::uuid`
        yield* sql`
          insert into check_history (monitor_id, checked_at, verdict, location)
          select id, mon_now(), 1, 'here' from monitor where public_id = ${id}::uuid`
        return id
      })
      const gone = yield* create("gone.example")
      const stays = yield* create("stays.example")
      yield* domains.remove(viewer, [gone])
      const left = Effect.map(
        sql<{ id: string; hours: number; checks: number; schedules: number }>`
          select public_id as id, (select count(*)::int from check_hour where monitor_id = m.id) as hours,
            (select count(*)::int from check_history where monitor_id = m.id) as checks,
            (select count(*)::int from monitor_schedule where monitor_id = m.id) as schedules
          from monitor m where account_id = ${viewer.accountKey}::bigint order by id`,
        (rows) => rows
      )
      yield* setClock("2030-05-01T00:00:00Z")
      assert.strictEqual(yield* retention.purgeDeletedMonitors(90, 100), 0)
      yield* setClock("2030-05-03T00:00:00Z")
      const whole = { hours: 5, checks: 1, schedules: 1 }
      assert.strictEqual(yield* retention.purgeDeletedMonitors(90, 3), 3)
      assert.deepStrictEqual(yield* left, [
        { id: gone, ...whole, hours: 3, checks: 0 },
        { id: stays, ...whole }
      ])
      while ((yield* retention.purgeDeletedMonitors(90, 3)) > 0) continue
      assert.deepStrictEqual(yield* left, [{ id: stays, ...whole }])
      const orphans = yield* sql`
        select from check_hour where monitor_id not in (select id from monitor)
        union all select from check_history where monitor_id not in (select id from monitor)`
      assert.lengthOf(orphans, 0)
    })
  )
})
