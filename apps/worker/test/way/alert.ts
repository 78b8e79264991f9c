import type { Domains } from "@mon/core-store"
import { startSlackWebhook } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { addChannel, layerVendors, openVendor } from "../deliveries/ChannelWorld.ts"
import { changes, layerGround, newAccount, newDomain } from "../deliveries/DeliveryWorld.ts"
import { runDeliveries } from "../deliveries/runDeliveries.ts"
import { polled } from "../polled.ts"

const alerts = Effect.fn("alerts")(function* (record: (work: () => Promise<unknown>) => Promise<void>) {
  const slack = yield* openVendor(startSlackWebhook)
  const account = yield* newAccount
  yield* addChannel(account, "slack")
  yield* runDeliveries({ channelLayer: layerVendors({ "https://hooks.slack.com": slack }) })
  const down = Effect.fnUntraced(function* () {
    const before = slack.arrivals.length
    yield* changes(yield* newDomain(account), "down")
    yield* polled(
      Effect.sync(() => slack.arrivals.length),
      (count) => count > before
    )
  })
  yield* down()
  const context = yield* Effect.context<Domains | SqlClient.SqlClient>()
  yield* Effect.promise(() => record(() => Effect.runPromise(Effect.provide(down(), context))))
})

/** Takes the way of an alert, from the signal of the database to the socket of Slack: the second one of an account. */
export const take = (record: (work: () => Promise<unknown>) => Promise<void>): Promise<void> =>
  Effect.runPromise(Effect.provide(Effect.scoped(alerts(record)), layerGround))
