import { Mailer } from "@mon/alerts/effect"
import { AcknowledgeLinks, Secrets, Suppressions } from "@mon/core-store"
import { readAcknowledgeToken, readUnsubscribeToken } from "@mon/notifications"
import { startSmtpServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import {
  attemptsOf,
  changes,
  freezeTime,
  layerGround,
  moveTime,
  newAccount,
  newDomain,
  outcomeOf,
  settles
} from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"
import { polled } from "../polled.ts"

const openSmtp = Effect.acquireRelease(
  Effect.promise(() => startSmtpServer()),
  (server) => Effect.promise(server.close)
)

const smtpMailer = (url: string) =>
  Mailer.layerSmtp({
    url: Redacted.make(url),
    from: "Mon <mon@mon.example.com>"
  })

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a domain that goes down", (it) => {
  it.effect("is reported to its owner, to members with access who want it, and to recipients who can unsubscribe", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const smtp = yield* openSmtp
      const account = yield* newAccount
      const domain = yield* newDomain(account, { ccEmails: ["Stranger@else.example", account.email.toUpperCase()] })
      yield* sql`
        with person as (
          insert into app_user (public_id, email) select gen_random_uuid(), name || ${account.email}
          from unnest(array['sees-', 'blind-', 'quiet-']) name returning id, email
        ), setting as (insert into user_setting (user_id, timezone) select id, 'Asia/Tokyo' from person where email like 'sees-%'),
        member as (
          insert into membership (public_id, account_id, user_id, role, alerts_by_email)
          select gen_random_uuid(), ${account.viewer.accountKey}::bigint, id, 'member', email not like 'quiet-%' from person returning id, user_id
        )
        insert into domain_access (membership_id, monitor_id, can_write)
        select member.id, m.id, false from member join person on person.id = member.user_id cross join monitor m
        where m.public_id = ${domain.id}::uuid and person.email not like 'blind-%'`
      const { key, incident } = yield* changes(domain, "down")
      yield* runDeliveries({ mail: smtpMailer(smtp.url) })
      const outcome = yield* settles(key, "sent")
      assert.deepStrictEqual(
        outcome.deliveries.map(({ status, target }) => [target, status]),
        [
          [account.email, "sent"],
          [`sees-${account.email}`, "sent"],
          ["Stranger@else.example", "sent"]
        ].toSorted()
      )
      assert.lengthOf(smtp.mails, 3)
      const to = (address: string) => smtp.mails.find((mail) => mail.to.includes(address))
      const own = to(account.email)
      assert.strictEqual(own?.subject, `DOWN ${domain.name}`)
      assert.include(own?.text, "https://mon.example.com/app/settings/alerts")
      assert.isUndefined(own?.headers["list-unsubscribe"])
      assert.include(to(`sees-${account.email}`)?.text, "UTC+09:00")
      const stranger = to("Stranger@else.example")
      assert.strictEqual(stranger?.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click")
      const token = /stop\/([^>]+)>/u.exec(stranger?.headers["list-unsubscribe"] ?? "")?.[1] ?? ""
      assert.deepStrictEqual(readUnsubscribeToken(yield* Secrets, token), {
        kind: "alerts",
        accountId: account.id,
        address: "Stranger@else.example"
      })
      assert.isNull(readUnsubscribeToken(yield* Secrets, `${token}A`))
      // The acknowledgement link is only for this recipient. A recipient who can only read the domain gets no link.
      const secrets = yield* Secrets
      const links = yield* AcknowledgeLinks
      const pages = [own, stranger].map((mail) => /\/acknowledge\/(\S+)/u.exec(mail?.text ?? "")?.[1] ?? "")
      assert.notStrictEqual(pages[0], pages[1])
      for (const page of pages) {
        const found = yield* links.find(readAcknowledgeToken(secrets, page) ?? "")
        assert.strictEqual(found?.incidentId, incident)
        assert.isNull(readAcknowledgeToken(secrets, `${page}A`))
      }
      assert.notInclude(to(`sees-${account.email}`)?.text, "/acknowledge/")

      assert.isTrue(yield* (yield* Suppressions).stop(account.id, "stranger@ELSE.example"))
      const back = yield* changes(domain, "up")
      yield* settles(back.key, "sent")
      assert.strictEqual((yield* outcomeOf(back.key)).deliveries.length, 2)
      const recovery = smtp.mails.find((mail) => mail.subject.startsWith("UP") && mail.to.includes(account.email))
      assert.strictEqual(recovery?.headers["in-reply-to"], own?.headers["message-id"])
      assert.include(recovery?.text, "HTTP 200")
      assert.notInclude(recovery?.text, "/acknowledge/")
      assert.notStrictEqual(incident, "")
    }).pipe(Effect.scoped)
  )

  it.effect("is sent again while the mail server defers it, and given up when it rejects it", () =>
    Effect.gen(function* () {
      const smtp = yield* openSmtp
      smtp.behave(({ to }) => ({ reply: to.some((address) => address.startsWith("refused")) ? 550 : 451 }))
      const account = yield* newAccount
      const domain = yield* newDomain(account, { ccEmails: ["refused@else.example"] })
      const { key } = yield* changes(domain, "down")
      yield* freezeTime
      yield* runDeliveries({ mail: smtpMailer(smtp.url) })
      const attempts = yield* polled(
        attemptsOf(key),
        (all) => all.filter(({ status }) => status === "failed").length === 2
      )
      assert.deepStrictEqual(attempts.map(({ code }) => code).toSorted(), ["451", "550"])
      const { deliveries, status } = yield* outcomeOf(key)
      assert.deepStrictEqual(deliveries.map((delivery) => delivery.status).toSorted(), ["failed", "pending"])
      assert.strictEqual(status, "pending")
      const sql = yield* SqlClient.SqlClient
      const [wait] = yield* sql<{ s: number }>`
        select extract(epoch from next_at - mon_now())::float8 as s from notification_delivery where notification_id = ${key}::bigint and status = 'pending'`
      assert.isTrue(wait !== undefined && wait.s >= 54 && wait.s <= 66, String(wait?.s))
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )
})
