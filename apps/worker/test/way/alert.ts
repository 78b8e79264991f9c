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
  const down = Effect.fnUntraced(function* (domain: { readonly id: string }) {
    const before = slack.arrivals.length
    yield* changes(domain, "down")
    yield* polled(
      Effect.sync(() => slack.arrivals.length),
      (count) => count > before
    )
  })
  yield* down(yield* newDomain(account))
  const context = yield* Effect.context<SqlClient.SqlClient>()
  for (let taken = 0; taken < 3; taken += 1) {
    const domain = yield* newDomain(account)
    yield* Effect.promise(() => record(() => Effect.runPromise(Effect.provide(down(domain), context))))
  }
})

/**
 * Delivers one alert, and then three more alerts for `record`. Each alert goes from the database signal to the socket
 * of Slack.
 */
export const take = (record: (work: () => Promise<unknown>) => Promise<void>): Promise<void> =>
  Effect.runPromise(Effect.provide(Effect.scoped(alerts(record)), layerGround))
