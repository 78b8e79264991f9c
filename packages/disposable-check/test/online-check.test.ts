import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { type MxAnswer, MxResolver, OnlineCheck } from "../src/effect.ts"

const hosts = (...exchanges: ReadonlyArray<string>): MxAnswer => ({
  status: "ok",
  hosts: exchanges.map((exchange, at) => ({ exchange, preference: at * 10 }))
})

const zone: Readonly<Record<string, MxAnswer>> = {
  "lent.example": hosts("mx.example.net", "MAIL.Mailinator.com."),
  "cloud.example": hosts("aspmx.l.google.com"),
  "alias.example": hosts("mx1.simplelogin.co"),
  "null.example": hosts("."),
  "bare.example": { status: "nodata" },
  "empty.example": hosts(),
  "many.example": hosts(...Array.from({ length: 100 }, (_, n) => `mx${n}.example.net`), "mail.mailinator.com")
}

const withZone = () => {
  const asked: Array<string> = []
  const resolver = Layer.succeed(MxResolver, {
    resolveMx: (domain) => {
      asked.push(domain)
      if (domain === "silent.example") return Effect.never
      if (domain === "broken.example") return Effect.fail({ message: "SERVFAIL" })
      return Effect.succeed(zone[domain] ?? { status: "nxdomain" })
    }
  })
  return { asked, layer: OnlineCheck.layer.pipe(Layer.provide(resolver)) }
}

const check = (input: string, options?: Parameters<OnlineCheck["Service"]["check"]>[1]) =>
  OnlineCheck.use((service) => service.check(input, options))

describe("the online check", () => {
  it.effect("detects a domain that uses the hosts of a disposable email service", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      const { host, mail, verdict } = yield* check("bob@lent.example").pipe(Effect.provide(layer))
      assert.deepEqual([host, mail], ["MAIL.Mailinator.com.", "mx"])
      assert.deepEqual(verdict, {
        valid: true,
        input: "bob@lent.example",
        domain: "lent.example",
        disposable: true,
        class: "disposable",
        tier: "reported",
        rule: "mailinator.com",
        provider: "Mailinator",
        suggestion: null,
        role: null
      })
    })
  )

  it.effect("does not flag it with confirmed rules only", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      const { verdict } = yield* check("bob@lent.example", { tiers: "confirmed" }).pipe(Effect.provide(layer))
      assert.deepInclude(verdict, { class: "disposable", disposable: false })
    })
  )

  it.effect("does not flag domains on large clouds and alias services", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      for (const domain of ["cloud.example", "alias.example"]) {
        const { host, mail, verdict } = yield* check(domain).pipe(Effect.provide(layer))
        assert.deepEqual([host, mail], [null, "mx"])
        assert.deepInclude(verdict, { class: "none", disposable: false })
      }
    })
  )

  it.effect("reports whether the domain receives email at all", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      const mails = yield* Effect.forEach(
        ["null.example", "bare.example", "empty.example", "nobody.example"],
        (domain) => check(domain)
      ).pipe(Effect.provide(layer))
      assert.deepEqual(
        mails.map(({ mail }) => mail),
        ["null_mx", "no_mx", "no_mx", "no_domain"]
      )
    })
  )

  it.effect("does not query what is already decided", () =>
    Effect.gen(function* () {
      const { asked, layer } = withZone()
      const answers = yield* Effect.forEach(
        ["bob@mailinator.com", "x@duck.com", "anna@proton.me", "anna@gmail.com", "nonsense", "a@[192.0.2.1]"],
        (input) => check(input)
      ).pipe(Effect.provide(layer))
      assert.deepEqual(
        answers.map(({ mail }) => mail),
        ["not_queried", "not_queried", "not_queried", "not_queried", "not_queried", "not_queried"]
      )
      assert.deepEqual(asked, [])
    })
  )

  it.effect("reads no more than twenty hosts of a hostile answer", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      const { verdict } = yield* check("many.example").pipe(Effect.provide(layer))
      assert.deepInclude(verdict, { class: "none" })
    })
  )

  it.effect("fails when the DNS fails, and says why", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      const error = yield* check("bob@broken.example").pipe(Effect.provide(layer), Effect.flip)
      assert.deepInclude({ ...error }, { reason: "LookupFailed", domain: "broken.example" })
      assert.strictEqual(error.message, "SERVFAIL")
    })
  )

  it.effect("has a timeout", () =>
    Effect.gen(function* () {
      const { layer } = withZone()
      const waiting = yield* Effect.forkChild(
        check("bob@silent.example", { timeoutMs: 700 }).pipe(Effect.provide(layer), Effect.flip),
        { startImmediately: true }
      )
      yield* TestClock.adjust("701 millis")
      const error = yield* Fiber.join(waiting)
      assert.deepEqual(
        [error._tag, error.reason, error.domain],
        ["DisposableCheckError", "LookupTimeout", "silent.example"]
      )
    })
  )
})
