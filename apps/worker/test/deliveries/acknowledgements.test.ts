// Everyone who got an alert sees who acknowledges it.
import { assert, layer } from "@effect/vitest"
import { AlertChannels, Incidents, inTransaction } from "@mon/core-store"
import type { ChannelKind } from "@mon/model"
import { ChannelDestinations, followReceipts, showAcknowledgement } from "@mon/notifications"
import {
  startDiscord,
  startNtfy,
  startPagerDuty,
  startPushover,
  startSlackApi,
  startSlackWebhook,
  startTelegram,
  type VendorServer
} from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  addChannel,
  channelDeliveries,
  exampleSettings,
  layerVendors,
  openVendor,
  sendToChannels
} from "./ChannelWorld.ts"
import { changes, layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { timed } from "./RouteWorld.ts"
import { dispatchAll } from "./sendNow.ts"

const ORIGINS = {
  slack: "https://hooks.slack.com",
  slack_app: "https://slack.com",
  discord: "https://discord.com",
  telegram: "https://api.telegram.org",
  pagerduty: "https://events.pagerduty.com",
  ntfy: "https://ntfy.sh",
  pushover: "https://api.pushover.net"
} as const

const STARTS = {
  slack: startSlackWebhook,
  slack_app: startSlackApi,
  discord: startDiscord,
  telegram: startTelegram,
  pagerduty: startPagerDuty,
  ntfy: startNtfy
} as const satisfies Partial<Readonly<Record<ChannelKind, () => Promise<VendorServer>>>>

type Started = keyof typeof STARTS

const acknowledge = Effect.fn("acknowledge")(function* (
  { viewer }: TestAccount,
  id: string,
  note: string | null = null
) {
  const change = (yield* Incidents).acknowledge(viewer, id, { via: "dashboard", note })
  yield* inTransaction(
    "acknowledge",
    Effect.andThen(change, (isChanged) => (isChanged ? showAcknowledgement(id) : Effect.void))
  )
})

const takeBack = Effect.fn("takeBack")(function* ({ viewer }: TestAccount, id: string) {
  yield* (yield* Incidents).unacknowledge(viewer, id)
  yield* inTransaction("unacknowledge", showAcknowledgement(id))
})

const acknowledgementOf = Effect.fn("acknowledgementOf")(function* ({ viewer }: TestAccount, id: string) {
  return (yield* (yield* Incidents).find(viewer, id))?.acknowledgement ?? null
})

/** Opens vendors with one channel of the account each. Returns a function that sends to these vendors. */
const openVendors = Effect.fn("openVendors")(function* <const Kind extends Started>(
  account: TestAccount,
  kinds: ReadonlyArray<Kind>
) {
  const servers = {} as Record<Kind, VendorServer>
  for (const kind of kinds) {
    servers[kind] = yield* openVendor(STARTS[kind])
    yield* addChannel(account, kind)
  }
  const sender = layerVendors(Object.fromEntries(kinds.map((kind) => [ORIGINS[kind], servers[kind]])))
  return { servers, send: sendToChannels(account, sender) }
})

const paths = ({ arrivals }: VendorServer) =>
  arrivals.map(({ method, problems, url }) => [method, url.pathname.split("/").at(-1), problems])

const allText = ({ arrivals }: VendorServer): string => arrivals.at(-1)?.text ?? ""

const emergencySettings = { ...exampleSettings("pushover"), repeat: "critical" }

/** Raises an alert that Pushover repeats. */
const emergency = Effect.gen(function* () {
  const pushover = yield* openVendor(startPushover)
  const discord = yield* openVendor(startDiscord)
  const account = yield* newAccount
  yield* addChannel(account, "discord")
  const id = yield* addChannel(account, "pushover", emergencySettings)
  const domain = yield* newDomain(account)
  const sender = layerVendors({ [ORIGINS.pushover]: pushover, [ORIGINS.discord]: discord })
  const { incident } = yield* changes(domain, "down")
  yield* dispatchAll
  yield* sendToChannels(account, sender)
  const follow = Effect.provide(
    followReceipts(),
    Layer.merge(sender, Layer.succeed(ChannelDestinations, { targets: [] }))
  )
  const questions = () => pushover.arrivals.filter(({ url }) => url.pathname.startsWith("/1/receipts/")).length
  return { pushover, discord, account, id, domain, incident, follow, questions, send: sendToChannels(account, sender) }
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an acknowledgement", (it) => {
  it.effect("changes the messages that can be changed, and acknowledges in PagerDuty", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const kinds = ["slack", "slack_app", "discord", "telegram", "pagerduty", "ntfy"] as const
      const { send, servers } = yield* openVendors(account, kinds)
      const { incident } = yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* send
      yield* acknowledge(account, incident, "The provider <b>is</b> informed.")
      yield* moveTime(60)
      yield* send
      assert.deepStrictEqual(paths(servers.slack_app), [
        ["POST", "chat.postMessage", []],
        ["POST", "chat.update", []]
      ])
      assert.deepStrictEqual(
        paths(servers.discord).map(([method, , problems]) => [method, problems]),
        [
          ["POST", []],
          ["PATCH", []]
        ]
      )
      assert.deepStrictEqual(paths(servers.telegram), [
        ["POST", "sendMessage", []],
        ["POST", "editMessageText", []]
      ])
      const keys = servers.pagerduty.messages.map(({ json }) => [json?.["event_action"], json?.["dedup_key"]])
      assert.deepStrictEqual(keys, [
        ["trigger", incident],
        ["acknowledge", incident]
      ])
      for (const kind of ["slack_app", "discord", "telegram", "pagerduty"] as const) {
        assert.include(allText(servers[kind]), "Acknowledged", kind)
        assert.match(allText(servers[kind]).replaceAll(/[\\\u2060]/gu, ""), /owner-\d+@test\.example/u, kind)
        assert.notInclude(allText(servers[kind]), "/acknowledge/", kind)
      }
      assert.lengthOf(servers.slack.arrivals, 1)
      assert.lengthOf(servers.ntfy.arrivals, 1)
      const details = yield* (yield* Incidents).find(account.viewer, incident)
      const updates = details?.deliveries.filter(({ isUpdate }) => isUpdate) ?? []
      assert.deepStrictEqual(
        updates.map(({ status }) => status),
        ["sent", "sent", "sent", "sent"]
      )
    }).pipe(Effect.scoped, timed)
  )

  it.effect("that is taken back gives the message its link again, and another one changes it again", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { send, servers } = yield* openVendors(account, ["telegram", "pagerduty"])
      const domain = yield* newDomain(account)
      const { incident } = yield* changes(domain, "down")
      yield* dispatchAll
      yield* send
      const steps = [acknowledge(account, incident), takeBack(account, incident), acknowledge(account, incident)]
      for (const [index, step] of steps.entries()) {
        yield* moveTime(30 * (index + 1))
        yield* step
        yield* send
      }
      const texts = servers.telegram.arrivals.map(({ text }) => text)
      assert.deepStrictEqual(
        texts.map((text) => [text.includes("/acknowledge/"), text.includes("Acknowledged by")]),
        [
          [true, false],
          [false, true],
          [true, false],
          [false, true]
        ]
      )
      assert.deepStrictEqual(
        servers.pagerduty.arrivals.map(({ json }) => json?.["event_action"]),
        ["trigger", "acknowledge", "acknowledge"]
      )
      yield* changes(domain, "up")
      yield* dispatchAll
      yield* moveTime(150)
      yield* send
      assert.deepStrictEqual(paths(servers.telegram).at(-1), ["POST", "sendMessage", []])
      assert.isNotNull(servers.telegram.arrivals.at(-1)?.json?.["reply_parameters"])
    }).pipe(Effect.scoped, timed)
  )

  it.effect("waits for the alarm that it changes, and says nothing where there is none", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { send, servers } = yield* openVendors(account, ["pagerduty", "discord"])
      servers.pagerduty.behave({ status: 500 })
      const { incident } = yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* send
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        delete from alert_message m using alert_channel c
        where c.id = m.channel_id and c.account_id = ${account.viewer.accountKey}::bigint`
      yield* acknowledge(account, incident)
      yield* moveTime(2)
      yield* send
      assert.lengthOf(servers.pagerduty.arrivals, 1)
      servers.pagerduty.behave({})
      yield* moveTime(60)
      yield* send
      yield* moveTime(90)
      yield* send
      assert.deepStrictEqual(
        servers.pagerduty.messages.map(({ json }) => json?.["event_action"]),
        ["trigger", "acknowledge"]
      )
      assert.lengthOf(servers.discord.arrivals, 1)
      const rows = yield* channelDeliveries(account)
      assert.includeMembers(
        rows.map(({ code, status }) => `${status} ${code ?? ""}`),
        ["suppressed nothing_to_change"]
      )
    }).pipe(Effect.scoped, timed)
  )

  it.effect("is replaced by the recovery while it waits", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const { send, servers } = yield* openVendors(account, ["pagerduty"])
      const domain = yield* newDomain(account)
      const { incident } = yield* changes(domain, "down")
      yield* dispatchAll
      yield* send
      yield* acknowledge(account, incident)
      yield* changes(domain, "up")
      yield* dispatchAll
      yield* moveTime(60)
      yield* send
      assert.deepStrictEqual(
        servers.pagerduty.messages.map(({ json }) => json?.["event_action"]),
        ["trigger", "resolve"]
      )
    }).pipe(Effect.scoped, timed)
  )

  it.effect("is sent once, however often it is said, and never to the channel of another account", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const other = yield* newAccount
      yield* addChannel(other, "pagerduty")
      const { send, servers } = yield* openVendors(account, ["pagerduty"])
      const { incident } = yield* changes(yield* newDomain(account), "down")
      yield* dispatchAll
      yield* send
      for (let time = 0; time < 3; time += 1) yield* acknowledge(account, incident)
      yield* inTransaction("again", showAcknowledgement(incident))
      assert.deepStrictEqual(yield* channelDeliveries(other), [])
      yield* moveTime(60)
      yield* send
      assert.lengthOf(servers.pagerduty.arrivals, 2)
    }).pipe(Effect.scoped, timed)
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alarm that Pushover repeats", (it) => {
  it.effect("is acknowledged in the app, which the incident and the other channels say", () =>
    Effect.gen(function* () {
      const { account, discord, follow, incident, pushover, questions, send } = yield* emergency
      assert.deepStrictEqual(
        pushover.emergencies.map(({ state }) => state),
        ["repeating"]
      )
      yield* follow
      assert.strictEqual(questions(), 0)
      yield* moveTime(11)
      yield* follow
      yield* follow
      assert.strictEqual(questions(), 1)
      assert.isNull(yield* acknowledgementOf(account, incident))
      pushover.acknowledge()
      yield* moveTime(22)
      yield* follow
      const found = yield* acknowledgementOf(account, incident)
      assert.deepStrictEqual([found?.via, found?.channel, found?.by], ["app", "pushover", null])
      yield* moveTime(33)
      yield* follow
      assert.strictEqual(questions(), 2)
      yield* send
      assert.deepStrictEqual(
        discord.arrivals.map(({ method, text }) => [method, /Acknowledged by[^}]*pushover/u.test(text)]),
        [
          ["POST", false],
          ["PATCH", true]
        ]
      )
    }).pipe(Effect.scoped, timed)
  )

  it.effect("stops to repeat when somebody acknowledges elsewhere, and when the incident ends without a recovery", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const end of ["acknowledged", "paused"] as const) {
        const { account, follow, incident, pushover, questions } = yield* emergency
        if (end === "acknowledged") yield* acknowledge(account, incident)
        else
          yield* sql`
            update incident set resolved_at = now(), closed_at = now(), resolution = 'paused'
            where public_id = ${incident}::uuid`
        pushover.behave({ status: 500 })
        yield* moveTime(11)
        yield* follow
        assert.deepStrictEqual(
          pushover.emergencies.map(({ state }) => state),
          ["repeating"]
        )
        pushover.behave({})
        yield* moveTime(22)
        yield* follow
        assert.deepStrictEqual(
          pushover.emergencies.map(({ state }) => state),
          ["cancelled"],
          end
        )
        yield* moveTime(33)
        yield* follow
        assert.strictEqual(questions(), 2)
        yield* moveTime(0)
      }
    }).pipe(Effect.scoped, timed)
  )

  it.effect("is asked about no more once it has repeated for three hours, or Pushover forgot it", () =>
    Effect.gen(function* () {
      for (const end of ["time", "expired", "404"] as const) {
        const { account, follow, incident, pushover, questions } = yield* emergency
        if (end === "expired") pushover.expire()
        if (end === "404") pushover.behave({ status: 404 })
        yield* moveTime(end === "time" ? 10_900 : 11)
        yield* follow
        yield* moveTime(end === "time" ? 10_950 : 33)
        yield* follow
        assert.strictEqual(questions(), end === "time" ? 0 : 1, end)
        assert.isNull(yield* acknowledgementOf(account, incident), end)
        yield* moveTime(0)
      }
    }).pipe(Effect.scoped, timed)
  )

  it.effect("stops with the recovery, and while the channel is switched off nothing is asked", () =>
    Effect.gen(function* () {
      const { account, domain, follow, id, pushover, questions, send } = yield* emergency
      yield* (yield* AlertChannels).update(account.viewer, id, { isActive: false })
      yield* moveTime(11)
      yield* follow
      assert.strictEqual(questions(), 0)
      yield* (yield* AlertChannels).update(account.viewer, id, { isActive: true })
      yield* changes(domain, "up")
      yield* dispatchAll
      yield* moveTime(22)
      yield* send
      assert.deepStrictEqual(
        pushover.emergencies.map(({ state }) => state),
        ["cancelled"]
      )
      yield* moveTime(44)
      yield* follow
      assert.strictEqual(questions(), 1)
    }).pipe(Effect.scoped, timed)
  )
})
