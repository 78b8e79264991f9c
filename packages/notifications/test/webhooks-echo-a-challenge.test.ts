import { WebhookSender } from "@mon/alerts/effect"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { challengeWebhook } from "../src/index.ts"

/** Starts a receiver whose response is the result of `answer` for the challenge. */
const receiver = (answer: (challenge: string) => string, statusCode = 200) =>
  WebhookSender.layerMemory(({ body }) => ({
    statusCode,
    responseTimeMs: 1,
    gone: false,
    retryAfterSeconds: null,
    answer: answer(JSON.parse(body).challenge),
    ...(statusCode === 200
      ? { delivered: true, error: null }
      : { delivered: false, error: { code: "http_status", message: "No." } })
  }))

const challengeOf = (answer: (challenge: string) => string, statusCode?: number) =>
  challengeWebhook("https://hooks.example.com/in", "Shop").pipe(
    Effect.provide(receiver(answer, statusCode)),
    Effect.map(({ _tag }) => _tag)
  )

describe("a webhook that somebody wants to subscribe", () => {
  it.effect("answers with the challenge, as text or in an object", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* challengeOf((challenge) => ` ${challenge}\n`), "Echoed")
      assert.strictEqual(yield* challengeOf((challenge) => JSON.stringify({ challenge })), "Echoed")
    })
  )

  it.effect("is refused for any other answer, so that nobody subscribes the server of somebody else", () =>
    Effect.gen(function* () {
      for (const answer of ["", "ok", "null", "[]", '{"challenge":1}'])
        assert.strictEqual(yield* challengeOf(() => answer), "NoEcho")
      assert.strictEqual(yield* challengeOf((challenge) => `${challenge}x`), "NoEcho")
      assert.strictEqual(yield* challengeOf((challenge) => challenge, 404), "NotReached")
    })
  )
})
