// Tests the limits of services in virtual time, for every kind of channel.
import { assert, layer } from "@effect/vitest"
import { channelOf, plainMessage } from "@mon/alerts/channels"
import type { ChannelKind } from "@mon/model"
import {
  startApprise,
  startDiscord,
  startGoogleChat,
  startGotify,
  startMatrix,
  startMattermost,
  startNtfy,
  startPagerDuty,
  startPushover,
  startSlackApi,
  startSlackWebhook,
  startTeams,
  startTelegram,
  startTemplateReceiver,
  startTwilio,
  type VendorServer
} from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import {
  addChannel,
  channelDeliveries,
  exampleSettings,
  layerVendors,
  openVendor,
  sendToChannels,
  stored
} from "./ChannelWorld.ts"
import { changes, layerGround, moveTime, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll } from "./sendNow.ts"

const starts: Readonly<Record<ChannelKind, () => Promise<VendorServer>>> = {
  slack: startSlackWebhook,
  slack_app: startSlackApi,
  discord: startDiscord,
  teams: startTeams,
  google_chat: startGoogleChat,
  telegram: startTelegram,
  pagerduty: startPagerDuty,
  ntfy: startNtfy,
  webhook_template: startTemplateReceiver,
  apprise: startApprise,
  gotify: startGotify,
  pushover: startPushover,
  mattermost: startMattermost,
  matrix: startMatrix,
  twilio: startTwilio
}

const originOf = (kind: ChannelKind): string => {
  const channel = channelOf(kind)
  const reading = channel?.readSettings(exampleSettings(kind))
  if (channel === null || reading?.ok !== true) throw new Error(`There are no settings of ${kind}.`)
  return new URL(channel.request(plainMessage({ deliveryId: "origin", title: "", text: "" }), reading.settings).url)
    .origin
}

/** Opens an account with one channel, and returns a function that sends to its service after a number of seconds. */
const open = Effect.fn("open")(function* (kind: ChannelKind) {
  const vendor = yield* openVendor(starts[kind])
  const account = yield* newAccount
  const id = yield* addChannel(account, kind)
  const sender = layerVendors({ [originOf(kind)]: vendor })
  const sendAt = Effect.fn("sendAt")(function* (seconds: number) {
    yield* moveTime(seconds)
    yield* dispatchAll
    yield* sendToChannels(account, sender)
  })
  return { vendor, account, id, sendAt }
})

const statuses = (account: TestAccount) =>
  Effect.map(channelDeliveries(account), (rows) =>
    rows.map(({ code, status }) => (code === null ? status : `${status} ${code}`))
  )

/** Returns whether a body names a monitor. Services escape the dots in a name in different ways. */
const names = (text: string | undefined, { name }: { readonly name: string }): boolean =>
  new RegExp(`\\b${name.split(".", 1)[0] ?? ""}(?!\\d)`, "u").test(decodeURIComponent(text?.replaceAll("+", " ") ?? ""))

const timed = Effect.ensuring(Effect.ignore(moveTime(0)))

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a service that limits messages", (it) => {
  for (const kind of Object.keys(starts) as ReadonlyArray<ChannelKind>) {
    it.effect(`gets nothing before the time that it names, and then the newest state: ${kind}`, () =>
      Effect.gen(function* () {
        const { account, id, sendAt, vendor } = yield* open(kind)
        const domain = yield* newDomain(account)
        vendor.behave({ status: 429, retryAfterSeconds: 120 })
        yield* changes(domain, "down")
        yield* sendAt(0)
        const asked = vendor.arrivals.length
        assert.strictEqual(asked, 1)
        vendor.behave({})
        yield* changes(domain, "up")
        // If the vendor's documentation names no header for the wait, the next attempt is due after the usual delay of
        // Mon.
        const [first] = yield* channelDeliveries(account)
        const wait = Math.max(first?.wait ?? 0, 1)
        yield* sendAt(Math.floor(wait / 2))
        assert.lengthOf(vendor.arrivals, asked)
        yield* sendAt(Math.ceil(wait * 1.2) + 60)
        yield* sendAt(Math.ceil(wait * 1.2) + 70)
        assert.deepStrictEqual(yield* statuses(account), ["suppressed superseded", "sent"])
        assert.lengthOf(vendor.arrivals, 2)
        assert.isTrue(names(vendor.arrivals[1]?.text, domain))
        assert.isTrue((yield* stored(account, id)).isActive)
      }).pipe(Effect.scoped, timed)
    )

    it.effect(`that names no time gets the message later: ${kind}`, () =>
      Effect.gen(function* () {
        const { account, sendAt, vendor } = yield* open(kind)
        vendor.behave({ status: 429, retryAfterSeconds: null })
        yield* changes(yield* newDomain(account), "down")
        yield* sendAt(0)
        const [first] = yield* channelDeliveries(account)
        assert.isAbove(first?.wait ?? 0, 0.5)
        vendor.behave({})
        yield* sendAt(120)
        yield* sendAt(130)
        assert.deepStrictEqual(yield* statuses(account), ["sent"])
        assert.lengthOf(vendor.messages, 1)
      }).pipe(Effect.scoped, timed)
    )

    it.effect(`gets a shorter text at once if one is too large: ${kind}`, () =>
      Effect.gen(function* () {
        const { account, sendAt, vendor } = yield* open(kind)
        const [one, two] = [yield* newDomain(account), yield* newDomain(account)]
        yield* changes(one, "down")
        yield* sendAt(0)
        const whole = vendor.arrivals[0]?.bytes ?? 0
        vendor.behave({ mostBytes: whole - 20 })
        yield* changes(two, "down")
        yield* sendAt(60)
        yield* sendAt(70)
        assert.deepStrictEqual(yield* statuses(account), ["sent", "sent"])
        const [, large, short] = vendor.arrivals
        assert.lengthOf(vendor.arrivals, 3)
        assert.isBelow(short?.bytes ?? 0, large?.bytes ?? 0)
        assert.isTrue(names(short?.text, two))
        assert.deepStrictEqual(short?.problems, [])
      }).pipe(Effect.scoped, timed)
    )

    it.effect(`gets each message again whose answer was lost, about the same alarm: ${kind}`, () =>
      Effect.gen(function* () {
        const { account, sendAt, vendor } = yield* open(kind)
        const domain = yield* newDomain(account)
        vendor.behave({ cut: true })
        yield* changes(domain, "down")
        yield* sendAt(0)
        vendor.behave({})
        yield* sendAt(60)
        yield* sendAt(70)
        vendor.behave({ cut: true })
        yield* changes(domain, "up")
        yield* sendAt(120)
        vendor.behave({})
        yield* sendAt(240)
        yield* sendAt(250)
        assert.deepStrictEqual(yield* statuses(account), ["sent", "sent"])
        const [lost, opened, lostEnd, ended] = vendor.arrivals.map(({ method, text, url }) => ({
          method,
          path: url.pathname,
          text
        }))
        assert.isTrue(vendor.arrivals.length === 4 || (kind === "pushover" && vendor.arrivals.length > 4), kind)
        assert.deepStrictEqual(opened, lost)
        assert.deepStrictEqual(ended, lostEnd)
        assert.notStrictEqual(ended?.text, opened?.text)
      }).pipe(Effect.scoped, timed)
    )
  }
})
