import { makeWebhookSecret } from "@mon/alerts"
import type { WebhookDelivery } from "@mon/alerts/effect"
import { Accounts, MailPreferences, Secrets } from "@mon/core-store"
import { uuidv7 } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import { readUnsubscribeToken, sealWebhookSecret, writeWeeklyReports } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"

const DAY = 86_400

/** Moves the clock of the database to `seconds` (or up to one more) after midnight UTC of the Monday after next. */
const toMonday = Effect.fn("toMonday")(function* (seconds: number) {
  const now = Date.now() / 1_000
  const days = Math.floor(now / DAY)
  const monday = (days + 14 - ((days + 3) % 7)) * DAY
  yield* moveTime(Math.ceil(monday - now) + seconds)
  return new Date(monday * 1_000)
})

const at = (hour: number, minute = 0) => hour * 3_600 + minute * 60

const joins = Effect.fn("joins")(function* (
  { email, viewer }: TestAccount,
  domains: ReadonlyArray<{ readonly id: string }>,
  name: string,
  zone: string
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with person as (insert into app_user (public_id, email) values (gen_random_uuid(), ${`${name}-${email}`}) returning id),
    setting as (insert into user_setting (user_id, timezone) select id, ${zone} from person),
    member as (
      insert into membership (public_id, account_id, user_id, role)
      select gen_random_uuid(), ${viewer.accountKey}::bigint, id, 'member' from person returning id
    )
    insert into domain_access (membership_id, monitor_id, can_write)
    select member.id, m.id, false from member cross join monitor m where m.public_id::text = any(${domains.map(({ id }) => id)})`
  return `${name}-${email}`
})

const watchUrl = ({ viewer }: TestAccount) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`
      with made as (
        insert into monitor (public_id, account_id, kind, url, hostname, dedupe_key, name, check_interval_seconds, timeout_seconds)
        values (gen_random_uuid(), ${viewer.accountKey}::bigint, 2, 'https://prices.example.com/', 'prices.example.com', 'prices', 'Prices', 3600, 30) returning id
      )
      insert into monitor_schedule (monitor_id, kind, interval_ms, timeout_ms, phase) select id, 2, 3600000, 30000, 0 from made`
  )

const reports = Effect.gen(function* () {
  const written = yield* writeWeeklyReports()
  yield* dispatchAll
  return written
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a weekly report", (it) => {
  it.effect("goes to each recipient once, at 08:00 on Monday local time, with the domains they may see", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const [shop, blog] = yield* Effect.all([
        newDomain(account, { name: "Shop" }),
        newDomain(account, { name: "Blog" })
      ])
      yield* watchUrl(account)
      const tokyo = yield* joins(account, [shop], "tokyo", "Asia/Tokyo")
      const blind = yield* joins(account, [], "blind", "Asia/Tokyo")
      yield* toMonday(at(7, 59) - at(9))
      yield* reports
      assert.deepStrictEqual(
        (yield* sendNow(account)).map(({ to }) => to),
        []
      )
      yield* toMonday(at(7, 59))
      const [one, two] = yield* Effect.all([writeWeeklyReports(), writeWeeklyReports()], { concurrency: 2 })
      assert.strictEqual(one + two, 1)
      yield* dispatchAll
      const [first, ...others] = yield* sendNow(account)
      assert.strictEqual(first?.to, tokyo)
      assert.lengthOf(others, 0)
      assert.include(first?.text, "Shop")
      assert.notInclude(first?.text, "Blog")
      assert.notInclude(first?.text, "Prices")
      yield* toMonday(at(8, 1))
      assert.strictEqual(yield* reports, 1)
      const [own] = yield* sendNow(account)
      assert.strictEqual(own?.to, account.email)
      for (const name of ["Shop", "Blog", "Prices"]) assert.include(own?.text, name)
      yield* toMonday(at(14))
      assert.strictEqual(yield* reports, 0)
      assert.isFalse([first, own].some((mail) => mail?.to === blind))

      // In a time zone further west, the same Monday begins later.
      yield* (yield* Accounts).updateSettings(account.viewer, { timezone: "America/Los_Angeles" })
      yield* toMonday(at(20))
      assert.strictEqual(yield* reports, 0)
      assert.notStrictEqual(blog.id, shop.id)
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is sent late and once after an outage of the service, until Wednesday", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* newDomain(account)
      yield* toMonday(2 * DAY + at(23, 59))
      yield* reports
      const [late, ...more] = yield* sendNow(account)
      assert.include(late?.subject, "Weekly report")
      assert.lengthOf(more, 0)
      assert.strictEqual(yield* writeWeeklyReports(), 0)
      // The next report is due on its Monday, although the last report was late.
      yield* toMonday(7 * DAY + at(8))
      yield* reports
      assert.lengthOf(yield* sendNow(account), 1)
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is not sent any more on Thursday", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* newDomain(account)
      yield* toMonday(3 * DAY + at(0, 1))
      yield* reports
      assert.lengthOf(yield* sendNow(account), 0)
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is not sent to paused accounts or unsubscribed recipients", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* newDomain(account)
      const other = yield* newAccount
      yield* newDomain(other)
      const accounts = yield* Accounts
      yield* accounts.updateSettings(account.viewer, { notificationsPaused: true })
      yield* toMonday(at(9))
      yield* reports
      yield* accounts.updateSettings(account.viewer, { notificationsPaused: false })
      yield* reports
      assert.lengthOf(yield* sendNow(account), 0)

      const [mail] = yield* sendNow(other)
      const token = /\/stop\/(\S+)$/u.exec(mail?.listUnsubscribe ?? "")?.[1] ?? ""
      const claims = readUnsubscribeToken(yield* Secrets, token)
      assert.deepStrictEqual(claims, { kind: "weekly_report", accountId: other.id, address: other.email })
      const choices = yield* MailPreferences
      assert.isTrue(yield* choices.setWeeklyReport(other.id, other.email.toUpperCase(), false))
      assert.isFalse((yield* accounts.settings(other.viewer)).weeklyReportEnabled)
      assert.isFalse(yield* choices.setWeeklyReport(account.id, other.email, false))
      yield* toMonday(7 * DAY + at(9))
      yield* reports
      assert.lengthOf(yield* sendNow(other), 0)
      assert.lengthOf(yield* sendNow(account), 1)
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("goes to the webhook of a domain, whether or not the owner wants an email", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      const [shop] = yield* Effect.all([newDomain(account, { name: "Shop" }), newDomain(account, { name: "Blog" })])
      const id = uuidv7(Date.now(), randomBytes(10))
      yield* sql`
        insert into webhook (public_id, account_id, monitor_id, url, label, events, secret)
        select ${id}::uuid, ${account.viewer.accountKey}::bigint, id, 'https://hook.example.com/', 'Chat', '{weekly_report}',
          ${yield* sealWebhookSecret(id, Redacted.make(makeWebhookSecret()))}
        from monitor where public_id = ${shop.id}::uuid`
      yield* (yield* Accounts).updateSettings(account.viewer, { weeklyReportEnabled: false })
      const member = yield* joins(account, [shop], "member", "UTC")
      const monday = yield* toMonday(at(9))
      yield* reports
      const webhooks: Array<WebhookDelivery> = []
      assert.deepStrictEqual(
        (yield* sendNow(account, webhooks)).map(({ to }) => to),
        [member]
      )
      const [delivered, ...more] = webhooks
      assert.lengthOf(more, 0)
      const { data, type } = JSON.parse(String(delivered?.body ?? "{}"))
      assert.strictEqual(type, "weekly_report")
      assert.deepStrictEqual(
        data.domains.map(({ name }: { name: string }) => name),
        ["Shop"]
      )
      assert.strictEqual(data.to, monday.toISOString())
      assert.deepStrictEqual(data.urls, [])
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )
})
