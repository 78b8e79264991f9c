import { assert, layer } from "@effect/vitest"
import type { Email } from "@mon/alerts"
import { AccountBranding, ScheduledReports, Tags } from "@mon/core-store"
import { OutgoingMail, ReportPrinter, sendScheduledReports } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"

const plan = {
  name: "Availability",
  every: "week" as const,
  timezone: "UTC",
  language: "en" as const,
  tag: null,
  targetPercent: 99.9,
  recipients: ["customer@else.example"],
  nextAt: new Date("2030-01-07T08:00:00Z")
}

const create = Effect.fn("create")(function* ({ viewer }: TestAccount, more: Partial<typeof plan> | object = {}) {
  const result = yield* (yield* ScheduledReports).create(viewer, { ...plan, ...more })
  return result._tag === "Saved" ? result : yield* Effect.die(new Error(result._tag))
})

const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, number) => `person-${from + number}@else.example`)

/** Makes a report overdue by this number of days and a minute. All monitors become 60 days old. */
const makeDue = Effect.fn("makeDue")(function* (id: string, days = 0) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update scheduled_report set next_at = date_trunc('milliseconds', mon_now()) - ${days}::float8 * interval '1 day' - interval '1 minute'
    where public_id = ${id}::uuid`
  yield* sql`update monitor set created_at = mon_now() - interval '60 days'`
})

const send = (mails: Array<Email>) => Effect.provide(sendScheduledReports(), OutgoingMail.layerMemory(mails))

const sent = Effect.fn("sent")(function* (id: string, days = 0) {
  const mails: Array<Email> = []
  yield* makeDue(id, days)
  yield* send(mails)
  return mails.map(({ to }) => to)
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a scheduled report", (it) => {
  it.effect("is queued once, even if several workers find it at the same time, and moves to its next time", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* newDomain(account)
      const { report } = yield* create(account, { recipients: [account.email] })
      yield* makeDue(report.id)
      const counts = yield* Effect.all(
        Array.from({ length: 5 }, () => sendScheduledReports()),
        { concurrency: 5 }
      )
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        1
      )
      assert.strictEqual(yield* sendScheduledReports(), 0)
      const [after] = yield* (yield* ScheduledReports).list(account.viewer)
      assert.isAbove(Date.parse(after?.nextAt ?? ""), Date.now())
      assert.isNotNull(after?.sentAt)
    })
  )

  it.effect("goes to confirmed addresses and to members only while they belong to the account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reports = yield* ScheduledReports
      const account = yield* newAccount
      yield* newDomain(account)
      const member = `member-of-${account.email}`
      yield* sql`
        with person as (insert into app_user (public_id, email) values (gen_random_uuid(), ${member}) returning id)
        insert into membership (public_id, account_id, user_id, role)
        select gen_random_uuid(), ${account.viewer.accountKey}::bigint, id, 'member' from person`
      const { asked, report } = yield* create(account, { recipients: ["customer@else.example", member.toUpperCase()] })
      assert.deepStrictEqual(
        asked.map(({ address }) => address),
        ["customer@else.example"]
      )
      assert.deepStrictEqual(
        report.recipients.map(({ state }) => state),
        ["pending", "confirmed"]
      )
      const customer = asked[0]?.recipientId ?? ""
      assert.deepStrictEqual(yield* sent(report.id), [member.toUpperCase()])
      assert.isTrue(yield* reports.decide(customer, true))
      assert.deepStrictEqual(yield* sent(report.id), ["customer@else.example", member.toUpperCase()])
      yield* sql`
        update membership ms set removed_at = mon_now() from app_user u where u.id = ms.user_id and u.email = ${member}`
      assert.deepStrictEqual(yield* sent(report.id), ["customer@else.example"])
      assert.isTrue(yield* reports.decide(customer, false))
      assert.deepStrictEqual(yield* sent(report.id), [])

      // An address that has unsubscribed is not asked again.
      const again = yield* create(account)
      assert.deepStrictEqual([again.asked.length, again.report.recipients[0]?.state], [0, "unsubscribed"])
    })
  )

  it.effect("is skipped when it is too late, while the account is paused, and without a domain", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount
      const { report } = yield* create(account, { recipients: [account.email] })
      assert.deepStrictEqual(yield* sent(report.id), [])
      yield* newDomain(account)
      assert.deepStrictEqual(yield* sent(report.id, 2), [account.email])
      assert.deepStrictEqual(yield* sent(report.id, 4), [])
      yield* sql`update account set notifications_paused_at = mon_now() where id = ${account.viewer.accountKey}::bigint`
      assert.deepStrictEqual(yield* sent(report.id), [])
      yield* sql`update account set notifications_paused_at = null, suspended_at = mon_now() where id = ${account.viewer.accountKey}::bigint`
      assert.deepStrictEqual(yield* sent(report.id), [])
    })
  )

  it.effect("has only the domains with its tag, and ends with the tag", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const [shop] = yield* Effect.all([newDomain(account, { name: "Shop" }), newDomain(account, { name: "Blog" })])
      const tags = yield* Tags
      const saved = yield* tags.create(account.viewer, { name: "Customer A", color: "#000000" }, 10)
      const tagId = saved._tag === "Saved" ? saved.tag.id : ""
      yield* tags.assign(account.viewer, "domain", shop.id, [tagId])
      const { report } = yield* create(account, { tag: "customer a", recipients: [account.email] })
      const mails: Array<Email> = []
      yield* makeDue(report.id)
      yield* send(mails)
      assert.include(mails[0]?.text, "Shop")
      assert.notInclude(mails[0]?.text, "Blog")
      yield* tags.remove(account.viewer, tagId)
      assert.deepStrictEqual(yield* (yield* ScheduledReports).list(account.viewer), [])
    })
  )

  it.effect("has the name and the logo of the workspace above the figures", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* newDomain(account)
      const logo = { bytes: new Uint8Array([1, 2, 3]), contentType: "image/png", width: 480, height: 120 }
      yield* (yield* AccountBranding).save(account.viewer, { name: "Blau & Söhne", logo })
      const { report } = yield* create(account, { recipients: [account.email] })
      const mails: Array<Email> = []
      yield* makeDue(report.id)
      yield* send(mails)
      const [mail] = mails
      assert.isTrue(mail?.text.startsWith("Blau & Söhne\n"))
      assert.include(mail?.html, "<bdi>Blau &amp; Söhne</bdi>")
      assert.deepStrictEqual(
        mail?.attachments?.map(({ contentType }) => contentType),
        ["image/png", "text/csv"]
      )
    })
  )

  it.effect("has a PDF if the worker has a browser, and is sent without one if it cannot be printed", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* newDomain(account)
      const { report } = yield* create(account, { recipients: [account.email] })
      const filesWith = Effect.fnUntraced(function* (print: ReportPrinter["Service"]["print"]) {
        const mails: Array<Email> = []
        yield* makeDue(report.id)
        yield* Effect.provideService(send(mails), ReportPrinter, { print })
        return mails.flatMap(({ attachments = [] }) => attachments.map(({ contentType }) => contentType))
      })
      const pdf = new TextEncoder().encode("%PDF-1.7")
      assert.deepStrictEqual(yield* filesWith(() => Effect.succeed({ _tag: "Printed", pdf })), [
        "application/pdf",
        "text/csv"
      ])
      assert.deepStrictEqual(yield* filesWith(() => Effect.succeed({ _tag: "Failed", message: "Crashed." })), [
        "text/csv"
      ])
    })
  )

  it.effect("asks few addresses a day, and one address at most three times by all accounts together", () =>
    Effect.gen(function* () {
      const reports = yield* ScheduledReports
      const account = yield* newAccount
      yield* create(account, { recipients: many(0, 10) })
      yield* create(account, { recipients: many(10, 10) })
      const refused = yield* reports.create(account.viewer, { ...plan, recipients: many(20, 1) })
      assert.strictEqual(refused._tag, "TooManyQuestions")
      assert.lengthOf(yield* reports.list(account.viewer), 2)
      // An address that was asked once is not asked again.
      assert.lengthOf((yield* create(account, { recipients: many(5, 10) })).asked, 0)
      for (const _ of [1, 2]) yield* create(yield* newAccount, { recipients: many(0, 1) })
      const fourth = yield* reports.create((yield* newAccount).viewer, { ...plan, recipients: many(0, 1) })
      assert.strictEqual(fourth._tag, "TooManyQuestions")
    })
  )
})
