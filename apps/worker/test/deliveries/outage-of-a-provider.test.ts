// Extensions section 5, "Shared cause": the outage of a provider, with workers that check and deliver.
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { layerGround } from "./DeliveryWorld.ts"
import { providerOutage } from "./providerOutage.ts"

const MONITORS = 30

/** Once every alert has its messages, those that wait for the end of a minute are sent. */
const skipMinute = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    update pgboss.job set start_after = now()
    where name = 'delivery-digest' and state in ('created', 'retry')
      and not exists (select from notification where status = 'pending' and dispatched_at is null)`
)

layer(layerGround, { excludeTestServices: true, timeout: 120_000 })("the outage of a provider", (it) => {
  it.effect(
    "gives each channel at most two messages, and one webhook and one incident for each monitor",
    () =>
      Effect.gen(function* () {
        const [down, up] = yield* providerOutage(MONITORS, skipMinute)
        assert.deepStrictEqual([down?.kind, up?.kind], ["down", "up"])
      }).pipe(Effect.scoped),
    120_000
  )
})
