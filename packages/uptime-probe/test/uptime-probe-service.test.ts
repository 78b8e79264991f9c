import { layerNode } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll } from "vitest"
import { UptimeProbe } from "../src/effect.ts"
import { check } from "../src/index.ts"
import { type Lab, makeLab } from "./lab.ts"

let lab: Lab
beforeAll(async () => {
  lab = await makeLab()
})
afterAll(() => lab.close())

const allow = ["127.0.0.0/8"]
const withDeps = () =>
  UptimeProbe.layerNoDeps({
    extraCa: [lab.authority.rootPem],
    userAgent: "ShopBot/2.0 (+https://shop.example.com/bot)"
  }).pipe(Layer.provide([layerNode({ servers: [lab.dns.address] }), NetworkPolicy.layer({ allow })]))

describe("UptimeProbe", () => {
  it.live("checks with the resolver and the policy it is given", () =>
    Effect.gen(function* () {
      const { url, site } = yield* Effect.promise(() => lab.open("shop.example.com", { secure: true }))
      const probe = yield* UptimeProbe
      const found = yield* probe.check({ url, timeoutMs: 3_000 })
      assert.deepInclude(found, { outcome: "ok", verdict: "up" })
      assert.strictEqual(found.certificate?.valid, true)
      const request = yield* Effect.promise(() => site.nextRequest())
      assert.strictEqual(request.headers["user-agent"], "ShopBot/2.0 (+https://shop.example.com/bot)")
      yield* probe.check({ url, timeoutMs: 3_000, userAgent: "Other/1.0" })
      const second = yield* Effect.promise(() => site.nextRequest())
      assert.strictEqual(second.headers["user-agent"], "Other/1.0")
      const split = yield* Effect.exit(probe.check({ url, userAgent: "Other/1.0\r\nx-evil: 1" }))
      assert.isTrue(Exit.hasDies(split))
    }).pipe(Effect.provide(withDeps()))
  )

  it.live("closes the connection of an interrupted check", () =>
    Effect.gen(function* () {
      const { url, site } = yield* Effect.promise(() =>
        lab.open("hang.example.com", { behaviour: { hang: "before-headers" } })
      )
      const probe = yield* UptimeProbe
      const fiber = yield* Effect.forkChild(probe.check({ url, timeoutMs: 60_000 }))
      yield* Effect.promise(() => site.nextRequest())
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => site.whenIdle())
    }).pipe(Effect.provide(withDeps()))
  )

  it.live("has a layer without requirements", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.promise(() => lab.open("shop.example.com"))
      const probe = yield* UptimeProbe
      assert.strictEqual((yield* probe.check({ url, timeoutMs: 3_000 })).outcome, "ok")
      assert.strictEqual((yield* probe.check({ url: "http://10.0.0.1/", timeoutMs: 3_000 })).outcome, "blocked_address")
    }).pipe(Effect.provide(UptimeProbe.layer({ dnsServers: [lab.dns.address], allow })))
  )

  it.effect("can be replaced by a function in tests", () =>
    Effect.gen(function* () {
      const real = yield* Effect.promise(() => lab.check("http://10.0.0.1/"))
      const probe = UptimeProbe.layerMemory((request) => ({ ...real, url: request.url, outcome: "dns_timeout" }))
      const found = yield* UptimeProbe.use((service) =>
        service.check({ url: "https://a.example/", timeoutMs: 1 })
      ).pipe(Effect.provide(probe))
      assert.deepInclude(found, { url: "https://a.example/", outcome: "dns_timeout" })
    })
  )
})

describe("check", () => {
  it.live("reuses the probe of an options object, and accepts a signal", () =>
    Effect.promise(async () => {
      const { url } = await lab.open("shop.example.com")
      const options = { dnsServers: [lab.dns.address] }
      assert.strictEqual((await check({ url, timeoutMs: 2_000 }, options)).outcome, "blocked_address")
      assert.strictEqual((await check({ url, timeoutMs: 2_000 }, options)).outcome, "blocked_address")
      const stopped = await check(
        { url, timeoutMs: 2_000 },
        { ...options, signal: AbortSignal.abort(new Error("no")) }
      ).catch((error: Error) => error.message)
      assert.strictEqual(stopped, "no")
    })
  )

  it.live("rejects URLs that are not http or https", () =>
    Effect.promise(async () => {
      for (const url of ["", "shop.example.com", "ftp://shop.example.com/", "http://"]) {
        const refused = await check({ url, timeoutMs: 1_000 }).catch((error: unknown) => error)
        assert.instanceOf(refused, TypeError)
      }
    })
  )
})
