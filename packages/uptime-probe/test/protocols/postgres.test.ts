import { createHash, createHmac, pbkdf2Sync } from "node:crypto"
import { describe, expect, it } from "vitest"
import { type PostgresRequest, talkPostgres } from "../../src/service/postgres/talkPostgres.ts"
import { playTalk } from "./playTalk.ts"

const message = (type: string, ...parts: ReadonlyArray<string | Buffer>): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const auth = (code: number, ...rest: ReadonlyArray<string | Buffer>) => message("R", int32(code), ...rest)
const error = (state: string, text: string) => message("E", `SFATAL\0C${state}\0M${text}\0\0`)
const ready = message("Z", "I")
const welcome = Buffer.concat([
  auth(0),
  message("S", "server_version\x0015.8 (Debian 15.8-0)\0"),
  message("S", "in_hot_standby\0off\0"),
  message("K", int32(1), int32(2)),
  ready
])
const row = (value: string | null): Buffer =>
  message("D", Buffer.of(0, 1), value === null ? int32(-1) : Buffer.concat([int32(value.length), Buffer.from(value)]))

const mac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest()

const TLS_REQUEST = "\0\0\0\x08\x04\xd2\x16/"
const login = { username: "mon", password: "pencil" }

/** Answers the messages of the client in order. */
const play = (request: Partial<PostgresRequest>, ...answers: ReadonlyArray<string | Buffer>) =>
  playTalk(
    talkPostgres(
      { type: "postgres", target: "db.example.com", ...request },
      {
        authority: "a.example.com:1",
        hostname: "db.example.com",
        localAddress: "127.0.0.1",
        now: Date.now,
        random: (length) => Buffer.alloc(length, 7)
      }
    ),
    (_sent, index) => answers[index] ?? null
  )

describe("a check of PostgreSQL", () => {
  it("is up when the server asks for a password, and leaves without a message", async () => {
    const played = await play({}, "N", auth(10, "SCRAM-SHA-256\0\0"))
    expect(played).toMatchObject({
      outcome: "ok",
      goodbye: "",
      securedBefore: [],
      found: { encrypted: false, authentication: "scram-sha-256" }
    })
    expect(played.sent[0]).toBe(TLS_REQUEST)
    expect(played.sent[1]).toContain("user\0mon\0database\0mon\0application_name\0mon\0\0")
  })

  it("starts TLS if the server offers it, before it names the user", async () => {
    expect(await play({ database: "shop" }, "S", auth(5, "salt"))).toMatchObject({
      outcome: "ok",
      securedBefore: [1],
      found: { encrypted: true, authentication: "md5" },
      sent: [TLS_REQUEST, expect.stringContaining("database\0shop\0")]
    })
  })

  it("asks for no TLS if it must not use it", async () => {
    const played = await play({ tls: "never" }, auth(3))
    expect(played).toMatchObject({ outcome: "ok", found: { encrypted: false, authentication: "password" } })
    expect(played.sent).toHaveLength(1)
  })

  it("is down without TLS if TLS is required", async () => {
    expect(await play({ tls: "required" }, "N")).toMatchObject({
      outcome: "tls_handshake",
      message: "The server does not offer TLS."
    })
  })

  it.each([
    ["57P03", "the database system is starting up", {}, "service_refused", "The server refuses connections"],
    ["53300", "sorry, too many clients already", {}, "service_refused", "The server refuses connections"],
    ["57P01", "terminating connection", {}, "service_refused", "The server refuses connections"],
    ["28000", "no pg_hba.conf entry", {}, "ok", null],
    ["3D000", "database does not exist", {}, "ok", null],
    ["28P01", "password authentication failed", { login }, "login_refused", "The server refuses the login"],
    ["XX000", "cache lookup failed", {}, "wrong_answer", "The server answered with an error"]
  ] as const)("an error %s (%s) with %j is %s", async (state, text, request, outcome, begin) => {
    expect(await play(request, "N", error(state, text))).toMatchObject({
      outcome,
      message: begin === null ? null : `${begin}: ${text} (${state})`
    })
  })

  it.each([
    ["28000", 'role "mon" does not exist'],
    ["3D000", 'database "mon" does not exist']
  ])("a server that trusts this machine is up, although the error is %s (%s)", async (state, text) => {
    expect(await play({ tls: "never" }, Buffer.concat([auth(0), error(state, text)]))).toMatchObject({
      outcome: "ok",
      found: { authentication: "none" }
    })
  })

  it.each(["no such database: mon", "no such user: mon", "SSL required"])(
    "PgBouncer is up if it says %j to a client without a login",
    async (text) => {
      expect(await play({ tls: "never" }, error("08P01", text))).toMatchObject({ outcome: "ok" })
      expect(await play({ tls: "never", login }, error("08P01", text))).toMatchObject({ outcome: "login_refused" })
      expect(await play({ tls: "never" }, error("08P01", "no more connections allowed"))).toMatchObject({
        outcome: "wrong_answer"
      })
    }
  )

  it("a server that is full before TLS says so", async () => {
    expect(await play({}, error("53300", "too many clients"))).toMatchObject({ outcome: "service_refused" })
  })

  it.each(["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n", "\x4a\0\0\0\x0a8.0.36\0"])(
    "%j is not PostgreSQL",
    async (text) => {
      const bytes = Buffer.from(text, "latin1")
      expect(await play({ tls: "never" }, bytes)).toMatchObject({
        outcome: expect.stringMatching(/protocol_error|header_timeout/u)
      })
    }
  )

  it("logs in with SCRAM, and does not send the password", async () => {
    const nonce = Buffer.alloc(18, 7).toString("base64")
    const salt = Buffer.from("salty")
    const first = `r=${nonce}abc,s=${salt.toString("base64")},i=4096`
    const salted = pbkdf2Sync(login.password, salt, 4_096, 32, "sha256")
    const signed = `n=,r=${nonce},${first},c=biws,r=${nonce}abc`
    const stored = createHash("sha256").update(mac(salted, "Client Key")).digest()
    const signature = mac(stored, signed)
    const proof = mac(salted, "Client Key").map((byte, index) => byte ^ (signature[index] ?? 0))
    const verifier = mac(mac(salted, "Server Key"), signed).toString("base64")
    const answers = (last: string) =>
      [
        auth(10, "SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0"),
        auth(11, first),
        Buffer.concat([auth(12, `v=${last}`), welcome])
      ] as const
    const played = await play({ tls: "never", login }, ...answers(verifier))
    expect(played).toMatchObject({
      outcome: "ok",
      trustedBefore: [],
      goodbye: "X\0\0\0\x04",
      found: { serverVersion: "15.8 (Debian 15.8-0)", role: "primary" }
    })
    expect(played.sent[2]).toContain(`p=${Buffer.from(proof).toString("base64")}`)
    expect(played.sent.join("")).not.toContain(login.password)
    const impostor = await play({ tls: "never", login }, ...answers(Buffer.alloc(32).toString("base64")))
    expect(impostor).toMatchObject({
      outcome: "login_refused",
      message: "The server could not prove that it knows the password."
    })
  })

  it.each(["r=other,s=c2FsdA==,i=4096", "r=NONCEx,s=c2FsdA==,i=99999999", "r=NONCEx,s=,i=4096", "nonsense"])(
    "ends a login whose challenge is %s",
    async (challenge) => {
      const first = challenge.replace("NONCE", Buffer.alloc(18, 7).toString("base64"))
      expect(await play({ tls: "never", login }, auth(10, "SCRAM-SHA-256\0\0"), auth(11, first))).toMatchObject({
        outcome: "protocol_error"
      })
    }
  )

  it.each([
    [3, "", "pencil\0"],
    // md5(md5("pencilmon") + "salt")
    [
      5,
      "salt",
      `md5${createHash("md5")
        .update(`${createHash("md5").update("pencilmon").digest("hex")}salt`)
        .digest("hex")}\0`
    ]
  ])("asks whether the connection may carry the password (kind %i)", async (code, rest, words) => {
    const played = await play({ login }, "S", auth(code, rest), welcome)
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [2] })
    expect(played.sent[2]?.slice(5)).toBe(words)
  })

  it("asks one question in a read-only transaction, and compares the answer", async () => {
    const ask = (value: string | null, answer: PostgresRequest["answer"]) =>
      play(
        { tls: "never", login, query: "SELECT count(*) FROM orders", ...(answer === undefined ? {} : { answer }) },
        welcome,
        Buffer.concat([message("C", "BEGIN\0"), message("C", "SET\0"), ready]),
        Buffer.concat([message("1"), message("2"), row(value), message("s"), ready])
      )
    const played = await ask("42", { atLeast: 1, atMost: 100, matches: "^4" })
    expect(played).toMatchObject({ outcome: "ok", found: { value: "42" } })
    expect(played.sent[1]).toContain("BEGIN READ ONLY; SET LOCAL statement_timeout = 5000")
    expect(played.sent[2]).toContain("SELECT count(*) FROM orders\0")
    expect(await ask("7", { atLeast: 10 })).toMatchObject({
      outcome: "wrong_answer",
      message: 'The answer must be at least 10, but it is "7".',
      found: { value: "7" }
    })
    expect(await ask(null, { equals: "1" })).toMatchObject({
      outcome: "wrong_answer",
      message: 'The answer must be "1", but it is empty.'
    })
    expect(await ask("1e3x", { atMost: 10 })).toMatchObject({ outcome: "wrong_answer" })
    expect(await ask("no", { matches: "yes" })).toMatchObject({ outcome: "wrong_answer" })
    expect(await ask("", undefined)).toMatchObject({ outcome: "ok", found: { value: "" } })
  })

  it("names the error of a query that fails", async () => {
    const played = await play(
      { tls: "never", login, query: "SELECT 1 FROM orders" },
      welcome,
      Buffer.concat([message("C", "BEGIN\0"), ready]),
      Buffer.concat([error("42P01", 'relation "orders" does not exist'), ready])
    )
    expect(played).toMatchObject({
      outcome: "wrong_answer",
      message: 'The query failed: relation "orders" does not exist (42P01)',
      goodbye: "X\0\0\0\x04"
    })
  })

  it("compares the role", async () => {
    expect(await play({ tls: "never", login, role: "replica" }, welcome)).toMatchObject({
      outcome: "wrong_answer",
      message: "The server is a primary, not a replica."
    })
  })
})
