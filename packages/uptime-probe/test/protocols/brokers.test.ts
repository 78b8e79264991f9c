import { describe, expect, it } from "vitest"
import { type AmqpRequest, talkAmqp } from "../../src/service/amqp/talkAmqp.ts"
import { type MqttRequest, talkMqtt } from "../../src/service/mqtt/talkMqtt.ts"
import { playTalk } from "./playTalk.ts"

const around = {
  authority: "a.example.com:1",
  hostname: "mq.example.com",
  localAddress: "127.0.0.1",
  now: Date.now,
  random: (length: number) => Buffer.alloc(length, 1)
}
const login = { username: "mon", password: "secret" }

describe("a check of MQTT", () => {
  const play = (answer: string, request: Partial<MqttRequest> = {}) =>
    playTalk(talkMqtt({ type: "mqtt", target: "mq.example.com", ...request }, around), () => answer)

  it("connects without a session, and disconnects", async () => {
    expect(await play("\x20\x02\x00\x00")).toMatchObject({
      outcome: "ok",
      goodbye: "\xe0\0",
      found: { needsLogin: false },
      // A broker need only accept names of at most 23 letters and digits (MQTT 3.1.1 section 3.1.3.1).
      sent: ["\x10\x1f\0\x04MQTT\x04\x02\0\x0a\0\x13mon0101010101010101"]
    })
  })

  it("logs in", async () => {
    const played = await play("\x20\x02\x00\x00", { login })
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [0], found: { needsLogin: true } })
    expect(played.sent[0]).toContain("\x10\x2c\0\x04MQTT\x04\xc2")
    expect(played.sent[0]?.endsWith("\0\x03mon\0\x06secret")).toBe(true)
  })

  it.each([
    [5, {}, "ok", null],
    [4, {}, "ok", null],
    [4, { login }, "login_refused", "The broker refuses the login (code 4)."],
    [5, { login }, "login_refused", "The broker refuses the login (code 5)."],
    [1, {}, "service_refused", "The broker refuses the connection: it does not support version 3.1.1 of MQTT."],
    [3, {}, "service_refused", "The broker refuses the connection: it is unavailable."],
    [99, {}, "service_refused", "The broker refuses the connection: code 99."]
  ])("the code %i with %j is %s", async (code, request, outcome, message) => {
    const played = await play(`\x20\x02\x00${String.fromCodePoint(code)}`, request)
    expect(played).toMatchObject({ outcome, message, goodbye: "" })
  })

  it.each(["HTTP/1.1 400 Bad Request\r\n", "\x20\x05\x00\x00", "SSH-2.0-x\r\n"])("%j is not MQTT", async (answer) => {
    expect(await play(answer)).toMatchObject({ outcome: "protocol_error" })
  })
})

const int32 = (value: number) => Buffer.of(value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff)
const short = (text: string) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)])
const long = (content: Buffer | string) => {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([int32(bytes.length), bytes])
}
const method = (number: number, ...parts: ReadonlyArray<Buffer>) => {
  const payload = Buffer.concat([Buffer.of(0, 10, 0, number), ...parts])
  return Buffer.concat([Buffer.of(1, 0, 0), int32(payload.length), payload, Buffer.of(0xce)])
}
const field = (name: string, kind: string, value: Buffer) => Buffer.concat([short(name), Buffer.from(kind), value])

const START = method(
  10,
  Buffer.of(0, 9),
  long(
    Buffer.concat([
      field("capabilities", "F", long(field("publisher_confirms", "t", Buffer.of(1)))),
      field("is_fine", "t", Buffer.of(1)),
      field("product", "S", long("RabbitMQ")),
      field("version", "S", long("3.10.8"))
    ])
  ),
  long("PLAIN AMQPLAIN"),
  long("en_US")
)
const TUNE = method(30, Buffer.of(7, 255, 0, 2, 0, 0, 0, 60))
const OPEN_OK = method(41, short(""))
const HEARTBEAT = Buffer.of(8, 0, 0, 0, 0, 0, 0, 0xce)
const closing = (code: number, text: string) =>
  method(50, Buffer.of(code >> 8, code & 0xff), short(text), Buffer.alloc(4))

const playAmqp = (request: Partial<AmqpRequest>, ...answers: ReadonlyArray<Buffer | string>) =>
  playTalk(talkAmqp({ type: "amqp", target: "mq.example.com", ...request }), (_sent, index) => answers[index] ?? null)

describe("a check of AMQP", () => {
  it("is up when the broker introduces itself", async () => {
    expect(await playAmqp({}, START)).toMatchObject({
      outcome: "ok",
      found: { product: "RabbitMQ 3.10.8" },
      sent: ["AMQP\0\0\x09\x01"],
      goodbye: ""
    })
  })

  it("logs in, opens the virtual host, and closes the connection in order", async () => {
    const played = await playAmqp({ login, virtualHost: "shop" }, START, TUNE, Buffer.concat([HEARTBEAT, OPEN_OK]))
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [1] })
    expect(played.sent[1]).toContain("PLAIN\0\0\0\x0b\0mon\0secret")
    expect(played.sent[2]).toContain("\0\x0a\0\x1f\x07\xff\0\x02\0\0\0\x3c")
    expect(played.sent[2]).toContain("\x04shop")
    expect(played.goodbye).toContain("\0\x0a\0\x32\0\xc8\x07goodbye")
  })

  it("answers a refusal, and says why", async () => {
    const played = await playAmqp({ login }, START, closing(403, "ACCESS_REFUSED"))
    expect(played).toMatchObject({
      outcome: "login_refused",
      message: "The broker refuses the connection: ACCESS_REFUSED (403)"
    })
    expect(played.goodbye).toContain("\0\x0a\0\x33")
    expect(await playAmqp({ login }, START, TUNE, closing(530, "NOT_ALLOWED"))).toMatchObject({
      outcome: "login_refused"
    })
    expect(await playAmqp({}, closing(320, "CONNECTION_FORCED"))).toMatchObject({ outcome: "service_refused" })
  })

  it.each(["AMQP\0\0\x09\x01", "HTTP/1.1 400\r\n", Buffer.concat([START.subarray(0, -1), Buffer.of(0)])])(
    "%j is not an introduction",
    async (answer) => {
      expect(await playAmqp({}, answer)).toMatchObject({ outcome: "protocol_error" })
    }
  )

  it("does not wait for a frame that is too long", async () => {
    expect(await playAmqp({}, Buffer.of(1, 0, 0, 0x7f, 0, 0, 0))).toMatchObject({ outcome: "too_large" })
  })
})
