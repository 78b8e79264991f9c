import { once } from "node:events"
import { request } from "node:http"
import type { AddressInfo } from "node:net"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  makeWebhookSecret,
  signBody,
  signStandard,
  signWebhook,
  verifyBodySignature,
  verifyWebhook,
  webhookHeaderNames
} from "../src/index.ts"
import { makeReceiver } from "./receiver.ts"

/** The example of the Standard Webhooks reference libraries. */
const vector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestampSeconds: 1_614_265_330,
  rawBody: '{"test": 2432232314}'
}
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
const received = { secret: vector.secret, rawBody: vector.rawBody, nowSeconds: vector.timestampSeconds }
const headersOf = (changes: Record<string, string | undefined> = {}) => ({
  "webhook-id": vector.id,
  "webhook-timestamp": String(vector.timestampSeconds),
  "webhook-signature": SIGNATURE,
  ...changes
})
const verify = (
  changes: Record<string, string | undefined>,
  rawBody: string | Uint8Array = vector.rawBody,
  nowSeconds = vector.timestampSeconds
) => verifyWebhook({ secret: vector.secret, headers: headersOf(changes), rawBody, nowSeconds })

describe("signing", () => {
  it("gives the signature of the standard's example, for text and for bytes", () => {
    expect(signStandard(vector)).toBe(SIGNATURE)
    expect(signStandard({ ...vector, rawBody: new TextEncoder().encode(vector.rawBody) })).toBe(SIGNATURE)
  })

  it("puts everything into the headers of the service", () => {
    expect(signWebhook({ ...vector, event: "status_change" })).toEqual({
      "X-Mon-Signature": signBody(vector.secret, vector.rawBody),
      "X-Mon-Event": "status_change",
      "X-Mon-Delivery": vector.id,
      "webhook-id": vector.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": SIGNATURE
    })
    expect(Object.keys(signWebhook({ ...vector, event: "test", service: "Acme Watch" }))).toContain(
      "X-AcmeWatch-Signature"
    )
  })

  it.each(["", "Mön", "Mon\r\nX: y", "Mon:", "-Mon", "x".repeat(51)])("refuses the service name %j", (service) =>
    expect(() => webhookHeaderNames(service)).toThrow(TypeError)
  )
  it.each([
    { id: "a.b" },
    { id: "" },
    { id: "a\r\nb" },
    { event: "a b" },
    { event: "" },
    { secret: "whsec_short" },
    { secret: vector.secret.slice(6) },
    { secret: "whsec_????????????????????????????????" }
  ])("refuses %j", (change) => expect(() => signWebhook({ ...vector, event: "test", ...change })).toThrow(TypeError))

  it("makes secrets of 32 bytes that differ", () => {
    const secrets = Array.from({ length: 20 }, () => makeWebhookSecret())
    expect(new Set(secrets).size).toBe(20)
    for (const secret of secrets) expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32)
  })
})

describe("verifying", () => {
  it("believes the standard's example", () =>
    expect(verify({})).toEqual({ valid: true, id: vector.id, timestampSeconds: vector.timestampSeconds }))
  it("believes one good signature among several", () =>
    expect(verify({ "webhook-signature": `v1,AAAA v1a,xyz ${SIGNATURE}` }).valid).toBe(true))
  it("reads headers in any case, lists, and those of a Request", () => {
    const asked = new Request("https://example.com", { headers: headersOf() as Record<string, string> })
    expect(verifyWebhook({ ...received, headers: asked.headers }).valid).toBe(true)
    const odd = {
      "Webhook-Id": [vector.id],
      "WEBHOOK-TIMESTAMP": String(vector.timestampSeconds),
      "Webhook-Signature": SIGNATURE
    }
    expect(verifyWebhook({ ...received, headers: odd }).valid).toBe(true)
  })

  it.each([
    ["missing_header", { "webhook-id": undefined }],
    ["missing_header", { "webhook-signature": "" }],
    ["bad_header", { "webhook-timestamp": "soon" }],
    ["bad_header", { "webhook-timestamp": "1.6e9" }],
    ["bad_header", { "webhook-signature": "v1,".repeat(1000) }],
    ["bad_signature", { "webhook-id": "msg_other" }],
    ["bad_signature", { "webhook-timestamp": "1614265331" }],
    ["bad_signature", { "webhook-signature": "v1,AAAA" }],
    ["bad_signature", { "webhook-signature": SIGNATURE.slice(3) }],
    ["bad_signature", { "webhook-signature": SIGNATURE.replace("v1,", "v1a,") }]
  ] as const)("says %s of %j", (reason, change) => expect(verify(change)).toEqual({ valid: false, reason }))

  it("tolerates five minutes and no more", () => {
    expect(
      [-301, -300, 300, 301].map((shift) => verify({}, vector.rawBody, vector.timestampSeconds + shift))
    ).toMatchObject([{ reason: "too_new" }, { valid: true }, { valid: true }, { reason: "too_old" }])
  })

  it("believes what was signed and nothing else", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.uint8Array({ maxLength: 200 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (body, other, key) => {
          const secret = makeWebhookSecret(() => key)
          const headers = signWebhook({ ...vector, secret, event: "test", rawBody: body })
          const nowSeconds = vector.timestampSeconds
          const same = Buffer.compare(body, other) === 0
          expect(verifyWebhook({ secret, headers, rawBody: body, nowSeconds }).valid).toBe(true)
          expect(verifyWebhook({ secret, headers, rawBody: other, nowSeconds }).valid).toBe(same)
          expect(verifyBodySignature(secret, body, headers["X-Mon-Signature"])).toBe(true)
          expect(verifyBodySignature(secret, other, headers["X-Mon-Signature"])).toBe(same)
          expect(verifyBodySignature(vector.secret, body, headers["X-Mon-Signature"])).toBe(false)
        }
      )
    )
  })

  it.each([null, undefined, "", "sha256=", "sha1=00", signBody(vector.secret, vector.rawBody).toUpperCase()])(
    "does not believe the body signature %j",
    (signature) => expect(verifyBodySignature(vector.secret, vector.rawBody, signature)).toBe(false)
  )
})

describe("the receiver of the README", () => {
  it("handles a delivery once and refuses a forged one", async () => {
    const handled: Array<unknown> = []
    const server = makeReceiver(vector.secret, (event) => handled.push(event))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const post = async (rawBody: string, headers: Readonly<Record<string, string>>) => {
      const sent = request({
        host: "127.0.0.1",
        port: (server.address() as AddressInfo).port,
        method: "POST",
        headers,
        agent: false
      })
      sent.end(rawBody)
      const [answer] = (await once(sent, "response")) as [{ statusCode: number; resume: () => void }]
      answer.resume()
      return answer.statusCode
    }
    const rawBody = JSON.stringify({
      id: "d1",
      type: "test",
      createdAt: "2026-01-01T00:00:00.000Z",
      data: { name: "Café" }
    })
    const headers = signWebhook({
      secret: vector.secret,
      id: "d1",
      event: "test",
      timestampSeconds: Math.floor(Date.now() / 1000),
      rawBody
    })
    expect([
      await post(rawBody, headers),
      await post(rawBody, headers),
      await post(rawBody.replace("test", "fake"), headers)
    ]).toEqual([204, 204, 401])
    expect(handled).toEqual([JSON.parse(rawBody)])
    server.close()
  })
})
