import {
  accepted,
  batchOf,
  begun,
  done,
  ended,
  error,
  loginTexts,
  packet,
  preanswer,
  type Request,
  result,
  routed,
  sqlServer
} from "@mon/tooling/testbed/services"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { loginRequest } from "../../src/service/sqlServer/Requests.ts"
import { type SqlServerRequest, talkSqlServer } from "../../src/service/sqlServer/talkSqlServer.ts"
import { readAnswer } from "../../src/service/sqlServer/Tokens.ts"
import { makeServiceLab, type ServiceLab } from "../serviceLab.ts"
import { playTalk } from "./playTalk.ts"

const target = "db.example.com"
const login = { username: "mon", password: "never-in-a-result" }
const around = {
  authority: "db.example.com:1433",
  hostname: target,
  localAddress: "127.0.0.1",
  now: Date.now,
  random: (length: number) => Buffer.alloc(length, 7)
}

const play = (request: Partial<SqlServerRequest>, ...answers: ReadonlyArray<Buffer | string>) =>
  playTalk(talkSqlServer({ type: "sqlServer", target, ...request }, around), (_sent, index) => answers[index] ?? null)

const IN = packet(Buffer.concat([accepted, done]))
const BEGUN = packet(Buffer.concat([done, begun, done]))
const ROLLED_BACK = packet(Buffer.concat([ended, done]))

describe("a check of SQL Server", () => {
  it.each([
    [1, true],
    [3, true],
    [2, false]
  ])("without a login reads the version, and the encryption %i", async (encryption, offersTls) => {
    expect(await play({}, preanswer(encryption))).toMatchObject({
      outcome: "ok",
      found: { serverVersion: "16.0.4085", offersTls },
      securedBefore: []
    })
  })

  it.each(["HTTP/1.1 400\r\n", Buffer.from("0401ffff00000100", "hex")])("%j is not SQL Server", async (answer) => {
    expect(await play({}, answer)).toMatchObject({ outcome: "protocol_error" })
  })

  it("misses the version", async () => {
    expect(await play({}, Buffer.from("0401000900000100ff", "hex"))).toMatchObject({
      outcome: "protocol_error",
      message: "The server did not send its version."
    })
  })

  it.each([
    [{ tls: "required" }, 1, "ok", null, [1]],
    [{ tls: "required" }, 2, "tls_handshake", "The server does not offer TLS.", []],
    [{ tls: "required", login }, 2, "tls_handshake", "The server does not offer TLS.", []],
    [{ tls: "never", login }, 3, "login_refused", "The server refuses a login without TLS.", []]
  ] as const)("with %j and the encryption %i is %s", async (request, encryption, outcome, message, securedBefore) => {
    expect(await play(request, preanswer(encryption))).toMatchObject({ outcome, message, securedBefore })
  })

  it("asks whether the connection may carry the password, after TLS began", async () => {
    const played = await play({ login, database: "shop" }, preanswer(1), IN)
    expect(played).toMatchObject({ outcome: "ok", securedBefore: [1], trustedBefore: [1], found: { encrypted: true } })
    expect(played.sent[0]?.slice(-1)).toBe("\x01")
    expect(await play({ login, tls: "never" }, preanswer(2), IN)).toMatchObject({
      outcome: "ok",
      securedBefore: [],
      trustedBefore: [1],
      found: { encrypted: false }
    })
  })

  // The bytes are those of tests/unit_test.py of denisenkom/pytds (MIT).
  it("disguises the password as other clients do", () => {
    const request = loginRequest({ login: { username: "test", password: "testpwd" }, database: "d", hostname: "s" })
    expect(request.toString("hex")).toContain("e2a5f3a592a5e2a5a2a5d2a5e3a5")
    expect(loginTexts(request.subarray(8))).toEqual(["mon", "test", "testpwd", "mon", "s", "", "mon", "", "d"])
    expect(request.readUInt32LE(8)).toBe(request.length - 8)
  })

  it.each([
    [18_456, "Login failed for user 'mon'.", "login_refused", "The server refuses the login"],
    [4_060, 'Cannot open database "x" requested by the login.', "login_refused", "The server refuses the login"],
    [17_142, "SQL Server service has been paused.", "service_refused", "The server refuses connections"],
    [17_809, "Could not connect because the maximum number is reached.", "service_refused", "The server refuses"],
    [10_928, "Resource ID: 1. The request limit is reached.", "service_refused", "The server refuses connections"],
    [4_014, "A fatal error occurred.", "wrong_answer", "The server answered with an error"]
  ])("the error %i (%s) is %s", async (number, text, outcome, begin) => {
    const refusal = packet(Buffer.concat([error(number, text), error(1, "more"), done]))
    const played = await play({ login }, preanswer(1), refusal)
    expect(played).toMatchObject({ outcome, message: expect.stringContaining(begin) })
    expect(played.message).toContain(`${text} (${number})`)
  })

  it("names the error that a server sends instead of its first answer", async () => {
    expect(await play({}, packet(Buffer.concat([error(17_809, "full"), done])))).toMatchObject({
      outcome: "service_refused"
    })
  })

  it.each([packet(done), packet(Buffer.of(0xad, 0xff)), packet(Buffer.of(0x01))])(
    "does not accept the login answer %j",
    async (answer) => {
      expect(await play({ login }, preanswer(1), answer)).toMatchObject({ outcome: "protocol_error" })
    }
  )

  it("asks one question in a transaction, and rolls it back", async () => {
    const answer = packet(Buffer.concat([result(["38", "2a000000"]), done]))
    const played = await play(
      { login, query: "select count(*) from orders", answer: { atLeast: 40 } },
      preanswer(1),
      IN,
      BEGUN,
      answer,
      ROLLED_BACK
    )
    expect(played).toMatchObject({ outcome: "ok", found: { value: "42" } })
    const batches = played.sent.slice(2).map((sent) => {
      const bytes = Buffer.from(sent, "latin1")
      return batchOf({ type: bytes[0] ?? 0, body: bytes.subarray(8) })
    })
    expect(batches).toEqual([
      [expect.stringMatching(/LOCK_TIMEOUT 5000;.*ROWCOUNT 1; BEGIN TRANSACTION$/u), "0000000000000000"],
      ["select count(*) from orders", "0100000044000000"],
      ["IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION", "0100000044000000"]
    ])
  })

  it("sends a long query in several packets", async () => {
    const played = await play({ login, query: "x".repeat(5_000) }, preanswer(1), IN, BEGUN)
    const bytes = Buffer.from(played.sent[3] ?? "", "latin1")
    expect([bytes[1], bytes.readUInt16BE(2), bytes[4_097], bytes[4_102]]).toEqual([0, 4_096, 0, 2])
  })

  it.each([
    [Buffer.concat([error(208, "Invalid object name 'orders'."), done]), "Invalid object name 'orders'. (208)"],
    [Buffer.concat([error(1_222, "Lock request time out period exceeded."), done]), "Lock request time out"]
  ])("names the error of a query", async (answer, text) => {
    const played = await play({ login, query: "select 1" }, preanswer(1), IN, BEGUN, packet(answer))
    expect(played).toMatchObject({ outcome: "wrong_answer", message: expect.stringContaining("The query failed: ") })
    expect(played.message).toContain(text)
  })

  it("says to which server it is sent", async () => {
    const answer = packet(Buffer.concat([accepted, routed("db7.example.net", 11_003), done]))
    expect(await play({ login }, preanswer(1), answer)).toMatchObject({ outcome: "ok" })
    expect(await play({ login, query: "select 1" }, preanswer(1), answer)).toMatchObject({
      outcome: "wrong_answer",
      message: "The server sends its clients to db7.example.net:11003. Check that server."
    })
  })

  it("ends at a message that is too long", async () => {
    const long = Buffer.alloc(32_000)
    const parts = Buffer.concat([1, 2, 3].map(() => packet(long))).map((byte, at) => (at % 32_008 === 1 ? 0 : byte))
    expect(await play({ login }, preanswer(1), Buffer.from(parts))).toMatchObject({ outcome: "too_large" })
  })
})

/** The collation of the examples in MS-TDS, and one whose texts are UTF-8. */
const LATIN = "0904d00034"
const UTF_8 = "0904d02400"

describe("a value of SQL Server", () => {
  it.each([
    ["int", "38", "ffffffff", "-1"],
    ["tinyint", "2601", "01ff", "255"],
    ["bigint", "2608", "08ffffffffffffff7f", "9223372036854775807"],
    ["bit", "6801", "0101", "1"],
    ["bit that is NULL", "6801", "00", null],
    ["decimal(5,2)", "6a050502", "05003930 0000", "-123.45"],
    ["numeric(3,3)", "6c050303", "0501070000 00", "0.007"],
    ["money", "6e08", "08 ffffffff f0d8ffff", "-1.0000"],
    ["smallmoney", "6e04", "04 10270000", "1.0000"],
    ["float", "6d08", "08 9a9999999999b93f", "0.1"],
    ["real", "6d04", "04 cdcccc3d", "0.1"],
    ["varchar(3)", `a70300${LATIN}`, "0300666fe4", "foä"],
    ["varchar(max)", `a7ffff${LATIN}`, "0500000000000000 03000000666f6f 020000006261 00000000", "fooba"],
    ["varchar in UTF-8", `a70a00${UTF_8}`, "0300e282ac", "€"],
    ["nvarchar(10)", `e71400${LATIN}`, "0400 ac20 6100", "€a"],
    ["nvarchar(max) that is NULL", `e7ffff${LATIN}`, "ffffffffffffffff", null],
    ["char that is NULL", `af0300${LATIN}`, "ffff", null],
    [
      "text",
      `23ffffff7f${LATIN}010100740000`.slice(0, 30),
      "10 00112233445566778899aabbccddeeff 0011223344556677 02000000 6869",
      "hi"
    ],
    ["date", "28", "03 5b950a", "1900-01-01"],
    ["date before the first", "28", "03 ffffff", "unreadable"],
    ["time(7)", "2907", "05 ffbf692ac9", "23:59:59.9999999"],
    ["time(0)", "2900", "03 7f5101", "23:59:59"],
    ["datetime", "6f08", "08 00000000 2c010000", "1900-01-01 00:00:01.000"],
    ["smalldatetime", "6f04", "04 0100 3c00", "1900-01-02 01:00:00"],
    ["datetime2(3)", "2a03", "07 e8030000 5b950a", "1900-01-01 00:00:01.000"],
    ["datetimeoffset(0)", "2b00", "08 000000 5b950a c4ff", "1899-12-31 23:00:00 -01:00"],
    ["uniqueidentifier", "2410", "10 33221100554477668899aabbccddeeff", "00112233-4455-6677-8899-AABBCCDDEEFF"],
    ["varbinary", "a50800", "0100ff", "unreadable"],
    ["xml", "f100", "feffffffffffffff 02000000 3c00 00000000", "unreadable"],
    ["sql_variant", "6241230000", "02000000 3801", "unreadable"]
  ])("of the type %s is read", (_name, type, cell, text) => {
    const message = Buffer.concat([result([type, cell.replaceAll(" ", "")]), done])
    expect(readAnswer(message)?.value).toEqual(text === "unreadable" ? text : { text })
    for (let end = 0; end < message.length - done.length; end++)
      expect(readAnswer(message.subarray(0, end))?.value ?? null).toBeNull()
  })

  it("next to a column of an unknown type is not read", () => {
    expect(readAnswer(result(["38", "01000000"], ["99", "00"]))?.value).toBe("unreadable")
  })

  // MS-TDS section 4.6: the answer to select 'foo' as 'bar'.
  it("of the example in MS-TDS is read", () => {
    const example =
      "81010000000000 2000a703000904d00034 03620061007200 d10300666f6f fd1000c1000100000000000000".replaceAll(" ", "")
    expect(readAnswer(Buffer.from(example, "hex"))?.value).toEqual({ text: "foo" })
  })

  it("is that of the first column, and of the first row", () => {
    const rows = result(["38", "01000000"], ["a50800", "0100ff"], [`a70300${LATIN}`, "0100 61".replace(" ", "")])
    const message = Buffer.concat([
      rows,
      Buffer.from("d2060200000000", "hex").subarray(0, 2),
      Buffer.from("02000000", "hex"),
      done
    ])
    expect(readAnswer(message)?.value).toEqual({ text: "1" })
  })

  it("has at most 4 KiB", () => {
    const text = "x".repeat(6_000)
    const cell = Buffer.concat([Buffer.of(6_000 & 0xff, 6_000 >> 8), Buffer.from(text)]).toString("hex")
    expect(readAnswer(Buffer.concat([result([`a7401f${LATIN}`, cell]), done]))?.value).toEqual({
      text: text.slice(0, 4_096)
    })
  })
})

// What a SQL Server 2008 answered to the first message, to a login, and to the beginning of a transaction. The bytes
// were recorded in tests/unit_test.py of denisenkom/pytds (MIT).
const RECORDED = {
  first: "0401002b0000010000001a00060100200001020021000103002200000400220001ff0a0015880000020000",
  login: [
    "e32f0001105300750062006d0069007300730069006f006e0050006f007200740061006c00066d0061007300740065007200",
    "ab7e004516000002002f004300680061006e00670065006400200064006100740061006200610073006500200063006f006e",
    "007400650078007400200074006f00200027005300750062006d0069007300730069006f006e0050006f007200740061006c",
    "0027002e00094d005300530051004c0048005600330030000001000000e308000705090400010000e31700020a750073005f",
    "0065006e0067006c0069007300680000ab6e0047160000010027004300680061006e0067006500640020006c0061006e0067",
    "0075006100670065002000730065007400740069006e006700200074006f002000750073005f0065006e0067006c00690073",
    "0068002e00094d005300530051004c0048005600330030000001000000ad360001730b0003164d006900630072006f007300",
    "6f00660074002000530051004c002000530065007200760065007200000000000a001588e313000404340030003900360004",
    "3400300039003600fd000000000000000000000000"
  ].join(""),
  begin: "e30b000808010000005a00000000fd0000fd000000000000000000"
}

describe("a recorded answer of SQL Server", () => {
  it("says the version", async () => {
    expect(await play({}, Buffer.from(RECORDED.first, "hex"))).toMatchObject({
      outcome: "ok",
      found: { serverVersion: "10.0.5512", offersTls: false }
    })
  })

  it("accepts a login, and begins a transaction", () => {
    expect(readAnswer(Buffer.from(RECORDED.login, "hex"))).toMatchObject({
      isLoggedIn: true,
      error: null,
      transaction: null
    })
    expect(readAnswer(Buffer.from(RECORDED.begin, "hex"))?.transaction?.toString("hex")).toBe("010000005a000000")
  })
})

describe("a login to SQL Server over a connection", () => {
  let lab: ServiceLab
  beforeAll(async () => {
    lab = await makeServiceLab()
  })
  afterAll(() => lab.close())

  /** Answers a login and three batches. */
  const answering = (seen: Array<Request>) => (request: Request, index: number) => {
    seen.push(request)
    return [
      Buffer.concat([accepted, done]),
      Buffer.concat([begun, done]),
      Buffer.concat([
        result([`e7ffff${LATIN}`, `fffffffffeffffff08000000${Buffer.from("paid", "utf16le").toString("hex")}00000000`]),
        done
      ]),
      Buffer.concat([ended, done])
    ][index] as Buffer
  }

  it("makes the handshake within packets, and sends the password only inside TLS", async () => {
    const seen: Array<Request> = []
    const tls = await lab.authority.issue({ names: ["sql.example.com"] })
    const server = await lab.listen("sql.example.com", sqlServer({ encryption: 1, tls, answer: answering(seen) }))
    const found = await lab.probe.protocol({
      type: "sqlServer",
      target: server,
      login,
      database: "shop",
      query: "select state from orders",
      answer: { equals: "paid" }
    })
    expect(found).toMatchObject({
      outcome: "ok",
      message: null,
      certificate: { valid: true },
      found: { encrypted: true, serverVersion: "16.0.4085", value: "paid" }
    })
    expect(found.timings.tlsUs).toBeGreaterThan(0)
    expect(loginTexts(seen[0]?.body ?? Buffer.alloc(0)).slice(1)).toEqual([
      login.username,
      login.password,
      "mon",
      "sql.example.com",
      "",
      "mon",
      "",
      "shop"
    ])
  })

  it("sends no password to a server whose certificate is not valid", async () => {
    const seen: Array<Request> = []
    const tls = await lab.authority.issue({ names: ["other.example.com"] })
    const server = await lab.listen("sql.example.com", sqlServer({ encryption: 3, tls, answer: answering(seen) }))
    const found = await lab.probe.protocol({ type: "sqlServer", target: server, login })
    expect(found).toMatchObject({
      outcome: "login_refused",
      message: "The certificate is not valid (wrong_host), so the check did not send the password."
    })
    expect(seen).toEqual([])
  })

  it("sends no password without TLS, unless tls is never", async () => {
    const seen: Array<Request> = []
    const server = await lab.listen("sql.example.com", sqlServer({ encryption: 2, answer: answering(seen) }))
    const request = { type: "sqlServer", target: server, login } as const
    expect(await lab.probe.protocol(request)).toMatchObject({ outcome: "login_refused", found: { encrypted: false } })
    expect(seen).toEqual([])
    expect(await lab.probe.protocol({ ...request, tls: "never" })).toMatchObject({ outcome: "ok" })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ["sends no packet", Buffer.from("HTTP/1.1 400 Bad Request\r\n"), "The TLS handshake failed"],
    ["sends no TLS", packet(Buffer.from("SSH-2.0-x\r\n"), 0x12), "The server does not speak TLS on this port."],
    ["closes the connection", "end", "The server closed the connection during the TLS handshake."],
    ["resets the connection", "reset", "The server closed the connection during the TLS handshake."]
  ] as const)("ends a handshake with a server that %s", async (_name, bytes, message) => {
    const server = await lab.listen("sql.example.com", (socket) => {
      socket.once("data", () => {
        socket.write(preanswer(1))
        socket.once("data", () => {
          if (bytes === "end") socket.end()
          else if (bytes === "reset") socket.resetAndDestroy()
          else socket.write(bytes)
        })
      })
    })
    const found = await lab.probe.protocol({ type: "sqlServer", target: server, login, timeoutMs: 3_000 })
    expect(found).toMatchObject({ outcome: "tls_handshake", message: expect.stringContaining(message) })
  })

  it("ends a handshake with a silent server", async () => {
    const server = await lab.listen("sql.example.com", (socket) => {
      socket.once("data", () => socket.write(preanswer(1)))
    })
    expect(await lab.probe.protocol({ type: "sqlServer", target: server, login, timeoutMs: 500 })).toMatchObject({
      outcome: "tls_timeout"
    })
  })
})
