import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { type MysqlRequest, talkMysql } from "../../src/service/mysql/talkMysql.ts"
import { playTalk } from "./playTalk.ts"

const packet = (sequence: number, ...parts: ReadonlyArray<string | Buffer>): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))
  return Buffer.concat([Buffer.of(body.length & 0xff, body.length >> 8, 0, sequence), body])
}

const SALT = "12345678abcdefghijkl"
const TLS = 0x0800

const greeting = ({ flags = 0, plugin = "mysql_native_password", version = "8.0.36" } = {}): Buffer => {
  const low = (0xf7ff & ~TLS) | flags
  return packet(
    0,
    `\x0a${version}\0`,
    Buffer.of(7, 0, 0, 0),
    `${SALT.slice(0, 8)}\0`,
    Buffer.of(low & 0xff, low >> 8, 45, 2, 0, 0xff, 0x81, 21),
    Buffer.alloc(10),
    `${SALT.slice(8)}\0`,
    `${plugin}\0`
  )
}

const ok = (sequence: number) => packet(sequence, Buffer.of(0, 0, 0, 2, 0, 0, 0))
const error = (sequence: number, code: number, text: string) =>
  packet(sequence, Buffer.of(0xff, code & 0xff, code >> 8), `#28000${text}`)
const end = (sequence: number) => packet(sequence, Buffer.of(0xfe, 0, 0, 2, 0))
const rows = (...values: ReadonlyArray<string | null>): Buffer =>
  Buffer.concat([
    packet(1, Buffer.of(1)),
    packet(2, "\x03def..."),
    end(3),
    ...values.map((value, index) =>
      packet(4 + index, value === null ? Buffer.of(0xfb) : Buffer.concat([Buffer.of(value.length), Buffer.from(value)]))
    ),
    end(4 + values.length)
  ])

const login = { username: "mon", password: "secret" }

const play = (request: Partial<MysqlRequest>, first: Buffer, ...answers: ReadonlyArray<Buffer>) =>
  playTalk(
    talkMysql({ type: "mysql", target: "db.example.com", ...request }),
    (_sent, index) => answers[index] ?? null,
    first
  )

const sha = (algorithm: string, ...parts: ReadonlyArray<Buffer | string>) => {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const xor = (one: Buffer, other: Buffer) => Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))

describe("a check of MySQL", () => {
  it("names an unknown user, so that the server does not count the connection as an attack", async () => {
    const played = await play({}, greeting(), error(2, 1045, "Access denied"))
    expect(played).toMatchObject({
      outcome: "ok",
      goodbye: "",
      found: { serverVersion: "8.0.36", authentication: "mysql_native_password", encrypted: false }
    })
    expect(played.sent).toHaveLength(1)
    expect(played.sent[0]).toContain("mon\0\0mysql_native_password\0")
  })

  it("says goodbye after a login without a password", async () => {
    expect(await play({}, greeting(), ok(2))).toMatchObject({ outcome: "ok", goodbye: "\x01\0\0\0\x01" })
  })

  it("shows the own version of MariaDB", async () => {
    const played = await play({}, greeting({ version: "5.5.5-10.11.6-MariaDB" }), ok(2))
    expect(played.found).toMatchObject({ serverVersion: "10.11.6-MariaDB" })
  })

  it("starts TLS before it names the user", async () => {
    const played = await play({}, greeting({ flags: TLS }), Buffer.alloc(0), ok(3))
    expect(played).toMatchObject({ outcome: "ok", securedBefore: [1], found: { encrypted: true } })
    expect(played.sent[0]).toHaveLength(36)
    expect(played.sent[1]?.codePointAt(3)).toBe(2)
  })

  it("is down without TLS if TLS is required, and still ends the login", async () => {
    expect(await play({ tls: "required", login }, greeting(), error(2, 1045, "denied"))).toMatchObject({
      outcome: "tls_handshake",
      sent: [expect.not.stringContaining("secret")]
    })
  })

  it.each([
    [1040, "Too many connections", "service_refused"],
    [1129, "Host is blocked because of many connection errors", "service_refused"],
    [1130, "Host is not allowed to connect", "service_refused"],
    [1047, "Unknown command", "wrong_answer"]
  ])("is down if the server greets with the error %i (%s)", async (code, text, outcome) => {
    const first = packet(0, Buffer.of(0xff, code & 0xff, code >> 8), text)
    expect(await play({}, first)).toMatchObject({ outcome, message: expect.stringContaining(`${text} (${code})`) })
  })

  it.each([
    ["mysql_native_password", xor(sha("sha1", "secret"), sha("sha1", SALT, sha("sha1", sha("sha1", "secret"))))],
    ["caching_sha2_password", xor(sha("sha256", "secret"), sha("sha256", sha("sha256", sha("sha256", "secret")), SALT))]
  ])("proves the password with %s, and does not send it", async (plugin, proof) => {
    const played = await play(
      { tls: "never", login },
      greeting({ plugin }),
      Buffer.concat([packet(2, "\x01\x03"), ok(3)])
    )
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [] })
    expect(played.sent[0]).toContain(`mon\0${String.fromCodePoint(proof.length)}${proof.toString("latin1")}${plugin}\0`)
  })

  it("sends the password itself only over TLS that it trusts", async () => {
    const plugin = "caching_sha2_password"
    const full = packet(3, "\x01\x04")
    const played = await play({ login }, greeting({ plugin, flags: TLS }), Buffer.alloc(0), full, ok(5))
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [2] })
    expect(played.sent[2]).toBe("\x07\0\0\x04secret\0")
    expect(await play({ tls: "never", login }, greeting({ plugin }), packet(2, "\x01\x04"))).toMatchObject({
      outcome: "login_refused",
      message: expect.stringContaining("The server wants TLS for this login")
    })
  })

  it("changes to the method that the server asks for", async () => {
    const other = packet(2, `\xfemysql_native_password\0${SALT}\0`)
    const played = await play({ tls: "never", login }, greeting({ plugin: "client_ed25519" }), other, ok(4))
    expect(played).toMatchObject({ outcome: "ok" })
    expect(played.sent[1]).toHaveLength(24)
    const unknown = packet(2, `\xfedialog\0${SALT}\0`)
    expect(await play({ tls: "never", login }, greeting(), unknown)).toMatchObject({
      outcome: "login_refused",
      message: "The server wants a login that this check does not know (dialog)."
    })
  })

  it.each([
    [1045, "login_refused"],
    [1049, "login_refused"],
    [1203, "service_refused"]
  ])("a login that ends with the error %i is %s", async (code, outcome) => {
    expect(await play({ tls: "never", login }, greeting(), error(2, code, "no"))).toMatchObject({ outcome })
  })

  it("asks one question in a read-only transaction, and compares the answer", async () => {
    const ask = (answer: Buffer, rule: MysqlRequest["answer"] = { atLeast: 2 }) =>
      play({ tls: "never", login, query: "SELECT 3", answer: rule }, greeting(), ok(2), ok(1), ok(1), ok(1), answer)
    const played = await ask(rows("3", "4"))
    expect(played).toMatchObject({ outcome: "ok", found: { value: "3" }, goodbye: "\x01\0\0\0\x01" })
    expect(played.sent.slice(1).map((text) => text.slice(5))).toEqual([
      "SET SESSION sql_select_limit = 1",
      "SET SESSION max_execution_time = 5000",
      "SET SESSION TRANSACTION READ ONLY",
      "SELECT 3"
    ])
    expect(await ask(rows("1"))).toMatchObject({ outcome: "wrong_answer", found: { value: "1" } })
    expect(await ask(rows(null))).toMatchObject({ outcome: "wrong_answer", found: { value: null } })
    expect(await ask(rows())).toMatchObject({ outcome: "wrong_answer", found: { value: null } })
    expect(await ask(error(1, 1146, "Table does not exist"))).toMatchObject({
      outcome: "wrong_answer",
      message: "The query failed: Table does not exist (1146)"
    })
  })

  it("asks its question although the server does not know the time limit for queries", async () => {
    const request = { tls: "never", login, query: "SELECT 3" } as const
    const unknown = error(1, 1193, "Unknown system variable 'max_execution_time'")
    const played = await play(request, greeting(), ok(2), ok(1), unknown, ok(1), rows("3"))
    expect(played).toMatchObject({ outcome: "ok", found: { value: "3" } })
    const other = await play(request, greeting(), ok(2), ok(1), error(1, 1227, "Access denied"))
    expect(other).toMatchObject({ outcome: "wrong_answer" })
  })

  it("logs in to a server that does not name its method", async () => {
    const nameless = greeting({ plugin: "" })
    nameless.writeUInt16LE(0, 4 + nameless.subarray(4).indexOf(0) + 1 + 4 + 8 + 1 + 2 + 1 + 2)
    const played = await play({ tls: "never", login }, nameless, ok(2))
    expect(played).toMatchObject({ outcome: "ok", found: { authentication: "mysql_native_password" } })
    expect(played.sent[0]).toContain("mon\0\x14")
  })

  it("a server that accepts only TLS is up without a login", async () => {
    expect(await play({ tls: "never" }, greeting(), error(2, 3159, "TLS only"))).toMatchObject({ outcome: "ok" })
    expect(await play({ tls: "never", login }, greeting(), error(2, 3159, "TLS only"))).toMatchObject({
      outcome: "login_refused"
    })
  })

  it.each(["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "220 mx ESMTP\r\n"])(
    "%j is not MySQL",
    async (text) => {
      expect(await play({}, Buffer.from(text))).toMatchObject({ outcome: "protocol_error" })
    }
  )

  it("a greeting that is cut off is not valid", async () => {
    expect(await play({}, packet(0, "\x0a8.0\0abc"))).toMatchObject({
      outcome: "protocol_error",
      message: "The greeting of the server is not complete."
    })
  })
})
