import { Mailer } from "@mon/alerts/effect"
import { WhatsAppContacts } from "@mon/core-store"
import {
  confirmWhatsAppNumber,
  deliver,
  dispatchNext,
  layerWhatsApp,
  readWhatsAppSettings,
  requestWhatsAppCode,
  sendWhatsAppCode
} from "@mon/notifications"
import { startWhatsAppServer } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  attemptsOf,
  changes,
  layerGround,
  moveTime,
  newAccount,
  newDomain,
  outcomeOf,
  type TestAccount
} from "./DeliveryWorld.ts"
import { layerChannels } from "./runDeliveries.ts"

const NUMBER = "+491701234567"

const openWhatsApp = Effect.gen(function* () {
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startWhatsAppServer()),
    (open) => Effect.promise(open.close)
  )
  const sender = layerWhatsApp(
    readWhatsAppSettings({
      MON_WHATSAPP_TOKEN: "a-token",
      MON_WHATSAPP_PHONE_NUMBER_ID: "106540352242922",
      MON_WHATSAPP_BASE_URL: server.origin,
      MON_WHATSAPP_TEMPLATES: "down=site_down",
      MON_WHATSAPP_LANGUAGE: "de"
    })
  )
  return { server, sender }
})

const codeJob = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{
      payload: { number: string; sealed: string }
    }>`select payload from job where queue = 'whatsapp-code' order by id desc limit 1`,
    ([row]) => row?.payload ?? { number: "", sealed: "" }
  )
)

const useNumber = ({ viewer }: TestAccount, number: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`insert into whatsapp_contact (account_id, number, confirmed_at) values (${viewer.accountKey}::bigint, ${number}, mon_now())`
  )

const dispatchAll = Effect.repeat(dispatchNext(), { until: (found) => !found })

const attemptOnce = Effect.fn("attemptOnce")(function* (key: string, sender: ReturnType<typeof layerWhatsApp>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    key: string
  }>`select id::text as key from notification_delivery where notification_id = ${key}::bigint and channel = 'whatsapp'`
  yield* Effect.provide(deliver(row?.key ?? ""), Layer.mergeAll(layerChannels({ mail: Mailer.layerMemory }), sender))
  const [wait] = yield* sql<{ s: number; status: string; code: string | null }>`
    select extract(epoch from next_at - mon_now())::float8 as s, status, error_code as code from notification_delivery where id = ${row?.key ?? ""}::bigint`
  return wait ?? { s: 0, status: "absent", code: null }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("WhatsApp", (it) => {
  it.effect("receives alerts only after its number was confirmed by a code", () =>
    Effect.gen(function* () {
      const { sender, server } = yield* openWhatsApp
      const contacts = yield* WhatsAppContacts
      const account = yield* newAccount
      const { viewer } = account
      assert.strictEqual(yield* requestWhatsAppCode(viewer, "0170 1234567"), "bad_number")
      assert.strictEqual(yield* requestWhatsAppCode(viewer, "+49 170 1234567"), "sent")
      assert.strictEqual(yield* requestWhatsAppCode(viewer, NUMBER), "too_many")
      yield* Effect.provide(sendWhatsAppCode(yield* codeJob), sender)
      const [message] = server.messages
      assert.deepInclude(message, {
        to: NUMBER.slice(1),
        template: "confirmation_code",
        language: "de",
        token: "a-token"
      })
      const code = message?.parameters[0] ?? ""
      assert.match(code, /^\d{6}$/u)
      const domain = yield* newDomain(account)
      const early = yield* changes(domain, "down")
      yield* dispatchAll
      assert.deepStrictEqual(
        (yield* outcomeOf(early.key)).deliveries.map(({ channel }) => channel),
        ["email"]
      )

      const stranger = yield* newAccount
      assert.isFalse(yield* confirmWhatsAppNumber(stranger.viewer, code))
      assert.isFalse(yield* confirmWhatsAppNumber(viewer, code === "000000" ? "000001" : "000000"))
      assert.deepStrictEqual(yield* contacts.find(viewer), { number: null, pendingNumber: NUMBER })
      assert.isTrue(yield* confirmWhatsAppNumber(viewer, ` ${code} `))
      assert.isFalse(yield* confirmWhatsAppNumber(viewer, code))
      assert.deepStrictEqual(yield* contacts.find(viewer), { number: NUMBER, pendingNumber: null })

      const back = yield* changes(domain, "up")
      yield* dispatchAll
      assert.deepInclude(yield* attemptOnce(back.key, sender), { status: "sent" })
      assert.deepInclude(server.messages[1], { to: NUMBER.slice(1), template: "monitor_up" })
      assert.strictEqual(server.messages[1]?.parameters[0], domain.name)
      yield* contacts.remove(viewer)
      assert.deepStrictEqual(yield* contacts.find(viewer), { number: null, pendingNumber: null })
    }).pipe(Effect.scoped)
  )

  it.effect("accepts a code for five attempts and ten minutes", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      yield* requestWhatsAppCode(viewer, NUMBER)
      const contacts = yield* WhatsAppContacts
      const limits = { seconds: 600, attempts: 5 }
      for (let tried = 0; tried < 5; tried += 1) assert.isNotNull(yield* contacts.countAttempt(viewer, limits))
      assert.isNull(yield* contacts.countAttempt(viewer, limits))
      yield* moveTime(61)
      assert.strictEqual(yield* requestWhatsAppCode(viewer, NUMBER), "sent")
      yield* moveTime(61 + 601)
      assert.isNull(yield* contacts.countAttempt(viewer, limits))
    }).pipe(Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("gets one message per number every six seconds, in the order of the alerts", () =>
    Effect.gen(function* () {
      const { sender, server } = yield* openWhatsApp
      const account = yield* newAccount
      // The number is new in each run, even if the test is repeated.
      yield* useNumber(account, `+49170${String(Date.now()).slice(-8)}`)
      const keys: Array<string> = []
      for (let index = 0; index < 3; index += 1) keys.push((yield* changes(yield* newDomain(account), "down")).key)
      yield* dispatchAll
      const [took, waits] = yield* Effect.timed(Effect.forEach(keys, (key) => attemptOnce(key, sender)))
      const tolerance = 1 + Duration.toSeconds(took)
      assert.deepStrictEqual(
        waits.map(({ status }) => status),
        ["sent", "pending", "pending"]
      )
      assert.closeTo(waits[1]?.s ?? 0, 6, tolerance)
      assert.closeTo(waits[2]?.s ?? 0, 12, tolerance)
      yield* moveTime(7)
      assert.strictEqual((yield* attemptOnce(keys[1] ?? "", sender)).status, "sent")
      assert.strictEqual((yield* attemptOnce(keys[2] ?? "", sender)).status, "pending")
      yield* moveTime(13)
      assert.strictEqual((yield* attemptOnce(keys[2] ?? "", sender)).status, "sent")
      assert.lengthOf(server.messages, 3)
      assert.deepInclude(server.messages[0], { template: "site_down" })
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is retried after a rate limit, but not after a permanent rejection", () =>
    Effect.gen(function* () {
      const { sender, server } = yield* openWhatsApp
      const cases = [
        [{ code: 131056 }, "pending", "rate_limited", 6],
        [{ code: 130429, status: 429, retryAfterSeconds: 90 }, "pending", "rate_limited", 90],
        [{ code: 131000, status: 500 }, "pending", "unavailable", 6],
        [{ code: 131026 }, "failed", "recipient_unreachable", 0],
        [{ code: 190, status: 401 }, "failed", "unauthorized", 0],
        [{ code: 132001, status: 404 }, "failed", "template_rejected", 0]
      ] as const
      for (const [index, [behaviour, status, code, seconds]] of cases.entries()) {
        const account = yield* newAccount
        yield* useNumber(account, `+4917000001${index}0`)
        const { key } = yield* changes(yield* newDomain(account), "down")
        yield* dispatchAll
        server.behave(behaviour)
        const outcome = yield* attemptOnce(key, sender)
        assert.deepInclude(outcome, { status, code })
        if (seconds > 0) assert.isTrue(outcome.s > seconds - 1 && outcome.s <= seconds * 1.1, `${code}: ${outcome.s}`)
        assert.deepInclude((yield* attemptsOf(key))[0], { status: "failed", code })
      }
    }).pipe(Effect.scoped)
  )
})
