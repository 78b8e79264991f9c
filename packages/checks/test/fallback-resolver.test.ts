import { DnsError, makeZoneResolver, type RecordType, type Resolver } from "@mon/dns/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { confirmNegativeAnswers } from "../src/FallbackResolver.ts"

const knows = makeZoneResolver({
  "shop.example.com": { A: ["192.0.2.1"] },
  "mail.example.com": { MX: [{ exchange: "mx.example.com", preference: 10 }] }
})
const knowsNothing = makeZoneResolver({})
const knowsTheNameOnly = makeZoneResolver({ "shop.example.com": { TXT: ["here"] } })
const failing = (reason: DnsError["reason"]): Resolver => ({
  query: (name: string, type: RecordType) =>
    Effect.fail(new DnsError({ queryName: name, type, server: null, reason, detail: "" }))
})

const ask = (first: Resolver, second: Resolver, name = "shop.example.com", type: RecordType = "A") =>
  Effect.map(Effect.result(confirmNegativeAnswers(first, second).query(name, type)), (result) =>
    Result.isSuccess(result) ? result.success.status : result.failure.reason
  )

describe("the fallback resolver", () => {
  it.effect("takes precedence if it knows more", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(knowsNothing, knows), "ok")
      assert.strictEqual(yield* ask(knowsTheNameOnly, knows), "ok")
      assert.strictEqual(yield* ask(knowsNothing, knowsTheNameOnly), "nodata")
      assert.strictEqual(yield* ask(failing("ServFail"), knows), "ok")
      assert.strictEqual(yield* ask(failing("Refused"), knowsNothing), "nxdomain")
    })
  )

  it.effect("changes nothing if it knows the same, knows less or does not answer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* ask(knowsNothing, knowsNothing), "nxdomain")
      assert.strictEqual(yield* ask(knowsTheNameOnly, knowsNothing), "nodata")
      assert.strictEqual(yield* ask(knowsNothing, failing("ServFail")), "nxdomain")
      assert.strictEqual(yield* ask(failing("ServFail"), failing("Refused")), "ServFail")
    })
  )

  it.effect("is not queried after a positive answer, for missing IPv6 addresses, or after a timeout", () =>
    Effect.gen(function* () {
      const queried: Array<string> = []
      const second: Resolver = {
        query: (name: string, type: RecordType) => {
          queried.push(name)
          return knows.query(name, type) as never
        }
      }
      assert.strictEqual(yield* ask(knows, second), "ok")
      assert.strictEqual(yield* ask(knows, second, "shop.example.com", "AAAA"), "nodata")
      assert.strictEqual(yield* ask(failing("Timeout"), second), "Timeout")
      assert.deepStrictEqual(queried, [])
    })
  )
})
