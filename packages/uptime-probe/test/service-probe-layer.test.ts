import { layerNode } from "@mon/dns/effect"
import { NetworkPolicy } from "@mon/public-net/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll } from "vitest"
import { ServiceProbe } from "../src/effect.ts"
import { makeServiceLab, type ServiceLab, webSocketServer } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

const allow = ["127.0.0.0/8"]
const withDeps = () =>
  ServiceProbe.layerNoDeps({ extraCa: [lab.authority.rootPem] }).pipe(
    Layer.provide([layerNode({ servers: [lab.dns.address] }), NetworkPolicy.layer({ allow })])
  )

describe("ServiceProbe", () => {
  it.live("checks with the resolver and the policy it is given", () =>
    Effect.gen(function* () {
      const tls = yield* Effect.promise(() => lab.authority.issue({ names: ["a.example.com"] }))
      const target = yield* Effect.promise(() => lab.listen("a.example.com", webSocketServer(), tls))
      const probe = yield* ServiceProbe
      assert.strictEqual((yield* probe.tls(target)).certificate?.valid, true)
      assert.strictEqual((yield* probe.webSocket(`wss://${target}/`)).outcome, "ok")
      assert.strictEqual((yield* probe.tcp("10.0.0.1:25")).outcome, "blocked_address")
      const wrong = yield* Effect.exit(probe.protocol({ type: "smtp", target: "a b" }))
      assert.isTrue(Exit.hasDies(wrong))
    }).pipe(Effect.provide(withDeps()))
  )

  it.live("closes the connection of an interrupted check", () =>
    Effect.gen(function* () {
      const target = yield* Effect.promise(() => lab.listen("hang.example.com", () => {}))
      const probe = yield* ServiceProbe
      const fiber = yield* Effect.forkChild(probe.protocol({ type: "smtp", target, timeoutMs: 60_000 }))
      yield* Effect.promise(() => lab.whenOpen(1))
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => lab.whenOpen(0))
    }).pipe(Effect.provide(withDeps()))
  )

  it.live("has a layer without requirements", () =>
    Effect.gen(function* () {
      const target = yield* Effect.promise(() => lab.listen("b.example.com", () => {}))
      const probe = yield* ServiceProbe
      assert.strictEqual((yield* probe.tcp(target)).outcome, "ok")
    }).pipe(Effect.provide(ServiceProbe.layer({ dnsServers: [lab.dns.address], allow })))
  )

  it.effect("can be replaced by functions in tests", () =>
    Effect.gen(function* () {
      const real = yield* Effect.promise(() => lab.probe.tcp("10.0.0.1:25"))
      const layer = ServiceProbe.layerMemory({ tcp: () => Effect.succeed({ ...real, outcome: "dns_timeout" }) })
      const [found, other] = yield* ServiceProbe.use((probe) =>
        Effect.all([probe.tcp("a.example:1"), Effect.exit(probe.tls("a.example"))])
      ).pipe(Effect.provide(layer))
      assert.strictEqual(found.outcome, "dns_timeout")
      assert.isTrue(Exit.hasDies(other))
    })
  )
})
