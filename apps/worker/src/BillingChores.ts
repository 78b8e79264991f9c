import { Billing } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startChores } from "./chores.ts"
import { WorkerPace } from "./WorkerPace.ts"

/** Accounts in one go; the rest follows at the next. */
const ACCOUNTS_AT_ONCE = 1_000

/** Lets plans follow their licences where one has ended and another still counts. */
export const layerBillingChores: Layer.Layer<never, never, Billing> = Layer.effectDiscard(
  Effect.gen(function* () {
    const billing = yield* Billing
    const { plansMs } = yield* WorkerPace
    yield* startChores([["letting plans follow their licences", billing.applyDue(ACCOUNTS_AT_ONCE), plansMs]])
  })
)
