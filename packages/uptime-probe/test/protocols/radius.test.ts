import * as fc from "fast-check"
import { createHash, createHmac } from "node:crypto"
import { createSocket, type RemoteInfo } from "node:dgram"
import { once } from "node:events"
import { afterAll, describe, expect, it } from "vitest"
import { serviceFault } from "../../src/index.ts"
import { type RadiusRequest, talkRadius } from "../../src/service/radius/talkRadius.ts"
import { makeServiceLab } from "../serviceLab.ts"
import { playDatagrams } from "./playTalk.ts"

const lab = await makeServiceLab()
afterAll(() => lab.close())

const target = "a.example.com"
const secret = "s3cret"
const login = { username: "nemo", password: "arctangent and more" }
const around = {
  authority: `${target}:1`,
  hostname: target,
  localAddress: null,
  now: () => 0,
  random: (length: number) => Buffer.alloc(length, 7)
}

const [ACCEPT, REJECT, ACCOUNTING, CHALLENGE] = [2, 3, 5, 11]
const REPLY_MESSAGE = 18
const SIGNATURE = 80

const attribute = (type: number, value: Buffer | string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(type, 2 + bytes.length), bytes])
}

interface Reply {
  readonly known?: string
  readonly id?: number
  readonly attributes?: Buffer
  readonly authenticator?: Buffer
}

/** Writes an answer of a server that knows a secret. */
const answerWith = (
  code: number | undefined,
  { attributes = Buffer.alloc(0), authenticator = around.random(16), id = 7, known = secret }: Reply = {}
) => {
  const head = Buffer.of(code ?? 0, id, 0, 0)
  head.writeUInt16BE(20 + attributes.length, 2)
  const digest = createHash("md5").update(head).update(authenticator).update(attributes).update(known).digest()
  return Buffer.concat([head, digest, attributes])
}

/** Writes an answer whose last attribute is its signature. */
const signed = (code: number | undefined, { attributes: given = Buffer.alloc(0), ...reply }: Reply = {}) => {
  const unsigned = Buffer.concat([given, attribute(SIGNATURE, Buffer.alloc(16))])
  const packet = answerWith(code, { ...reply, attributes: unsigned })
  const { authenticator = around.random(16), known = secret } = reply
  authenticator.copy(packet, 4)
  const attributes = Buffer.concat([given, attribute(SIGNATURE, createHmac("md5", known).update(packet).digest())])
  return answerWith(code, { ...reply, attributes })
}

const play = (request: Partial<RadiusRequest>, ...answers: ReadonlyArray<Buffer>) =>
  playDatagrams(talkRadius({ type: "radius", target, secret, ...request }, around), answers)

/** Splits a packet into its attributes. */
const attributesIn = (packet: Buffer) => {
  const found: Array<readonly [type: number | undefined, value: Buffer]> = []
  for (let at = 20; at < packet.length; at += packet[at + 1] ?? 1)
    found.push([packet[at], packet.subarray(at + 2, at + (packet[at + 1] ?? 2))])
  return found
}

const expectSigned = (packet: Buffer, known: string) => {
  const unsigned = Buffer.from(packet)
  unsigned.fill(0, 22, 38)
  expect(packet.subarray(20, 38)).toEqual(attribute(SIGNATURE, createHmac("md5", known).update(unsigned).digest()))
}

describe("a check of RADIUS", () => {
  it("proves that it knows the secret, and believes only a server that knows it too", async () => {
    const attributes = attribute(REPLY_MESSAGE, "hello")
    const played = await play(
      {},
      answerWith(ACCEPT, { known: "other" }),
      answerWith(ACCEPT, { id: 8 }),
      answerWith(REJECT),
      answerWith(ACCEPT, { attributes })
    )
    expect(played).toMatchObject({ outcome: "ok", found: { purpose: "logins" } })
    const request = Buffer.from(played.sent[0] ?? "", "latin1")
    expect([request[0], request[1], request.readUInt16BE(2), request.length]).toEqual([12, 7, 38, 38])
    expectSigned(request, secret)
    expect(played.sent[0]).not.toContain(secret)
    expect(await play({}, answerWith(ACCOUNTING))).toMatchObject({ outcome: "ok", found: { purpose: "accounting" } })
    expect(await play({}, answerWith(ACCEPT, { known: "other" }))).toMatchObject({ outcome: "header_timeout" })
  })

  it("logs in as the example of RFC 2865 section 7.1 does", async () => {
    const authenticator = Buffer.from("0f403f9473978057bd83d5cb98f4227a", "hex")
    const random = (length: number) => (length === 1 ? Buffer.of(0) : authenticator)
    const request = {
      type: "radius",
      target,
      secret: "xyzzy5461",
      login: { username: "nemo", password: "arctangent" }
    } as const
    const answer = "0200002686fe220e7624ba2a1005f6bf9b55e0b20606000000010f06000000000e06c0a80103"
    const played = await playDatagrams(talkRadius(request, { ...around, random }), [Buffer.from(answer, "hex")])
    expect(played).toMatchObject({ outcome: "ok", found: { purpose: "logins", login: "accepted" } })
    const packet = Buffer.from(played.sent[0] ?? "", "latin1")
    expect([packet[0], packet.readUInt16BE(2)]).toEqual([1, packet.length])
    expectSigned(packet, "xyzzy5461")
    expect(attributesIn(packet).slice(1)).toEqual([
      [1, Buffer.from("nemo")],
      [2, Buffer.from("0dbe708d93d413ce3196e43f782a0aee", "hex")],
      [32, Buffer.from("mon")]
    ])
  })

  it("hides every part of a long password, and sends where the user is", async () => {
    const given = { login, calledStationId: "00-00-5E-00-53-01:Office", callingStationId: "00-00-5E-00-53-02" }
    const { sent } = await play(given, answerWith(ACCEPT))
    const values = new Map(attributesIn(Buffer.from(sent[0] ?? "", "latin1")))
    const hidden = values.get(2) ?? Buffer.alloc(0)
    const mask = (before: Buffer) => createHash("md5").update(secret).update(before).digest()
    const masks = Buffer.concat([mask(around.random(16)), mask(hidden.subarray(0, 16))])
    expect(hidden).toHaveLength(32)
    expect(Buffer.from(hidden.map((byte, index) => byte ^ (masks[index] ?? 0)))).toEqual(
      Buffer.concat([Buffer.from(login.password), Buffer.alloc(32 - login.password.length)])
    )
    expect([values.get(30), values.get(31)]).toEqual(
      [given.calledStationId, given.callingStationId].map((text) => Buffer.from(text))
    )
  })

  it.each([
    ["accepts the user", signed(ACCEPT), "ok", null, "accepted"],
    ["asks for more", signed(CHALLENGE, { attributes: attribute(24, "state") }), "ok", null, "challenged"],
    [
      "rejects the user",
      signed(REJECT, { attributes: attribute(REPLY_MESSAGE, "Bad\r\npassword") }),
      "login_refused",
      "The server refuses the login: Bad?\npassword",
      "refused"
    ],
    [
      "rejects the user without a reason",
      answerWith(REJECT),
      "login_refused",
      "The server refuses the login: Access-Reject",
      "refused"
    ]
  ])("with a login, a server that %s has its outcome", async (_name, answer, outcome, message, found) => {
    expect(await play({ login }, answer)).toMatchObject({
      outcome,
      message,
      found: { purpose: "logins", login: found }
    })
  })

  it.each([
    ["does not know the secret", signed(ACCEPT, { known: "other" })],
    ["answers another request", signed(ACCEPT, { id: 8 })],
    ["answers a request for accounting", signed(ACCOUNTING)],
    ["signs wrongly", answerWith(ACCEPT, { attributes: attribute(SIGNATURE, Buffer.alloc(16)) })],
    ["signs with too few bytes", answerWith(ACCEPT, { attributes: attribute(SIGNATURE, "") })],
    ["has an attribute that is too long", answerWith(ACCEPT, { attributes: Buffer.of(1, 9, 0) })],
    ["has an attribute without a length", answerWith(ACCEPT, { attributes: Buffer.of(1, 0) })],
    ["has half an attribute", answerWith(ACCEPT, { attributes: Buffer.of(1) })],
    ["is cut off", signed(ACCEPT).subarray(0, 30)],
    ["is shorter than its head", Buffer.of(2, 7, 0, 20)]
  ])("ignores an answer that %s", async (_name, answer) => {
    expect(await play({ login }, answer)).toMatchObject({ outcome: "header_timeout", found: {} })
    expect(await play({ login }, answer, signed(ACCEPT))).toMatchObject({ outcome: "ok" })
  })

  it("has an outcome for every answer that the secret signs", async () => {
    const code = fc.constantFrom(ACCEPT, REJECT, CHALLENGE, ACCOUNTING)
    await fc.assert(
      fc.asyncProperty(code, fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (one, bytes, hasLogin) => {
        const attributes = Buffer.concat([attribute(REPLY_MESSAGE, "x"), Buffer.from(bytes)])
        const { outcome } = await play(hasLogin ? { login } : {}, answerWith(one, { attributes }))
        expect(["ok", "login_refused", "header_timeout"]).toContain(outcome)
      }),
      { numRuns: 300 }
    )
  })

  it.each([
    [{ login: { username: "", password: "x" } }, "check.login.username must be a user name of 1 to 253 bytes"],
    [{ login: { username: "ü".repeat(127), password: "x" } }, "check.login.username must be a user name of 1 to 253"],
    [{ login: { username: "a", password: "p".repeat(129) } }, "check.login.password must be a password of at most 128"],
    [{ login: { username: "a", password: "p\0" } }, "check.login.password must be a password of at most 128 bytes"],
    [{ calledStationId: "" }, "check.calledStationId must be an identifier of 1 to 253 bytes"],
    [{ callingStationId: "a\n" }, "check.callingStationId must be an identifier of 1 to 253 bytes"]
  ])("does not take %j", (options, fault) => {
    const request = { type: "radius", target, secret, ...options } as const
    expect(serviceFault(request, "check")).toContain(fault)
    expect(serviceFault(request, "check")).not.toContain("ppp")
    expect(serviceFault({ type: "radius", target, secret, login: { username: "a", password: "" } }, "check")).toBe(null)
  })
})

/** Starts a server over UDP that answers each packet. */
const startServer = async (answer: (packet: Buffer) => ReadonlyArray<Buffer>) => {
  const server = createSocket("udp4")
  server.on("message", (packet: Buffer, { address, port }: RemoteInfo) => {
    for (const bytes of answer(packet)) server.send(bytes, port, address)
  })
  server.bind(0, "127.0.0.1")
  await once(server, "listening")
  return { target: `127.0.0.1:${server.address().port}`, stop: () => new Promise<void>((done) => server.close(done)) }
}

describe("a check of RADIUS over UDP", () => {
  it("never shows the secret or the password, even if the server repeats them", async () => {
    const server = await startServer((packet) => {
      const [, id = 0] = packet
      const attributes = attribute(REPLY_MESSAGE, `${login.password} ${secret}`)
      const question = { id, authenticator: packet.subarray(4, 20), attributes }
      return [Buffer.from("garbage"), answerWith(REJECT, { ...question, known: "other" }), signed(REJECT, question)]
    })
    const result = await lab.probe.protocol({ type: "radius", target: server.target, secret, login })
    await server.stop()
    expect([result.outcome, result.message]).toEqual([
      "login_refused",
      "The server refuses the login: [hidden] [hidden]"
    ])
    for (const text of [login.password, secret]) expect(JSON.stringify(result)).not.toContain(text)
  })

  it("is down if the server sends only garbage", async () => {
    const server = await startServer((packet) => [Buffer.alloc(0), packet, Buffer.alloc(4_096, 2)])
    const result = await lab.probe.protocol({ type: "radius", target: server.target, secret, login, timeoutMs: 300 })
    await server.stop()
    expect(result).toMatchObject({ outcome: "header_timeout", found: {} })
  })
})
