import { assert, layer } from "@effect/vitest"
import { startSlackWebhook, startTelegram, type VendorServer } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Channel, slack, telegram } from "../src/channels.ts"
import { ChannelSender, MessageSender } from "../src/effect.ts"
import { ChannelError, makeMessageClient, type MessageClientOptions, retrySchedules } from "../src/index.ts"
import { everyChannel, exampleSettings, ownMessage, vendors } from "./channelCases.ts"

const resolve = (hostname: string) => Promise.resolve({ status: "ok" as const, addresses: [hostname] })
const atOnce = { ...retrySchedules.message, delaysSeconds: [0, 0], jitter: 0 }
const message = { title: "Backup done", text: "It took 5 minutes.", link: "https://mon.example.com/" } as const
const HOSTILE = "@everyone <!channel> @here <b>x</b> [a](https://evil.example/) `"

const clientOf = (request: { readonly url: string }, server: VendorServer, more: MessageClientOptions = {}) =>
  makeMessageClient({ resolve, schedule: atOnce, origins: { [new URL(request.url).origin]: server.origin }, ...more })

describe.each(everyChannel)("a message of one's own by %s", (kind, channel: Channel) => {
  let server: VendorServer
  const settings = exampleSettings(kind)
  const sample = channel.request(ownMessage("a", "b"), settings)
  beforeAll(async () => {
    server = await vendors[kind]()
  })
  afterAll(() => server.close())

  it("arrives as the vendor expects, with every severity", async () => {
    server.behave({})
    const client = clientOf(sample, server)
    for (const severity of ["critical", "error", "warning", "info"] as const) {
      const receipt = await client.send(channel, settings, { ...message, severity })
      expect([receipt.attempts, server.arrivals.at(-1)?.problems]).toEqual([1, []])
    }
  })

  it("mentions nobody, and fits at any length", async () => {
    server.behave({})
    const client = clientOf(sample, server)
    const long = HOSTILE.repeat(500)
    await client.send(channel, settings, { ...message, title: HOSTILE, text: long })
    expect(server.arrivals.at(-1)?.problems).toEqual([])
    await client.send(channel, settings, { ...message, title: long, text: "" })
    expect(server.arrivals.at(-1)?.problems).toEqual([])
  })

  it("is sent again while the vendor is away, with the same id, and then rejects with what to do", async () => {
    server.behave({ status: 500 })
    const before = server.arrivals.length
    const sent = clientOf(sample, server).send(channel, settings, { ...message, deliveryId: "same" })
    await expect(sent).rejects.toMatchObject({
      name: "ChannelError",
      code: "unavailable",
      channel: kind,
      deliveryId: "same",
      attempts: 3,
      retryable: true,
      switchesOff: false
    })
    const arrived = server.arrivals.slice(before)
    expect(arrived.length).toBe(3)
    expect(new Set(arrived.map(({ text }) => text)).size).toBe(1)
  })

  it("is not sent again after a refusal, and becomes compact if it was too large", async () => {
    server.behave({ status: 410 })
    const client = clientOf(sample, server)
    const before = server.arrivals.length
    await expect(client.send(channel, settings, message)).rejects.toMatchObject({ attempts: 1, retryable: false })
    expect(server.arrivals.length - before).toBe(1)
    server.behave({ status: 413 })
    await expect(client.send(channel, settings, message)).rejects.toMatchObject({ code: "too_large", attempts: 1 })
    expect(server.arrivals.length - before).toBe(3)
  })
})

describe("the client of messages", () => {
  let server: VendorServer
  const url = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"
  beforeAll(async () => {
    server = await startSlackWebhook()
  })
  afterAll(() => server.close())

  it("arrives when the vendor comes back", async () => {
    server.behave({ cut: true })
    let lookups = 0
    const client = makeMessageClient({
      schedule: atOnce,
      origins: { "https://hooks.slack.com": server.origin.replace("127.0.0.1", "vendor.example") },
      resolve: () => {
        lookups += 1
        if (lookups === 2) server.behave({})
        return resolve("127.0.0.1")
      }
    })
    expect((await client.send(slack, { url }, message)).attempts).toBe(2)
  })

  it("gives up at once if the vendor asks for a longer wait than the schedule has", async () => {
    server.behave({ status: 429, retryAfterSeconds: 3_600 })
    await expect(clientOf({ url }, server).send(slack, { url }, message)).rejects.toMatchObject({
      code: "rate_limited",
      attempts: 1,
      retryable: true,
      retryAfterSeconds: 3_600
    })
  })

  it("names the fault of the connection as the cause, and reaches no private address", async () => {
    const client = makeMessageClient({ resolve: () => resolve("127.0.0.1"), schedule: atOnce })
    const error = await client.send(slack, { url }, message).catch((reason: unknown) => reason)
    assert.instanceOf(error, ChannelError)
    expect(error).toMatchObject({ code: "blocked", switchesOff: true, cause: { code: "blocked_address" } })
    expect(JSON.stringify([error, String(error)])).not.toContain("XXXXXXXX")
  })

  it("ends during a wait when it is aborted", async () => {
    server.behave({ status: 500 })
    const controller = new AbortController()
    const before = server.arrivals.length
    const slow = { ...atOnce, delaysSeconds: [86_400] }
    const sent = clientOf({ url }, server, { schedule: slow }).send(
      slack,
      { url },
      { ...message, title: "Wait" },
      { signal: controller.signal }
    )
    await server.nextArrival(({ text }) => text.includes("Wait"))
    controller.abort(new Error("stopped"))
    await expect(sent).rejects.toThrow("stopped")
    expect(server.arrivals.length - before).toBe(1)
  })

  it.each([
    [{ url: "https://example.com/x" }, "settings.url: Enter a hooks.slack.com webhook URL.", "ERR_INVALID_ARG_VALUE"],
    [{}, "settings.url: Webhook URL is missing.", "ERR_INVALID_ARG_VALUE"],
    [{ url, channel: "#a" }, 'settings has no option "channel". Slack takes url.', "ERR_UNKNOWN_OPTION"]
  ])("names the setting that is wrong: %j", async (settings, sentence, code) => {
    const sent = makeMessageClient().send(slack as Channel, settings as Readonly<Record<string, string>>, message)
    await expect(sent).rejects.toMatchObject({ name: "TypeError", code, message: expect.stringContaining(sentence) })
  })

  it("answers an earlier message with the same key", async () => {
    const chat = await startTelegram()
    const settings = exampleSettings("telegram")
    const client = clientOf({ url: "https://api.telegram.org/" }, chat)
    const opened = await client.send<string>(telegram, settings, { ...message, key: "b1", phase: "opened" })
    expect(opened.state).not.toBeNull()
    await client.send<string>(telegram, settings, { ...message, key: "b1", phase: "resolved" }, { state: opened.state })
    expect(JSON.parse(chat.arrivals.at(-1)?.text ?? "")).toHaveProperty("reply_parameters")
    await chat.close()
  })
})

const outcomes: Array<number> = []
const fake = ChannelSender.layerMemory(() => ({
  answered: true,
  responseTimeMs: 1,
  response: { statusCode: outcomes.shift() ?? 200, headers: {}, body: "ok", nowMs: 0 }
}))

layer(Layer.provide(MessageSender.layerNoDeps(), fake))("the sender of messages in Effect", (test) => {
  const settings = { url: "https://hooks.slack.com/services/T0/B0/abc" }

  test.effect("waits as the schedule says", () =>
    Effect.gen(function* () {
      outcomes.push(500, 503)
      const sender = yield* MessageSender
      const fiber = yield* Effect.forkChild(sender.send(slack, settings, message))
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(outcomes.length, 1)
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).attempts, 3)
    })
  )

  test.effect("fails with the error of the promises", () =>
    Effect.gen(function* () {
      outcomes.push(404)
      const sender = yield* MessageSender
      const code = yield* sender.send(slack, settings, message).pipe(
        Effect.map(() => "delivered"),
        Effect.catchTag("ChannelError", (error) => Effect.succeed(error.code))
      )
      assert.strictEqual(code, "gone")
    })
  )
})
