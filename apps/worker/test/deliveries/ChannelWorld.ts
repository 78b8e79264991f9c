import { channelOf } from "@mon/alerts/channels"
import { AddressResolver, ChannelSender, Mailer } from "@mon/alerts/effect"
import { AlertChannels, type StoredChannel } from "@mon/core-store"
import { type ChannelKind, uuidv7 } from "@mon/model"
import { ChannelDestinations, deliver, sealChannelSettings } from "@mon/notifications"
import { NetworkPolicy } from "@mon/public-net/effect"
import type { VendorServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import type { TestAccount } from "./DeliveryWorld.ts"
import { layerChannels } from "./runDeliveries.ts"

/** Returns valid settings of a kind: the examples in its documentation. */
export const exampleSettings = (kind: ChannelKind): Readonly<Record<string, string>> => {
  const examples = Object.entries(channelOf(kind)?.fields ?? {})
    .filter(([, { isOptional }]) => !isOptional)
    .map(([name, { example }]) => [name, example])
  return { ...Object.fromEntries(examples), ...(kind === "apprise" ? { key: "mon" } : {}) }
}

export const addChannel = Effect.fn("addChannel")(function* (
  { viewer }: TestAccount,
  kind: ChannelKind,
  settings: Readonly<Record<string, string>> = exampleSettings(kind)
) {
  const channel = channelOf(kind)
  const reading = channel?.readSettings(settings, { targets: [settings["server"] ?? ""] })
  if (channel === null || reading?.ok !== true) return yield* Effect.die(new Error(JSON.stringify(reading)))
  const id = uuidv7(Date.now(), randomBytes(10))
  const sealed = yield* sealChannelSettings(id, { channel, settings: reading.settings })
  const draft = { id, kind, name: kind, settings: sealed, inDefaultRoute: true, quietHours: null }
  const created = yield* (yield* AlertChannels).create(viewer, [draft], 50)
  return created._tag === "Created" ? id : yield* Effect.die(new Error(created._tag))
})

export const stored = Effect.fn("stored")(function* ({ viewer }: TestAccount, id: string) {
  const found = yield* (yield* AlertChannels).find(viewer, id)
  return found ?? ((yield* Effect.die(new Error("There is no such channel."))) satisfies StoredChannel)
})

/**
 * Provides a sender that connects to test servers instead of vendors. Other addresses follow the rules of the service.
 */
export const layerVendors = (
  vendors: Readonly<Record<string, VendorServer>>,
  addresses: ReadonlyArray<string> = ["10.0.0.1"]
) =>
  ChannelSender.layerNoDeps({
    timeoutMs: 20_000,
    origins: Object.fromEntries(Object.entries(vendors).map(([origin, { origin: local }]) => [origin, local]))
  }).pipe(
    Layer.provide([
      NetworkPolicy.layer({ allow: [] }),
      Layer.succeed(AddressResolver, (hostname) =>
        Promise.resolve({ status: "ok", addresses: hostname === "127.0.0.1" ? [hostname] : addresses })
      )
    ])
  )

export const openVendor = <Server extends VendorServer>(start: () => Promise<Server>) =>
  Effect.acquireRelease(Effect.promise(start), (server) => Effect.promise(server.close))

interface DueRow {
  readonly key: string
}

/** Attempts in order everything that is due for the channels of an account. Returns the number of jobs. */
export const sendToChannels = Effect.fn("sendToChannels")(function* (
  { viewer }: TestAccount,
  sender: Layer.Layer<ChannelSender>,
  targets: ReadonlyArray<string> = []
) {
  const sql = yield* SqlClient.SqlClient
  const due = yield* sql<DueRow>`
    select id::text as key from notification_delivery
    where account_id = ${viewer.accountKey}::bigint and channel = 'channel' and status = 'pending' and digest_id is null
      and gathers_at is null
    order by id`
  const layer = Layer.mergeAll(
    layerChannels({ mail: Mailer.layerMemory, channelLayer: sender, destinations: { targets } }),
    Layer.succeed(ChannelDestinations, { targets })
  )
  yield* Effect.forEach(due, ({ key }) => Effect.provide(deliver(key), layer), { discard: true })
  return due.length
})

/**
 * Returns the deliveries of an account to channels, oldest first. Each has its status, its code, and the seconds until
 * the next attempt.
 */
export const channelDeliveries = Effect.fn("channelDeliveries")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly status: string; readonly code: string | null; readonly wait: number }>`
    select d.status, d.error_code as code, extract(epoch from d.next_at - mon_now())::float8 as wait
    from notification_delivery d
    where d.account_id = ${viewer.accountKey}::bigint and d.channel = 'channel' order by d.id`
})
