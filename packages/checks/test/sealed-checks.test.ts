import { assert, describe, it } from "@effect/vitest"
import type { ServiceCheck } from "@mon/model"
import * as Effect from "effect/Effect"
import { addressOfCheck, openCheck, sealCheck } from "../src/index.ts"
import { secrets } from "./fixtures.ts"

type Steps = Extract<ServiceCheck, { readonly type: "httpSteps" }>

const SHOP = "https://shop.example.com"
const LOGIN = "https://login.example.com"

const check: Steps = {
  type: "httpSteps",
  secrets: { password: "canary secret" },
  steps: [
    { name: "sign in", url: `${LOGIN}/token`, form: { user: "canary form" }, headers: { "X-Key": "canary login" } },
    { name: "orders", url: `${SHOP}/orders`, headers: { "X-Key": "canary shop" }, auth: { token: "canary token" } }
  ]
}
const [signIn, orders] = check.steps as unknown as readonly [Steps["steps"][number], Steps["steps"][number]]

const hidden = "***"
const shownSignIn = { ...signIn, form: { user: hidden }, headers: { "x-key": hidden } }
const shownOrders = { ...orders, headers: { "X-Key": hidden }, auth: { token: hidden } }
const shown: Steps = { ...check, secrets: { password: hidden }, steps: [shownSignIn, shownOrders] }

const urlOf = (one: ServiceCheck): string => addressOfCheck(one)?.url ?? ""

const seal = (given: ServiceCheck, earlier: ServiceCheck | null = null) =>
  sealCheck("1", urlOf(given), given, earlier === null ? null : { url: urlOf(earlier), check: earlier })

/** Stores the check, sends a change of it back, and returns what the changed check would send. */
const changed = Effect.fnUntraced(function* (given: ServiceCheck) {
  const stored = yield* seal(check)
  if (!stored.ok) return yield* Effect.die(new Error(stored.where))
  const again = yield* seal(given, stored.value)
  return again.ok ? yield* openCheck("1", urlOf(given), again.value) : again.where
})

describe("the secrets of HTTP steps", () => {
  it.effect("are encrypted, and open only for the same account, the same hosts and the same step", () =>
    Effect.gen(function* () {
      const stored = yield* seal(check)
      assert.isTrue(stored.ok)
      if (!stored.ok) return
      assert.notInclude(JSON.stringify(stored.value), "canary")
      assert.deepStrictEqual(yield* openCheck("1", urlOf(check), stored.value), check)
      assert.strictEqual((yield* Effect.flip(openCheck("2", urlOf(check), stored.value)))._tag, "SecretError")
      const [first, second] = stored.value.type === "httpSteps" ? stored.value.steps : []
      const moved = { ...stored.value, steps: [{ ...first, url: `${SHOP}/` }, second] } as ServiceCheck
      assert.strictEqual((yield* Effect.flip(openCheck("1", urlOf(check), moved)))._tag, "SecretError")
      const more = { ...stored.value, steps: [first, second, { name: "x", url: "https://x.example/" }] } as ServiceCheck
      assert.strictEqual((yield* Effect.flip(openCheck("1", urlOf(more), more)))._tag, "SecretError")
    }).pipe(Effect.provide(secrets))
  )

  it.effect("stay with their step if its path or the order of the steps changes", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* changed({ ...shown, steps: [shownOrders, shownSignIn] }), {
        ...check,
        steps: [orders, { ...signIn, headers: { "x-key": "canary login" } }]
      })
      const other = yield* changed({ ...shown, steps: [{ ...shownSignIn, url: `${LOGIN}/other` }, shownOrders] })
      assert.include(JSON.stringify(other), "canary login")
    }).pipe(Effect.provide(secrets))
  )

  it.effect("never go to the host of another step, or to a new host", () =>
    Effect.gen(function* () {
      const steps = (...list: Steps["steps"]) => changed({ ...shown, steps: list })
      // The names are swapped, and so are the hosts.
      assert.strictEqual(
        yield* steps({ ...shownSignIn, name: "orders" }, { ...shownOrders, name: "sign in" }),
        "steps[0].form.user"
      )
      assert.strictEqual(
        yield* steps({ ...shownSignIn, url: `${SHOP}/` }, { ...shownOrders, url: `${LOGIN}/` }),
        "steps[0].form.user"
      )
      assert.strictEqual(
        yield* steps({ ...shownSignIn, url: "http://login.example.com/token" }, shownOrders),
        "secrets.password"
      )
      assert.strictEqual(
        yield* steps(shownSignIn, shownOrders, { name: "new", url: `${SHOP}/`, headers: { "X-Key": hidden } }),
        "steps[2].headers.X-Key"
      )
      // A value in `secrets` can be used by every step, so it belongs to all hosts together.
      assert.strictEqual(
        yield* steps(shownSignIn, shownOrders, { name: "new", url: "https://new.example/{{password}}" }),
        "secrets.password"
      )
      assert.strictEqual(yield* steps(shownOrders), "secrets.password")
    }).pipe(Effect.provide(secrets))
  )
})
