import { describe, expect, it } from "vitest"
import { type FtpRequest, talkFtp } from "../../src/service/ftp/talkFtp.ts"
import { type LdapRequest, talkLdap } from "../../src/service/ldap/talkLdap.ts"
import { talkSsh } from "../../src/service/ssh/talkSsh.ts"
import { playTalk } from "./playTalk.ts"

const around = {
  authority: "a.example.com:1",
  hostname: "a.example.com",
  localAddress: "127.0.0.1",
  now: Date.now,
  random: (length: number) => Buffer.alloc(length, 1)
}
const login = { username: "mon", password: "secret" }
const target = "a.example.com"

describe("a check of FTP", () => {
  const play = (request: Partial<FtpRequest>, greeting: string, answers: Readonly<Record<string, string>> = {}) =>
    playTalk(talkFtp({ type: "ftp", target, ...request }), (sent) => answers[sent.trimEnd()] ?? null, greeting)

  it("reads a greeting of several lines, and says goodbye", async () => {
    expect(await play({}, "220-Welcome\r\n 220 not yet\r\nstill not\r\n220 now\r\n")).toMatchObject({
      outcome: "ok",
      found: { greeting: "Welcome" },
      goodbye: "QUIT\r\n",
      sent: []
    })
  })

  it.each(["220 a\u2028b\r\n", "220 x\r\r\n", "220\r\n", "220-x\r\n220\r\n"])(
    "reads the greeting %j",
    async (greeting) => {
      expect(await play({}, Buffer.from(greeting).toString())).toMatchObject({ outcome: "ok" })
    }
  )

  it("logs in, also if the server wants no password", async () => {
    const answers = { "USER mon": "331 please\r\n", "PASS secret": "230 in\r\n" }
    expect(await play({ login }, "220 x\r\n", answers)).toMatchObject({
      outcome: "ok",
      trustedBefore: [0],
      sent: ["USER mon\r\n", "PASS secret\r\n"]
    })
    expect(await play({ login }, "220 x\r\n", { "USER mon": "230 in\r\n" })).toMatchObject({
      outcome: "ok",
      sent: ["USER mon\r\n"]
    })
  })

  it("starts TLS", async () => {
    expect(await play({ tls: "required" }, "220 x\r\n", { "AUTH TLS": "234 go\r\n" })).toMatchObject({
      outcome: "ok",
      securedBefore: [1]
    })
  })

  it.each([
    [{}, "421 too many users\r\n", {}, "service_refused", "The server refuses connections: too many users (421)"],
    [
      { login },
      "220 x\r\n",
      { "USER mon": "331 please\r\n", "PASS secret": "530 wrong\r\n" },
      "login_refused",
      "The server refuses the login: wrong (530)"
    ],
    [
      { tls: "required" as const },
      "220 x\r\n",
      { "AUTH TLS": "502 what\r\n" },
      "tls_handshake",
      "The server does not start TLS: what (502)"
    ],
    [{}, "SSH-2.0-x\r\n", {}, "protocol_error", 'The server does not speak FTP on this port. It sent "SSH-2.0-x".'],
    [{}, "220-a\r\n".repeat(300), {}, "too_large", "A reply has more than 200 lines."]
  ])("with %j, the greeting %j and %j is %s", async (request, greeting, answers, outcome, message) => {
    expect(await play(request, greeting, answers)).toMatchObject({ outcome, message })
  })
})

const ber = (tag: number, ...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  return Buffer.concat([Buffer.of(tag, 0x84, 0, 0, content.length >> 8, content.length & 0xff), content])
}
const result = (id: number, tag: number, code: number, text = "") =>
  ber(0x30, ber(2, Buffer.of(id)), ber(tag, ber(0x0a, Buffer.of(code)), ber(4), ber(4, text)))
const entry = (id: number) => ber(0x30, ber(2, Buffer.of(id)), ber(0x64, ber(4), ber(0x30)))

describe("a check of LDAP", () => {
  const play = (request: Partial<LdapRequest>, ...answers: ReadonlyArray<Buffer | string>) =>
    playTalk(talkLdap({ type: "ldap", target, ...request }), (_sent, index) => answers[index] ?? null)

  it("reads the server's description of itself, and unbinds", async () => {
    expect(await play({}, Buffer.concat([entry(1), result(1, 0x65, 0)]))).toMatchObject({
      outcome: "ok",
      found: { anonymous: true },
      goodbye: "\x30\x05\x02\x01\x02\x42\0"
    })
  })

  it("binds before the search", async () => {
    const played = await play({ login }, result(1, 0x61, 0), result(2, 0x65, 0))
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [0], goodbye: "\x30\x05\x02\x01\x03\x42\0" })
    expect(played.sent[0]).toBe("\x30\x15\x02\x01\x01\x60\x10\x02\x01\x03\x04\x03mon\x80\x06secret")
  })

  it("starts TLS before it binds", async () => {
    const played = await play({ login, tls: "required" }, result(1, 0x78, 0), result(2, 0x61, 0), result(3, 0x65, 0))
    expect(played).toMatchObject({ outcome: "ok", securedBefore: [1], trustedBefore: [1] })
    expect(played.sent[0]).toContain("1.3.6.1.4.1.1466.20037")
  })

  it.each([
    [{}, result(1, 0x65, 50), "ok", null],
    [{}, result(1, 0x65, 48), "ok", null],
    [{}, result(1, 0x65, 13, "TLS confidentiality required"), "ok", null],
    [{}, result(1, 0x65, 53, "not authenticated"), "ok", null],
    [{}, result(1, 0x65, 51, "busy"), "service_refused", "The server refuses requests: busy (code 51)"],
    [{}, result(1, 0x65, 52), "service_refused", "The server refuses requests: code 52"],
    [{}, result(1, 0x65, 32), "wrong_answer", "The server answered with an error: code 32"],
    [{ login }, result(1, 0x61, 49), "login_refused", "The server refuses the login: code 49"],
    [
      { login },
      result(1, 0x61, 13, "TLS first"),
      "login_refused",
      "The server answered the login with TLS first (code 13)"
    ],
    [
      { tls: "required" as const },
      result(1, 0x78, 2, "no"),
      "tls_handshake",
      "The server does not start TLS: no (code 2)"
    ],
    [{}, result(0, 0x78, 52, "bye"), "service_refused", "The server ends the connection: bye (code 52)"],
    [{}, "HTTP/1.1 400\r\n", "protocol_error", 'The server does not speak LDAP on this port. It sent "H".'],
    [{}, "\x30\x84\x7f\xff\xff\xff", "too_large", "The server announced a message of 2147483653 bytes."],
    [{}, "\x30\x80abc", "protocol_error", expect.stringContaining("does not speak LDAP")]
  ])("with %j the answer %j is %s", async (request, answer, outcome, message) => {
    const bytes = typeof answer === "string" ? Buffer.from(answer, "latin1") : answer
    expect(await play(request, bytes)).toMatchObject({ outcome, message })
  })
})

const names = (list: string) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(list.length)
  return Buffer.concat([bytes, Buffer.from(list)])
}
const sshPacket = (content: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(1 + content.length + 6)
  return Buffer.concat([length, Buffer.of(6), content, Buffer.alloc(6)])
}
const KEXINIT = sshPacket(
  Buffer.concat([
    Buffer.of(20),
    Buffer.alloc(16),
    names("curve25519-sha256"),
    names("ssh-ed25519,rsa-sha2-512"),
    names("aes")
  ])
)

describe("a check of SSH", () => {
  const play = (greeting: string, answer: Buffer | string = KEXINIT) =>
    playTalk(talkSsh({ type: "ssh", target }, around), () => answer, greeting)

  it("introduces itself, reads the algorithms, and disconnects", async () => {
    const played = await play("welcome\r\nSSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")
    expect(played).toMatchObject({
      outcome: "ok",
      found: { identification: "SSH-2.0-OpenSSH_9.2p1 Debian-2", hostKeys: ["ssh-ed25519", "rsa-sha2-512"] },
      sent: ["SSH-2.0-Mon_1.0\r\n"]
    })
    expect(played.goodbye.slice(5, 19)).toBe("\x01\0\0\0\x0b\0\0\0\x05check")
    // The length of a packet is a multiple of eight (RFC 4253 section 6).
    expect(played.goodbye.length % 8).toBe(0)
  })

  it.each([
    ["SSH-1.5-old\r\n", KEXINIT, "wrong_answer", "The server speaks another version of SSH: SSH-1.5-old"],
    ["hello\r\n".repeat(60), KEXINIT, "protocol_error", "The server sent no identification of SSH."],
    [
      "SSH-2.0-x\r\n",
      sshPacket(Buffer.concat([Buffer.of(1, 0, 0, 0, 12), names("Too many\nconnections"), names("")])),
      "service_refused",
      "The server refuses connections: Too many\nconnections"
    ],
    ["SSH-2.0-x\r\n", Buffer.concat([sshPacket(Buffer.of(2)), sshPacket(Buffer.of(4)), KEXINIT]), "ok", null],
    ["SSH-2.0-x\r\n", sshPacket(Buffer.of(5)), "protocol_error", "The server did not offer to exchange keys."],
    ["SSH-2.0-x\r\n", Buffer.of(0x7f, 0, 0, 0, 4), "too_large", "The server announced a message of 2130706432 bytes."]
  ])("the greeting %j and %j is %s", async (greeting, answer, outcome, message) => {
    expect(await play(greeting, answer)).toMatchObject({ outcome, message })
  })
})
