import { assert, describe, it } from "@effect/vitest"
import { NetworkPolicy } from "@mon/public-net/effect"
import { makeAuthority, startSite } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { AddressResolver, type WebhookDelivery, WebhookSender } from "../src/effect.ts"
import { makeWebhookSecret, verifyWebhook } from "../src/index.ts"

const secret = makeWebhookSecret()
const delivery = (url: string): WebhookDelivery => ({
  url,
  secret: Redacted.make(secret),
  id: "d1",
  event: "test",
  body: "{}"
})
const send = (url: string) => WebhookSender.use((sender) => sender.send(delivery(url)))

const lab = Effect.gen(function* () {
  const authority = yield* Effect.promise(() => makeAuthority())
  const tls = yield* Effect.promise(() => authority.issue({ names: ["hook.example.com"] }))
  const site = yield* Effect.acquireRelease(
    Effect.promise(() => startSite({ tls, behaviour: { status: 204 } })),
    (open) => Effect.promise(() => open.close())
  )
  const layer = WebhookSender.layerNoDeps({ extraCa: [authority.rootPem] }).pipe(
    Layer.provide([
      NetworkPolicy.layer({ allow: ["127.0.0.0/8"] }),
      Layer.succeed(AddressResolver, () => Promise.resolve({ status: "ok", addresses: ["127.0.0.1"] }))
    ])
  )
  return { site, layer, url: `https://hook.example.com:${site.port}/` }
})

describe("the webhook sender", () => {
  it.effect("signs with the time of the clock it is given", () =>
    Effect.gen(function* () {
      const { site, layer, url } = yield* lab
      yield* TestClock.setTime(1_800_000_000_999)
      const result = yield* Effect.provide(send(url), layer)
      assert.isTrue(result.delivered)
      const { headers, body } = yield* Effect.promise(() => site.nextRequest())
      assert.strictEqual(headers["webhook-timestamp"], "1800000000")
      assert.isTrue(verifyWebhook({ secret, headers, rawBody: body, nowSeconds: 1_800_000_000 }).valid)
    })
  )

  it.live("closes the connection when it is interrupted", () =>
    Effect.gen(function* () {
      const { site, layer, url } = yield* lab
      site.behave({ hang: "before-headers" })
      const sending = yield* Effect.forkChild(Effect.provide(send(url), layer), { startImmediately: true })
      yield* Effect.promise(() => site.nextRequest())
      yield* Fiber.interrupt(sending)
      yield* Effect.promise(() => site.whenIdle())
      assert.strictEqual(site.connections, 0)
    })
  )

  it.effect("answers as a test wrote, opening nothing", () =>
    Effect.gen(function* () {
      const sent: Array<WebhookDelivery> = []
      const layer = WebhookSender.layerMemory((given) => {
        sent.push(given)
        return {
          delivered: false,
          statusCode: 500,
          responseTimeMs: 1,
          error: { code: "http_status", message: "no" },
          gone: false,
          retryAfterSeconds: null
        }
      })
      assert.strictEqual((yield* Effect.provide(send("https://hook.example.com"), layer)).statusCode, 500)
      assert.notInclude(JSON.stringify(sent), secret)
    })
  )
})
