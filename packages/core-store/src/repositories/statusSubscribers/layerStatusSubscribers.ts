import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { claimSubscriberDeliveries, standsDelivery } from "./claimSubscriberDeliveries.ts"
import { allSubscribers, audience, listSubscribers, removeSubscriber } from "./listSubscribers.ts"
import { awaiting, choices, choose, findSubscription, leave } from "./manageSubscription.ts"
import { recordSubscriberAttempt, releaseSubscriberDeliveries, waitingDeliveries } from "./recordSubscriberAttempt.ts"
import { confirm, confirmWebhook, requestEmail, requestWebhook } from "./requestSubscription.ts"
import { StatusSubscribers } from "./StatusSubscribers.ts"
import { SubscriberDeliveries } from "./SubscriberDeliveries.ts"

/** {@link StatusSubscribers} over PostgreSQL. */
export const layerStatusSubscribers: Layer.Layer<StatusSubscribers, never, SqlClient.SqlClient> = Layer.effect(
  StatusSubscribers,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StatusSubscribers.of({
      choices: choices(sql),
      requestEmail: requestEmail(sql),
      awaiting: awaiting(sql),
      confirm: confirm(sql),
      requestWebhook: requestWebhook(sql),
      confirmWebhook: confirmWebhook(sql),
      find: findSubscription(sql),
      choose: choose(sql),
      leave: leave(sql),
      list: listSubscribers(sql),
      all: allSubscribers(sql),
      audience: audience(sql),
      remove: removeSubscriber(sql)
    })
  )
)

/** {@link SubscriberDeliveries} over PostgreSQL. */
export const layerSubscriberDeliveries: Layer.Layer<SubscriberDeliveries, never, SqlClient.SqlClient> = Layer.effect(
  SubscriberDeliveries,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SubscriberDeliveries.of({
      claim: claimSubscriberDeliveries(sql),
      stands: standsDelivery(sql),
      record: recordSubscriberAttempt(sql),
      release: releaseSubscriberDeliveries(sql),
      waiting: waitingDeliveries(sql)
    })
  )
)
