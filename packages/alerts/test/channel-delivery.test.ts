import { assert, layer } from "@effect/vitest"
import { startSite, startTelegram, type VendorServer, makeAuthority } from "@mon/tooling/testbed"
import { makeAddressPolicy } from "@mon/public-net"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Channel, ChannelAnswer, ChannelState, ChannelRequest } from "../src/channels.ts"
import { telegram } from "../src/channels.ts"
import { ChannelSender } from "../src/effect.ts"
import { answerOfFault, makeChannelClient } from "../src/index.ts"
import { everyChannel, exampleSettings, messageOf, vendors } from "./channelCases.ts"
import { down, incident, up } from "./facts.ts"

const resolve = (hostname: string) => Promise.resolve({ status: "ok" as const, addresses: [hostname] })

describe.each(everyChannel)("a delivery to %s", (kind, channel: Channel) => {
  let server: VendorServer
  const settings = exampleSettings(kind)
  beforeAll(async () => {
    server = await vendors[kind]()
  })
  afterAll(() => server.close())

  const send = async (
    request: ChannelRequest,
    state: ChannelState | null = null,
    timeoutMs = 5_000
  ): Promise<ChannelAnswer> => {
    const client = makeChannelClient({ resolve, timeoutMs, origins: { [new URL(request.url).origin]: server.origin } })
    const exchange = await client.send(request)
    return exchange.answered
      ? channel.readAnswer(exchange.response, { state, settings })
      : answerOfFault(exchange.error)
  }

  it("opens, reminds and resolves an incident as the vendor expects", async () => {
    server.behave({})
    let state: ChannelState | null = null
    for (const message of [messageOf(down, "o1"), messageOf(down, "r1", "reminder"), messageOf(up, "u1")]) {
      const answer = await send(channel.request(message, settings, { state }), state)
      expect([answer, server.arrivals.at(-1)?.problems]).toMatchObject([{ outcome: "delivered" }, []])
      if (answer.outcome === "delivered") state = answer.state
    }
  })

  it("is one message when the vendor recognizes the repetition", async () => {
    server.behave({})
    const before = server.messages.length
    const request = channel.request(messageOf({ ...down, incident: { ...incident, id: "again" } }, "again"), settings)
    await send(request)
    await send(request)
    const isOne = channel.abilities.deduplicates || kind === "webhook_template"
    expect(server.messages.length - before).toBe(isOne ? 1 : 2)
  })

  it("says what each refusal means", async () => {
    const outcomes: Array<readonly [number, string]> = []
    for (const status of [400, 404, 410, 413, 500]) {
      server.behave({ status })
      outcomes.push([status, (await send(channel.request(messageOf(down, `s${status}`), settings))).outcome])
    }
    expect(outcomes).toEqual([
      [400, "refused"],
      [404, "refused"],
      [410, "refused"],
      [413, "too_large"],
      [500, "retry"]
    ])
  })

  it("waits as long as the vendor asks", async () => {
    server.behave({ status: 429, retryAfterSeconds: 7 })
    const asked = await send(channel.request(messageOf(down, "w1"), settings))
    expect(asked).toMatchObject({ outcome: "retry", reason: "rate_limited" })
    // Pushover returns the second in which its count starts again, instead of a wait.
    if (asked.outcome === "retry" && kind !== "pushover") expect(asked.afterSeconds).toBe(7)
    server.behave({ status: 429, retryAfterSeconds: null })
    expect(await send(channel.request(messageOf(down, "w2"), settings))).toMatchObject({
      outcome: "retry",
      afterSeconds: null
    })
  })

  it("is tried again after silence and after a cut connection", async () => {
    server.behave({ cut: true })
    expect(await send(channel.request(messageOf(down, "c1"), settings))).toMatchObject({
      outcome: "retry",
      reason: "unavailable"
    })
    server.behave({ hang: true })
    expect(await send(channel.request(messageOf(down, "h1"), settings), null, 50)).toMatchObject({ outcome: "retry" })
  })
})

describe("the client of channels", () => {
  const request: ChannelRequest = {
    method: "POST",
    url: "https://vendor.example/in",
    headers: { "X-A": "b" },
    body: "{}"
  }

  it("verifies the certificate of the vendor, and reads its answer", async () => {
    const authority = await makeAuthority()
    const site = await startSite({
      tls: await authority.issue({ names: ["vendor.example"] }),
      behaviour: ({ headers, method }) => ({
        status: 201,
        body: `${method} ${String(headers["x-a"])} ${headers["host"]}`
      })
    })
    const url = `https://vendor.example:${site.port}/in`
    const options = { resolve: () => resolve("127.0.0.1"), policy: makeAddressPolicy({ allow: ["127.0.0.0/8"] }) }
    const trusting = makeChannelClient({ ...options, extraCa: [authority.rootPem] })
    expect(await trusting.send({ ...request, url, method: "PUT" })).toMatchObject({
      answered: true,
      response: { statusCode: 201, body: `PUT b vendor.example:${site.port}` }
    })
    expect(await makeChannelClient(options).send({ ...request, url })).toMatchObject({
      answered: false,
      error: { code: "tls_certificate" }
    })
    await site.close()
  })

  it("reaches private addresses only for the operator's targets", async () => {
    const site = await startSite({ behaviour: { status: 200, body: "ok" } })
    const url = `http://127.0.0.1:${site.port}/in`
    const codeOf = async (targets: ReadonlyArray<string>, wanted = url) => {
      const exchange = await makeChannelClient({ resolve, targets }).send({ ...request, url: wanted })
      return exchange.answered ? exchange.response.statusCode : exchange.error.code
    }
    expect([
      await codeOf([]),
      await codeOf([`http://127.0.0.1:${site.port}`]),
      await codeOf(["http://127.0.0.1:1"]),
      await codeOf([], `https://127.0.0.1:${site.port}/`),
      await codeOf([], "https://user:password@vendor.example/")
    ]).toEqual(["bad_url", 200, "bad_url", "blocked_address", "bad_url"])
    await site.close()
  })

  it("reads at most 64 KiB, and follows no redirect", async () => {
    const site = await startSite({
      behaviour: { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "a".repeat(200_000) }
    })
    const client = makeChannelClient({ resolve, origins: { "https://vendor.example": site.origin } })
    const exchange = await client.send(request)
    expect(exchange.answered && [exchange.response.statusCode, exchange.response.body.length]).toEqual([302, 65_536])
    await site.close()
  })

  it("ends at once when it is aborted", async () => {
    const site = await startSite({ behaviour: { hang: "before-headers" } })
    const client = makeChannelClient({ resolve, origins: { "https://vendor.example": site.origin } })
    const controller = new AbortController()
    const sent = client.send(request, controller.signal)
    controller.abort(new Error("stopped"))
    await expect(sent).rejects.toThrow("stopped")
    await site.close()
  })
})

it("a group of Telegram that got a new id is asked under that id", async () => {
  const server = await startTelegram()
  const settings = { ...exampleSettings("telegram") } as Parameters<typeof telegram.request>[1]
  const moved = telegram.readAnswer({
    statusCode: 400,
    headers: {},
    body: '{"ok":false,"parameters":{"migrate_to_chat_id":-1009}}',
    nowMs: 0
  })
  const next = { ...settings, ...(moved.outcome === "retry" ? moved.settings : {}) }
  expect(JSON.parse(telegram.request(messageOf(down), next).body)).toMatchObject({ chat_id: "-1009" })
  await server.close()
})

layer(
  ChannelSender.layerMemory(({ url }) => ({
    answered: true,
    responseTimeMs: 1,
    response: {
      statusCode: 200,
      headers: {},
      body: JSON.stringify({ ok: true, result: { message_id: url.length } }),
      nowMs: 0
    }
  }))
)("the sender of Effect", (test) => {
  test.effect("answers with what a test wrote", () =>
    Effect.gen(function* () {
      const sender = yield* ChannelSender
      const exchange = yield* sender.send({ method: "POST", url: "https://a.example/", headers: {}, body: "" })
      assert.deepStrictEqual(exchange.answered && telegram.readAnswer(exchange.response), {
        outcome: "delivered",
        state: { messageId: "18" }
      })
    })
  )
})
