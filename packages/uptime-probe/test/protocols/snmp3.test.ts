import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { decrypt, encrypt, keyOf } from "../../src/service/snmp/Security.ts"
import { type SnmpRequest, talkSnmp } from "../../src/service/snmp/talkSnmp.ts"
import { playDatagrams } from "./playTalk.ts"

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex")

describe("the keys of SNMP 3", () => {
  const engine = hex("000000000000000000000002")

  it.each([
    ["md5", "526f5eed9fcce26f8964c2930787d82b"],
    ["sha1", "6695febc9288e36282235fc7151f128497b38f3f"]
  ] as const)("are those of RFC 3414, appendix A.3, with %s", (hash, key) => {
    expect(keyOf(hash, "maplesyrup", engine).toString("hex")).toBe(key)
  })

  it("are the same for a password whose length does not divide a block", () => {
    const long = "x".repeat(65_537)
    expect(keyOf("sha256", long, engine)).toEqual(keyOf("sha256", "x", engine))
  })

  it("decrypt what they encrypted, and not with another salt", () => {
    const [key, time, salt] = [Buffer.alloc(20, 7), { boots: 3, seconds: 900 }, Buffer.alloc(8, 1)]
    const sealed = encrypt(key, time, salt, Buffer.from("hello"))
    expect(decrypt(key, time, salt, sealed)?.toString()).toBe("hello")
    expect(decrypt(key, time, Buffer.alloc(8, 2), sealed)?.toString()).not.toBe("hello")
    expect(decrypt(key, time, Buffer.alloc(3), sealed)).toBeNull()
  })
})

const ID = Buffer.of(0x47, 7, 7, 7)
const ENGINE = hex("80001f8804")
const around = {
  authority: "a.example.com:161",
  hostname: "a.example.com",
  localAddress: null,
  now: Date.now,
  random: (length: number) => Buffer.alloc(length, 7)
}
const PASSWORD = "never in a result"

const ber = (tag: number, ...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)))
  return Buffer.concat([Buffer.of(tag, 0x82, content.length >> 8, content.length & 0xff), content])
}
const int = (value: number) => ber(2, Buffer.of(value))

const pdu = (tag: number, oid: string, value: Buffer, { error = 0, id = ID } = {}) =>
  ber(tag, ber(2, id), int(error), int(0), ber(0x30, ber(0x30, ber(6, hex(oid)), value)))

/** The report with this number below usmStats. */
const report = (number: number) => pdu(0xa8, `2b060106030f0101${number.toString(16).padStart(2, "0")}00`, int(1))
const answer = (value: Buffer, more = {}) => pdu(0xa2, "2b06010201010500", value, more)

interface Sent {
  readonly flags?: number
  readonly id?: Buffer
  readonly boots?: number
  /** The password that signs the message. */
  readonly signs?: string
}

/** A message of an agent. */
const message = (content: Buffer, { boots = 1, flags, id = ID, signs }: Sent = {}): Buffer => {
  const level = flags ?? (signs === undefined ? 0 : 1)
  const whole = (signature: Buffer) =>
    ber(
      0x30,
      int(3),
      ber(0x30, ber(2, id), int(100), ber(4, Buffer.of(level)), int(3)),
      ber(4, ber(0x30, ber(4, ENGINE), int(boots), int(9), ber(4, "mon"), ber(4, signature), ber(4))),
      ber(0x30, ber(4, ENGINE), ber(4), content)
    )
  if (signs === undefined) return whole(Buffer.alloc(0))
  const key = keyOf("sha1", signs, ENGINE)
  return whole(
    createHmac("sha1", key)
      .update(whole(Buffer.alloc(12)))
      .digest()
      .subarray(0, 12)
  )
}

const found = message(report(4))
const play = (answers: ReadonlyArray<Buffer>, user: SnmpRequest["user"] = { name: "mon", password: PASSWORD }) =>
  playDatagrams(talkSnmp({ type: "snmp", target: "a.example.com", user }, around), answers)

describe("a check of SNMP 3", () => {
  it("finds the agent's id first, and then reads the value", async () => {
    const played = await play([found, message(answer(ber(4, "router")), { signs: PASSWORD })])
    expect(played).toMatchObject({ outcome: "ok", found: { value: "router" } })
    expect(played.sent).toHaveLength(2)
    expect(JSON.stringify(played)).not.toContain(PASSWORD)
  })

  it("sends the question again with the time of an agent that says it only when signed", async () => {
    const late = message(report(2), { signs: PASSWORD, boots: 5 })
    const played = await play([found, late, message(answer(int(7)), { signs: PASSWORD })])
    expect(played).toMatchObject({ outcome: "ok", found: { value: "7" } })
    expect(played.sent).toHaveLength(3)
  })

  it.each([
    [1, "login_refused", "The agent refuses the login: it wants another level of security."],
    [3, "login_refused", "The agent refuses the login: it does not know the user."],
    [5, "login_refused", "The agent refuses the login: the password or its hash is wrong."],
    [6, "login_refused", "The agent refuses the login: the password for the encryption is wrong."],
    [4, "wrong_answer", "The agent answered with the report 1.3.6.1.6.3.15.1.1.4.0."]
  ])("after the report %i is %s", async (number, outcome, text) => {
    expect(await play([found, message(report(number))])).toMatchObject({ outcome, message: text })
  })

  it("reads an error of the user's rights", async () => {
    const refused = message(answer(ber(5), { error: 16 }), { signs: PASSWORD })
    expect(await play([found, refused])).toMatchObject({ outcome: "login_refused" })
  })

  it.each([
    ["without a signature", message(answer(int(1)))],
    ["with the signature of another password", message(answer(int(1)), { signs: "another password" })],
    ["that only says that it is signed", message(answer(int(1)), { flags: 1 })],
    ["that only says that it is encrypted", message(answer(int(1)), { signs: PASSWORD, flags: 3 })],
    ["to another question", message(answer(int(1)), { signs: PASSWORD, id: Buffer.of(0x47, 7, 7, 8) })],
    ["that answers another request", message(answer(int(1), { id: Buffer.of(9) }), { signs: PASSWORD })]
  ])("ignores a message %s", async (_, forged) => {
    expect(await play([found, forged])).toMatchObject({ outcome: "header_timeout", found: {} })
  })

  it("needs the agent's id", async () => {
    expect(await play([message(report(3))])).toMatchObject({
      outcome: "protocol_error",
      message: "The agent did not send its id."
    })
  })

  it("ends with an outcome, whatever an agent sends", async () => {
    const valid = [found, message(report(2), { signs: PASSWORD }), message(answer(int(1)), { signs: PASSWORD })]
    const broken = fc
      .tuple(fc.constantFrom(...valid), fc.nat(120), fc.nat(255), fc.nat(160))
      .map(([bytes, at, byte, length]) => {
        const changed = Buffer.from(bytes)
        changed[at % changed.length] = byte
        return changed.subarray(0, length)
      })
    const user = { name: "mon", password: PASSWORD, privacyPassword: "another password" }
    const datagrams = fc.array(fc.oneof(broken, fc.constantFrom(...valid)), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(datagrams, async (answers) => {
        const { outcome } = await play([found, ...answers], user)
        expect(outcome).toMatch(/^(?:ok|login_refused|protocol_error|wrong_answer|header_timeout|too_large)$/u)
      }),
      { numRuns: 200 }
    )
  })
})
