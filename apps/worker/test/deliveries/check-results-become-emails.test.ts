import { Mailer, SentMail } from "@mon/alerts/effect"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { runWorker } from "../runWorker.ts"
import { layerWorld, of, openSite, TestWorld, watch } from "../TestWorld.ts"
import { layerGround } from "./DeliveryWorld.ts"
import { runDeliveries } from "./runDeliveries.ts"

layer(Layer.merge(layerWorld, layerGround), { excludeTestServices: true, timeout: 60_000 })(
  "a site that fails and recovers",
  (it) => {
    it.effect("is reported with one email per change in one thread, but not for its first success", () =>
      Effect.gen(function* () {
        const { checks } = yield* TestWorld
        const sql = yield* SqlClient.SqlClient
        const memory = yield* Layer.build(Mailer.layerMemory)
        yield* runDeliveries({ mail: Layer.succeedContext(memory) })
        const site = yield* openSite()
        const watched = yield* watch(site)
        yield* runWorker()
        yield* checks.next(of(watched, "up"))
        const { all, next } = yield* Effect.provideContext(SentMail, memory)
        site.behave({ status: 503 })
        yield* sql`update monitor_schedule set next_at = mon_now() where monitor_id = ${watched.key}::bigint`
        const down = yield* next()
        site.behave({})
        const up = yield* next()
        assert.strictEqual(down.subject, `DOWN ${watched.hostname}`)
        assert.include(down.text, "HTTP 503")
        assert.strictEqual(up.subject, `UP ${watched.hostname}`)
        assert.strictEqual(up.inReplyTo, down.messageId)
        assert.lengthOf(yield* all, 2)
      }).pipe(Effect.scoped)
    )
  }
)
