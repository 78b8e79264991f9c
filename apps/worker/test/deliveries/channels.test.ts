import { assert, layer } from "@effect/vitest"
import { startDiscord, startPagerDuty, startSlackWebhook, startTelegram } from "@mon/tooling/testbed"
import { ChannelSender } from "@mon/alerts/effect"
import type { Email } from "@mon/alerts"
import { channelOf } from "@mon/alerts/channels"
import { Accounts, ChannelTargets } from "@mon/core-store"
import { gatherDigests, OutgoingMail, sealChannelSettings } from "@mon/notifications"
import { englishIn, shownIn } from "@mon/tooling/english"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  addChannel,
  channelDeliveries,
  exampleSettings,
  layerVendors,
  openVendor,
  sendToChannels,
  stored
} from "./ChannelWorld.ts"
import { changes, layerGround, moveTime, newAccount, newDomain } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

const SLACK = "https://hooks.slack.com"
const DISCORD = "https://discord.com"
const TELEGRAM = "https://api.telegram.org"
const PAGERDUTY = "https://events.pagerduty.com"

const mailsWaiting = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ n: number }>`select count(*)::int as n from job where queue = 'mail'`, ([row]) => row?.n ?? 0)
)

const statuses = (rows: ReadonlyArray<{ readonly status: string; readonly code: string | null }>) =>
  rows.map(({ code, status }) => (code === null ? status : `${status} ${code}`))

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alert channel", (it) => {
  it.effect("gets what the owner gets, and changes its message when the incident ends", () =>
    Effect.gen(function* () {
      const discord = yield* openVendor(startDiscord)
      const account = yield* newAccount
      const id = yield* addChannel(account, "discord")
      const other = yield* newAccount
      yield* addChannel(other, "discord")
      const domain = yield* newDomain(account)
      yield* changes(domain, "down")
      yield* dispatchAll
      yield* sendToChannels(account, layerVendors({ [DISCORD]: discord }))
      yield* changes(domain, "up")
      yield* dispatchAll
      yield* moveTime(60)
      yield* sendToChannels(account, layerVendors({ [DISCORD]: discord }))
      yield* sendToChannels(other, layerVendors({ [DISCORD]: discord }))
      assert.deepStrictEqual(
        discord.arrivals.map(({ method, problems }) => [method, problems]),
        [
          ["POST", []],
          ["PATCH", []]
        ]
      )
      assert.include(discord.arrivals[0]?.text, domain.name)
      assert.deepStrictEqual(statuses(yield* channelDeliveries(account)), ["sent", "sent"])
      const channel = yield* stored(account, id)
      assert.deepStrictEqual([channel.lastDeliveryStatus, channel.failingSince], ["delivered", null])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* sql`select 1 from alert_message m join alert_channel c on c.id = m.channel_id where c.public_id = ${id}::uuid`,
        []
      )
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("fails when this release cannot use its stored template", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const settings = { url: "https://hook.example.com/in", template: '{"title": "{{title}}"}' }
      const id = yield* addChannel(account, "webhook_template", settings)
      const channel = channelOf("webhook_template")
      if (channel === null) return assert.fail("There is no such kind.")
      // An earlier release accepted this template.
      const template = '{"title": "{{headline}}"}'
      const outdated = {
        ...exampleSettings("webhook_template"),
        ...settings,
        type: "json",
        method: "POST",
        headers: "",
        template
      }
      const { settings: earlier } = yield* stored(account, id)
      const sealed = yield* sealChannelSettings(id, { channel, settings: outdated })
      yield* (yield* ChannelTargets).replaceSettings(id, { ...sealed, earlier })
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(
        account,
        ChannelSender.layerMemory(() => assert.fail("Nothing is sent."))
      )
      assert.deepStrictEqual(statuses(yield* channelDeliveries(account)), ["failed settings_unreadable"])
    }).pipe(Effect.scoped)
  )

  it.effect("says once how an outage went whose beginning could not be delivered", () =>
    Effect.gen(function* () {
      const slack = yield* openVendor(startSlackWebhook)
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      yield* addChannel(account, "slack")
      slack.behave({ status: 500 })
      const sender = layerVendors({ [SLACK]: slack })
      yield* changes(domain, "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      slack.behave({})
      yield* changes(domain, "up")
      yield* dispatchAll
      yield* moveTime(60)
      yield* sendToChannels(account, sender)
      yield* sendToChannels(account, sender)
      assert.deepStrictEqual(statuses(yield* channelDeliveries(account)), ["suppressed superseded", "sent"])
      assert.lengthOf(slack.messages, 1)
      assert.include(slack.messages[0]?.text, "UP")
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("waits as long as its service asks, also with messages that come after", () =>
    Effect.gen(function* () {
      const telegram = yield* openVendor(startTelegram)
      const sender = layerVendors({ [TELEGRAM]: telegram })
      const account = yield* newAccount
      yield* addChannel(account, "telegram")
      telegram.behave({ status: 429, retryAfterSeconds: 90 })
      const [one, two] = [yield* newDomain(account), yield* newDomain(account)]
      yield* changes(one, "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      yield* changes(two, "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.lengthOf(telegram.arrivals, 1)
      const waits = (yield* channelDeliveries(account)).map(({ wait }) => wait > 80 && wait < 110)
      assert.deepStrictEqual(waits, [true, true])
      telegram.behave({})
      yield* moveTime(120)
      for (let round = 0; round < 3; round += 1) {
        yield* sendToChannels(account, sender)
        yield* moveTime(130 + 10 * round)
      }
      assert.deepStrictEqual(statuses(yield* channelDeliveries(account)), ["sent", "sent"])
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("gets messages as fast as its service allows, and of each incident the newest", () =>
    Effect.gen(function* () {
      const telegram = yield* openVendor(startTelegram)
      const sender = layerVendors({ [TELEGRAM]: telegram })
      const account = yield* newAccount
      yield* addChannel(account, "telegram")
      const domains = yield* Effect.forEach(Array.from({ length: 3 }), () => newDomain(account))
      for (const domain of domains) yield* changes(domain, "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      for (const domain of domains.slice(1)) yield* changes(domain, "up")
      yield* dispatchAll
      // Telegram accepts 20 messages a minute in a group.
      const counts = [telegram.messages.length]
      for (let second = 3; second <= 30; second += 3) {
        yield* moveTime(second)
        yield* sendToChannels(account, sender)
        counts.push(telegram.messages.length)
      }
      assert.isTrue(
        counts.every((count, index) => count <= (counts[index - 1] ?? 0) + 1),
        counts.join(" ")
      )
      const titles = telegram.messages.map(({ json }) => /(?:DOWN|UP)/u.exec(String(json?.["text"]))?.[0])
      assert.deepStrictEqual([counts.at(-1), titles.toSorted()], [3, ["DOWN", "UP", "UP"]])
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("gets one summary of the state changes beyond five in a minute", () =>
    Effect.gen(function* () {
      const slack = yield* openVendor(startSlackWebhook)
      const sender = layerVendors({ [SLACK]: slack })
      const account = yield* newAccount
      yield* addChannel(account, "slack")
      const domains = yield* Effect.forEach(Array.from({ length: 40 }), () => newDomain(account))
      for (const domain of domains) yield* changes(domain, "down")
      yield* dispatchAll
      yield* gatherDigests({ accountKey: account.viewer.accountKey, endsAt: new Date(Date.now() + 120_000) })
      for (let second = 1; second <= 20; second += 1) {
        yield* moveTime(2 * second)
        yield* sendToChannels(account, sender)
      }
      assert.lengthOf(slack.messages, 6)
      assert.isTrue((yield* channelDeliveries(account)).every(({ status }) => status === "sent"))
      assert.include(slack.messages[5]?.text, "35")
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is switched off when its service has refused it for an hour, and its owner is notified once", () =>
    Effect.gen(function* () {
      for (const status of [404, 410, 403, 401]) {
        const slack = yield* openVendor(startSlackWebhook)
        const before = yield* mailsWaiting
        const account = yield* newAccount
        const domain = yield* newDomain(account)
        const id = yield* addChannel(account, "slack")
        slack.behave({ status })
        const sender = layerVendors({ [SLACK]: slack })
        yield* changes(domain, "down")
        yield* changes(yield* newDomain(account), "down")
        yield* dispatchAll
        for (const seconds of [0, 30, 120, 1_200, 3_500]) {
          yield* moveTime(seconds)
          yield* sendToChannels(account, sender)
          assert.isTrue((yield* stored(account, id)).isActive, `${status} after ${seconds} s`)
        }
        yield* moveTime(3_700)
        yield* changes(yield* newDomain(account), "down")
        yield* dispatchAll
        yield* sendToChannels(account, sender)
        const channel = yield* stored(account, id)
        assert.deepStrictEqual([channel.isActive, channel.disabledReason], [false, "refused"], String(status))
        const refusals = slack.arrivals.length
        for (const seconds of [86_400, 86_430, 86_460]) {
          yield* moveTime(seconds)
          yield* sendToChannels(account, sender)
        }
        assert.sameMembers(
          statuses(yield* channelDeliveries(account)),
          [`failed ${status}`, "suppressed channel_inactive", "suppressed channel_inactive"],
          String(status)
        )
        assert.strictEqual((yield* mailsWaiting) - before, 1)
        assert.lengthOf(slack.arrivals, refusals)
        yield* moveTime(0)
      }
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("stays on, and loses nothing, when its service refuses it for some minutes", () =>
    Effect.gen(function* () {
      const slack = yield* openVendor(startSlackWebhook)
      const account = yield* newAccount
      const id = yield* addChannel(account, "slack")
      const sender = layerVendors({ [SLACK]: slack })
      slack.behave({ status: 404 })
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.deepStrictEqual(statuses(yield* channelDeliveries(account)), ["pending 404"])
      slack.behave({})
      yield* moveTime(60)
      yield* sendToChannels(account, sender)
      assert.match(statuses(yield* channelDeliveries(account))[0] ?? "", /^sent/u)
      // More than an hour after the first refusal, the next refusal starts a new count.
      slack.behave({ status: 404 })
      yield* moveTime(7_200)
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.isTrue((yield* stored(account, id)).isActive)
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is switched off after five days without success, but not by an error of the worker", () =>
    Effect.gen(function* () {
      const slack = yield* openVendor(startSlackWebhook)
      const account = yield* newAccount
      const id = yield* addChannel(account, "slack")
      slack.behave({ status: 500 })
      const sender = layerVendors({ [SLACK]: slack })
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      assert.isNotNull((yield* stored(account, id)).failingSince)
      yield* moveTime(5 * 86_400 + 60)
      const broken = ChannelSender.layerMemory(() => ({
        answered: false,
        responseTimeMs: 1,
        error: { code: "local_fault", message: "No file handles." }
      }))
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(account, broken)
      assert.isTrue((yield* stored(account, id)).isActive)
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(account, sender)
      yield* moveTime(5 * 86_400 + 120)
      yield* sendToChannels(account, sender)
      const channel = yield* stored(account, id)
      assert.deepStrictEqual([channel.isActive, channel.disabledReason], [false, "failing"])
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("is switched off with a German letter to an owner who reads German", () =>
    Effect.gen(function* () {
      for (const [status, reason, fault] of [
        [
          404,
          "Der Dienst lehnt die Einstellungen seit mehr als einer Stunde ab.",
          "hat das Ziel dieses Kanals nicht mehr"
        ],
        [
          401,
          "Der Dienst lehnt die Einstellungen seit mehr als einer Stunde ab.",
          "lehnt den Schlüssel oder die Adresse"
        ],
        [500, "Fünf Tage lang kam keine Nachricht an.", "ist nicht erreichbar"]
      ] as const) {
        const posted: Array<Email> = []
        const slack = yield* openVendor(startSlackWebhook)
        slack.behave({ status })
        const account = yield* newAccount
        yield* (yield* Accounts).updateSettings(account.viewer, { language: "de" })
        yield* addChannel(account, "slack")
        for (const seconds of [0, 3_700, 5 * 86_400 + 120]) {
          yield* moveTime(seconds)
          yield* changes(yield* newDomain(account), "down")
          yield* dispatchAll
          yield* Effect.provide(
            sendToChannels(account, layerVendors({ [SLACK]: slack })),
            OutgoingMail.layerMemory(posted)
          )
        }
        const [letter] = posted
        if (letter === undefined) return assert.fail(`no letter after ${status}`)
        const { html, subject, text, to } = letter
        assert.deepStrictEqual([posted.length, to, subject], [1, account.email, "KANAL ABGESCHALTET slack"])
        assert.include(text.replaceAll("\n", " "), reason)
        assert.include(text.replaceAll("\n", " "), fault)
        assert.deepStrictEqual(englishIn([...text.split("\n"), ...shownIn(html ?? "")], []), [])
        yield* moveTime(0)
      }
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("opens and resolves one alert of PagerDuty for each incident, also in a flood", () =>
    Effect.gen(function* () {
      const pagerDuty = yield* openVendor(startPagerDuty)
      const sender = layerVendors({ [PAGERDUTY]: pagerDuty })
      const account = yield* newAccount
      yield* addChannel(account, "pagerduty")
      const domains = yield* Effect.forEach(Array.from({ length: 8 }), () => newDomain(account))
      for (const domain of domains) yield* changes(domain, "down")
      for (const domain of domains) yield* changes(domain, "up")
      yield* dispatchAll
      for (let round = 1; round < 20; round += 1) {
        yield* sendToChannels(account, sender)
        yield* moveTime(round)
      }
      const sent = pagerDuty.messages.map(({ json }) => json?.["event_action"])
      assert.deepStrictEqual(sent, ["resolve", "resolve", "resolve", "resolve", "resolve"])
      assert.deepStrictEqual(
        statuses(yield* channelDeliveries(account)).filter((status) => status === "suppressed superseded"),
        Array.from({ length: 5 }, () => "suppressed superseded")
      )
    }).pipe(Effect.scoped, Effect.ensuring(Effect.ignore(moveTime(0))))
  )

  it.effect("never reaches private addresses, and keeps its secrets out of the ledger", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const id = yield* addChannel(account, "gotify", {
        ...exampleSettings("gotify"),
        server: "https://push.example.com"
      })
      yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* sendToChannels(account, layerVendors({}))
      assert.deepStrictEqual(statuses(yield* channelDeliveries(account)), ["pending blocked"])
      assert.strictEqual((yield* stored(account, id)).lastDeliveryStatus, "failed")
    }).pipe(Effect.scoped)
  )
})
