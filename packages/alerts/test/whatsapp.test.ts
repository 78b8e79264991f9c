import { assert, describe as describeEffect, it as itEffect } from "@effect/vitest"
import { type Behaviour, type Site, startSite } from "@mon/tooling/testbed"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { WhatsAppSender } from "../src/effect.ts"
import {
  makeWhatsAppClient,
  parsePhoneNumber,
  toParameter,
  toTemplateRequest,
  type WhatsAppMessage,
  type WhatsAppOptions,
  whatsAppSlotMs,
  whatsAppTemplates
} from "../src/index.ts"

const accessToken = "EAAG-secret-token"
const message: WhatsAppMessage = {
  to: "+49 170 1234567",
  kind: "down",
  parameters: ["Shop", "The server responded\nwith HTTP 503.", "14:05 CET"]
}
const taken: Behaviour = {
  status: 200,
  body: JSON.stringify({ messaging_product: "whatsapp", messages: [{ id: "wamid.HBgL" }] })
}
const refused = (status: number, code: number, details: string, headers: Record<string, string> = {}): Behaviour => ({
  status,
  headers,
  body: JSON.stringify({
    error: {
      message: `(#${code}) title`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details }
    }
  })
})

let site: Site
beforeEach(async () => {
  site = await startSite({ behaviour: taken })
})
afterEach(() => site.close())

const send = (options: Partial<WhatsAppOptions> = {}, change: Partial<WhatsAppMessage> = {}, signal?: AbortSignal) =>
  makeWhatsAppClient({ accessToken, phoneNumberId: "106540352242922", baseUrl: site.origin, ...options }).send(
    { ...message, ...change },
    signal
  )

describe("a WhatsApp message", () => {
  it("is a template with clean parameters", async () => {
    expect(
      await send({
        version: "v24.0",
        templates: { names: { ...whatsAppTemplates.names, down: "shop_down" }, language: "de" }
      })
    ).toEqual({
      accepted: true,
      messageId: "wamid.HBgL",
      statusCode: 200,
      responseTimeMs: expect.any(Number),
      error: null,
      retryAfterSeconds: null
    })
    const { path, headers, body } = await site.nextRequest()
    expect(path).toBe("/v24.0/106540352242922/messages")
    expect(headers).toMatchObject({ authorization: `Bearer ${accessToken}`, "content-type": "application/json" })
    expect(JSON.parse(body.toString())).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "491701234567",
      type: "template",
      template: {
        name: "shop_down",
        language: { code: "de" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "Shop" },
              { type: "text", text: "The server responded with HTTP 503." },
              { type: "text", text: "14:05 CET" }
            ]
          }
        ]
      }
    })
  })

  it("repeats a code for the button that copies it", () => {
    const { components } = toTemplateRequest(
      "491701234567",
      { kind: "code", parameters: ["4711"] },
      whatsAppTemplates
    ).template
    expect(components[1]).toEqual({
      type: "button",
      sub_type: "url",
      index: "0",
      parameters: [{ type: "text", text: "4711" }]
    })
  })

  it.each([
    [400, 131056, "rate_limited", true],
    [429, 130429, "rate_limited", true],
    [400, 131048, "rate_limited", true],
    [400, 131026, "recipient_unreachable", false],
    [400, 131049, "recipient_unreachable", false],
    [404, 132001, "template_rejected", false],
    [400, 131047, "template_rejected", false],
    [401, 190, "unauthorized", false],
    [403, 217, "unauthorized", false],
    [403, 368, "account_blocked", false],
    [400, 100, "bad_request", false],
    [400, 424_242, "bad_request", false],
    [503, 131016, "unavailable", true],
    [500, 424_242, "unavailable", true]
  ])("HTTP %i with code %i is %s", async (status, code, reason, retryable) => {
    site.behave(refused(status, code, "Details of it"))
    expect(await send()).toMatchObject({
      accepted: false,
      messageId: null,
      statusCode: status,
      error: { reason, code, retryable, message: expect.stringContaining(`(${code}: Details of it)`) }
    })
  })

  it("honours Retry-After", async () => {
    site.behave(refused(429, 4, "slow down", { "Retry-After": "30" }))
    expect(await send()).toMatchObject({ retryAfterSeconds: 30, error: { reason: "rate_limited" } })
  })

  it.each([
    ["is no JSON", { status: 502, body: "<html>" }, "unavailable"],
    ["has no message id", { status: 200, body: '{"messages":[]}' }, "unavailable"],
    ["breaks off", { reset: true }, "unreachable"],
    ["never comes", { hang: "before-headers" }, "unreachable"],
    ["never ends", { endless: "body" }, "unavailable"]
  ] as const)("an answer that %s is an outcome", async (_name, behaviour, reason) => {
    site.behave(behaviour)
    expect(await send({ timeoutMs: 500 })).toMatchObject({
      accepted: false,
      error: { reason, code: null, retryable: true }
    })
  })

  it("does not follow a redirect, which would take the token along", async () => {
    const other = await startSite({ behaviour: taken })
    site.behave({ redirectTo: other.origin, status: 307 })
    expect(await send()).toMatchObject({ accepted: false, error: { reason: "unreachable" } })
    expect(other.accepted).toBe(0)
    await other.close()
  })

  it("is not sent to what is no number, nor with settings that cannot be used, and never quotes the token", async () => {
    await expect(send({}, { to: "0170 1234567" })).rejects.toThrow(TypeError)
    for (const options of [
      { baseUrl: "ftp://example.com" },
      { baseUrl: "x" },
      { version: "23" },
      { phoneNumberId: "../../me" },
      { accessToken: `${accessToken}\r\nX: y` }
    ]) {
      expect(() => makeWhatsAppClient({ accessToken, phoneNumberId: "1", ...options })).toThrow(TypeError)
      expect(() => makeWhatsAppClient({ accessToken, phoneNumberId: "1", ...options })).not.toThrow(accessToken)
    }
    expect(site.accepted).toBe(0)
  })

  it("ends when the caller gives up", async () => {
    site.behave({ hang: "before-headers" })
    const stop = new AbortController()
    const sending = send({}, {}, stop.signal)
    await site.nextRequest()
    stop.abort(new Error("enough"))
    await expect(sending).rejects.toThrow("enough")
  })
})

describe("a template parameter", () => {
  it("is one line without runs of spaces, never empty and never long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const parameter = toParameter(text)
        expect(parameter).not.toMatch(/[\n\r\t\p{Cc}]| {2}/u)
        expect([...parameter].length).toBeGreaterThan(0)
        expect([...parameter].length).toBeLessThanOrEqual(200)
        expect(parameter.isWellFormed()).toBe(true)
        expect(toParameter(parameter)).toBe(parameter)
      })
    )
  })
})

describe("a phone number", () => {
  it.each([
    ["+1 (415) 555-2671", "+14155552671"],
    ["+44.20.7946.0958", "+442079460958"],
    ["+4930/901820", "+4930901820"]
  ])("%s", (text, number) => expect(parsePhoneNumber(text)).toBe(number))
  it.each([
    "",
    "0170",
    "+0170123456",
    "+1",
    "+123456789012345678",
    "+49 170 12x",
    "491701234567",
    "+٤٩١٧٠١٢٣٤",
    "+49170123456\n7\u0000",
    `+49${" ".repeat(50)}1701234`
  ])("refuses %j", (text) => expect(parsePhoneNumber(text)).toBeNull())
})

it("keeps six seconds between messages to one number", () => {
  expect([
    whatsAppSlotMs({ lastSentAtMs: null, nowMs: 5 }),
    whatsAppSlotMs({ lastSentAtMs: 0, nowMs: 5 }),
    whatsAppSlotMs({ lastSentAtMs: 0, nowMs: 6_001 })
  ]).toEqual([5, 6_000, 6_001])
})

describeEffect("the WhatsApp sender", () => {
  itEffect.live("sends with a token that is kept out of logs", () =>
    Effect.gen(function* () {
      const options = { accessToken: Redacted.make(accessToken), phoneNumberId: "1", baseUrl: site.origin }
      assert.notInclude(JSON.stringify(options), accessToken)
      const result = yield* WhatsAppSender.use((sender) => sender.send(message)).pipe(
        Effect.provide(WhatsAppSender.layer(options))
      )
      assert.isTrue(result.accepted)
      const scripted = { ...result, responseTimeMs: 7 }
      assert.deepStrictEqual(
        yield* WhatsAppSender.use((sender) => sender.send(message)).pipe(
          Effect.provide(WhatsAppSender.layerMemory(() => scripted))
        ),
        scripted
      )
    })
  )
})
