import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Billing } from "./Billing.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { layerLedger } from "../ledger/layerLedger.ts"
import { layerEffectiveIntervals, EffectiveIntervals } from "../plans/EffectiveIntervals.ts"
import { applyDueLicences } from "./applyLicences.ts"
import { findOrder, listAddons, listPayments, recordSession, createOrder } from "./orders.ts"
import { receiveEvents } from "./receiveEvents.ts"

/** {@link Billing} over PostgreSQL. */
export const layerBilling: Layer.Layer<Billing, never, SqlClient.SqlClient> = Layer.effect(
  Billing,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const services = { ledger: yield* Ledger, intervals: yield* EffectiveIntervals }
    return Billing.of({
      createOrder: createOrder(sql),
      recordSession: recordSession(sql),
      find: findOrder(sql),
      receive: receiveEvents(sql, services),
      addons: listAddons(sql),
      history: listPayments(sql),
      applyDue: applyDueLicences(sql, services)
    })
  })
).pipe(Layer.provide([layerLedger, layerEffectiveIntervals]))
