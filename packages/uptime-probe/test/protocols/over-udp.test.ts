import { describe, expect, it } from "vitest"
import { type NtpRequest, talkNtp } from "../../src/service/ntp/talkNtp.ts"
import { talkQuic } from "../../src/service/quic/talkQuic.ts"
import { talkSip } from "../../src/service/sip/talkSip.ts"
import { type SnmpRequest, talkSnmp } from "../../src/service/snmp/talkSnmp.ts"
import { talkStun } from "../../src/service/stun/talkStun.ts"
import { talkUdp } from "../../src/service/udp/talkUdp.ts"
import { playDatagrams } from "./playTalk.ts"

const NOW = Date.UTC(2026, 10, 30, 12)
const around = {
  authority: "a.example.com:1",
  hostname: "a.example.com",
  localAddress: null,
  now: () => NOW,
  random: (length: number) => Buffer.alloc(length, 7)
}
const target = "a.example.com"

const ERA_SECONDS = 2_208_988_800
const stamp = (milliseconds: number): Buffer => {
  const bytes = Buffer.alloc(8)
  const seconds = milliseconds / 1_000 + ERA_SECONDS
  bytes.writeUInt32BE(Math.floor(seconds) % 2 ** 32, 0)
  bytes.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), 4)
  return bytes
}

interface Time {
  readonly first?: number
  readonly stratum?: number
  readonly code?: string
  readonly dispersion?: number
  readonly cookie?: Buffer
  readonly at?: number
}

const time = ({
  at = NOW,
  code = "",
  cookie = Buffer.alloc(8, 7),
  dispersion = 0,
  first = 0x24,
  stratum = 2
}: Time = {}) => {
  const bytes = Buffer.alloc(48)
  bytes[0] = first
  bytes[1] = stratum
  bytes.writeUInt32BE(dispersion, 8)
  bytes.write(code, 12)
  cookie.copy(bytes, 24)
  stamp(at).copy(bytes, 32)
  stamp(at).copy(bytes, 40)
  return bytes
}

describe("a check of NTP", () => {
  const play = (answers: ReadonlyArray<Buffer>, request: Partial<NtpRequest> = {}) =>
    playDatagrams(talkNtp({ type: "ntp", target, ...request }, around), answers)

  it("compares the server's time with this machine's time", async () => {
    const played = await play([time({ at: NOW + 250, dispersion: 0x8000 })])
    expect(played).toMatchObject({ outcome: "ok", found: { stratum: 2, offsetMs: 250, dispersionMs: 500 } })
    expect(played.sent[0]).toBe(`\x23${"\0".repeat(39)}${"\x07".repeat(8)}`)
  })

  it("knows the era after 2036", async () => {
    const later = Date.UTC(2040, 1, 1)
    const talk = talkNtp({ type: "ntp", target }, { ...around, now: () => later })
    expect(await playDatagrams(talk, [time({ at: later - 40 })])).toMatchObject({ found: { offsetMs: -40 } })
  })

  it("ignores answers to other questions", async () => {
    const other = [time({ cookie: Buffer.alloc(8, 8) }), time({ first: 0x23 }), Buffer.from("short")]
    expect(await play(other)).toMatchObject({ outcome: "header_timeout" })
    expect(await play([...other, time()])).toMatchObject({ outcome: "ok" })
  })

  it("asks again if the question may have been repeated, so that a lost packet does not look like an offset", async () => {
    const times = [NOW, NOW + 1_020, NOW + 1_020, NOW + 1_040]
    const talk = talkNtp(
      { type: "ntp", target, maxOffsetMs: 100 },
      { ...around, now: () => times.shift() ?? Number.NaN }
    )
    const played = await playDatagrams(talk, [time({ at: NOW + 1_010 }), time({ at: NOW + 1_030 })])
    expect(played).toMatchObject({ outcome: "ok", found: { offsetMs: expect.closeTo(0, 1) } })
    expect(played.sent).toHaveLength(2)
  })

  it("measures a server that is far away", async () => {
    let now = NOW
    const talk = talkNtp({ type: "ntp", target }, { ...around, now: () => (now += 1_500) })
    const played = await playDatagrams(talk, [time(), time(), time(), time()])
    expect(played.outcome).toBe("ok")
    expect(played.sent).toHaveLength(3)
  })

  it.each([
    [{ stratum: 0, code: "RATE" }, {}, "service_refused", "The server refuses requests (RATE)."],
    [{ first: 0xe4, stratum: 0 }, {}, "wrong_answer", "The server's own clock is not synchronized."],
    [{ first: 0xe4 }, {}, "wrong_answer", "The server's own clock is not synchronized."],
    [{ stratum: 16 }, {}, "wrong_answer", "The server's own clock is not synchronized."],
    [{ stratum: 5 }, { maxStratum: 3 }, "wrong_answer", "The stratum must be at most 3, but it is 5."],
    [
      { at: NOW - 3_000 },
      { maxOffsetMs: 1_000 },
      "wrong_answer",
      "The offset must be at most 1000 ms, but it is -3000 ms."
    ],
    [
      { dispersion: 0x2_0000 },
      { maxDispersionMs: 100 },
      "wrong_answer",
      "The dispersion must be at most 100 ms, but it is 2000 ms."
    ]
  ])("an answer like %j with %j is %s", async (answer, request, outcome, message) => {
    expect(await play([time(answer)], request)).toMatchObject({ outcome, message })
  })
})

const attribute = (type: number, value: Buffer) =>
  Buffer.concat([Buffer.of(type >> 8, type & 0xff, 0, value.length), value, Buffer.alloc((4 - (value.length % 4)) % 4)])

const stun = (type: number, ...attributes: ReadonlyArray<Buffer>) => {
  const body = Buffer.concat(attributes)
  const head = Buffer.from(`${type.toString(16).padStart(4, "0")}00002112a442${"07".repeat(12)}`, "hex")
  head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

describe("a check of STUN", () => {
  const play = (...answers: ReadonlyArray<Buffer>) => playDatagrams(talkStun({ type: "stun", target }, around), answers)

  it("reads the address behind the attributes that it does not know", async () => {
    // 192.0.2.1:32853 in the form of RFC 5769 section 2.2, which has the same cookie.
    const address = attribute(0x20, Buffer.from("0001a147e112a643", "hex"))
    const played = await play(stun(0x0101, attribute(0x8022, Buffer.from("test vector")), address))
    expect(played).toMatchObject({ outcome: "ok", found: { mappedAddress: "192.0.2.1:32853" } })
    expect(played.sent[0]).toBe(Buffer.from(`000100002112a442${"07".repeat(12)}`, "hex").toString("latin1"))
  })

  it("reads the address of a server that follows only RFC 3489", async () => {
    const plain = attribute(1, Buffer.from("00018055c0000201", "hex"))
    expect(await play(stun(0x0101, plain))).toMatchObject({
      outcome: "ok",
      found: { mappedAddress: "192.0.2.1:32853" }
    })
  })

  it("reads an address of IPv6", async () => {
    const key = Buffer.from(`2112a442${"07".repeat(12)}`, "hex")
    const plain = Buffer.from("20010db8000000000000000000000001", "hex")
    const value = Buffer.concat([Buffer.from("0002a147", "hex"), plain.map((byte, index) => byte ^ (key[index] ?? 0))])
    expect(await play(stun(0x0101, attribute(0x20, value)))).toMatchObject({
      found: { mappedAddress: "[2001:0db8:0000:0000:0000:0000:0000:0001]:32853" }
    })
  })

  it.each([
    [
      stun(0x0111, attribute(9, Buffer.from("00000401", "hex"))),
      "service_refused",
      "The server refuses requests (401)."
    ],
    [stun(0x0101), "wrong_answer", "The server did not answer with an address."],
    [Buffer.alloc(20), "header_timeout", "The server is silent."]
  ])("the answer %j is %s", async (answer, outcome, message) => {
    expect(await play(answer)).toMatchObject({ outcome, message })
  })
})

const quicAnswer = (versions: string, ids = `08${"07".repeat(8)}08${"07".repeat(8)}`) =>
  Buffer.from(`8000000000${ids}${versions}`, "hex")

describe("a check of QUIC", () => {
  const play = (...answers: ReadonlyArray<Buffer>) => playDatagrams(talkQuic({ type: "quic", target }, around), answers)

  it("sends a packet of full size with a version that no server knows", async () => {
    const played = await play(quicAnswer("000000016b3343cf"))
    expect(played).toMatchObject({ outcome: "ok", found: { versions: ["00000001", "6b3343cf"] } })
    expect(played.sent[0]).toHaveLength(1_200)
    expect(played.sent[0]?.slice(0, 5)).toBe("\xc0\x1a\x2a\x3a\x4a")
  })

  it.each([
    [quicAnswer(""), "wrong_answer"],
    [quicAnswer("00000001", `08${"06".repeat(8)}08${"07".repeat(8)}`), "header_timeout"],
    [Buffer.from("HTTP"), "header_timeout"]
  ])("the answer %j is %s", async (bytes, outcome) => {
    expect(await play(bytes)).toMatchObject({ outcome })
  })
})

const SIP_ID = "07".repeat(8)

const sipAnswer = (status: string, callId = SIP_ID) =>
  Buffer.from(`SIP/2.0 ${status}\r\nVia: x\r\ni: ${callId}\r\nServer: Asterisk PBX 20\r\n\r\n`)

describe("a check of SIP", () => {
  const play = (...answers: ReadonlyArray<Buffer>) => playDatagrams(talkSip({ type: "sip", target }, around), answers)

  it("asks for the options, and takes any final answer", async () => {
    const played = await play(sipAnswer("100 Trying"), sipAnswer("200 OK", "other"), sipAnswer("401 Unauthorized"))
    expect(played).toMatchObject({ outcome: "ok", found: { status: 401, server: "Asterisk PBX 20" } })
    expect(played.sent[0]).toMatch(/^OPTIONS sip:a\.example\.com SIP\/2\.0\r\nVia: .*branch=z9hG4bK.*\r\n\r\n$/su)
  })

  it("is down if the server says that it is unavailable", async () => {
    expect(await play(sipAnswer("503 Busy"))).toMatchObject({ outcome: "service_refused" })
  })
})

const ber = (tag: number, ...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)))
  return Buffer.concat([Buffer.of(tag, 0x81, content.length), content])
}
const SNMP_ID = Buffer.of(0x47, 7, 7, 7)
const snmp = (value: Buffer, { error = 0, id = SNMP_ID } = {}) =>
  ber(
    0x30,
    ber(2, Buffer.of(1)),
    ber(4, "public"),
    ber(
      0xa2,
      ber(2, id),
      ber(2, Buffer.of(error)),
      ber(2, Buffer.of(0)),
      ber(0x30, ber(0x30, ber(6, Buffer.of(43, 6)), value))
    )
  )

describe("a check of SNMP", () => {
  const play = (answers: ReadonlyArray<Buffer>, request: Partial<SnmpRequest> = {}) =>
    playDatagrams(talkSnmp({ type: "snmp", target, ...request }, around), answers)

  it("asks for one value with the community", async () => {
    const played = await play([snmp(ber(0x43, Buffer.of(1, 0)))], {
      oid: "1.3.6.1.4.1.2021.10.1.3.300",
      community: "ops"
    })
    expect(played).toMatchObject({ outcome: "ok", found: { value: "256" } })
    expect(Buffer.from(played.sent[0] ?? "", "latin1").toString("hex")).toBe(
      [
        "302a020101",
        "04036f7073",
        "a020",
        "020447070707",
        "020100020100",
        "30123010",
        "060c2b060104018f650a0103822c",
        "0500"
      ].join("")
    )
  })

  it.each([
    [ber(2, Buffer.of(0xff)), "-1"],
    [ber(0x46, Buffer.from("00ffffffffffffffff", "hex")), "18446744073709551615"],
    [ber(4, "Linux router"), "Linux router"],
    [ber(4, Buffer.from("001b21", "hex")), "001b21"],
    [ber(0x40, Buffer.of(192, 0, 2, 1)), "192.0.2.1"],
    [ber(6, Buffer.from("2b060104018f65", "hex")), "1.3.6.1.4.1.2021"]
  ])("reads the value %j as %j", async (value, text) => {
    expect(await play([snmp(value)])).toMatchObject({ outcome: "ok", found: { value: text } })
  })

  it.each([
    [snmp(ber(5), { error: 2 }), {}, "wrong_answer", "The agent does not have this value."],
    [snmp(ber(0x81)), {}, "wrong_answer", "The agent does not have this value."],
    [snmp(ber(5), { error: 5 }), {}, "wrong_answer", "The agent answered with the error 5."],
    [
      snmp(ber(2, Buffer.of(3))),
      { answer: { atMost: 2 } },
      "wrong_answer",
      'The answer must be at most 2, but it is "3".'
    ],
    [snmp(ber(2, Buffer.of(3)), { id: Buffer.of(1) }), {}, "header_timeout", "The server is silent."]
  ])("the answer %j with %j is %s", async (answer, request, outcome, message) => {
    expect(await play([answer], request)).toMatchObject({ outcome, message })
  })
})

describe("a check of UDP with own bytes", () => {
  const play = (receive: string | undefined, ...answers: ReadonlyArray<string>) =>
    playDatagrams(
      talkUdp({ type: "udp", target, send: "ping", ...(receive === undefined ? {} : { receive }) }),
      answers.map((text) => Buffer.from(text))
    )

  it("takes any answer, or one that matches", async () => {
    expect(await play(undefined, "x")).toMatchObject({ outcome: "ok", sent: ["ping"], found: { received: "x" } })
    expect(await play("^pong", "x", "pong 1")).toMatchObject({ outcome: "ok", found: { received: "pong 1" } })
    expect(await play("^pong", ...Array.from({ length: 12 }, () => "x"))).toMatchObject({ outcome: "wrong_answer" })
    expect(await play("^pong", "x")).toMatchObject({ outcome: "header_timeout" })
  })
})
