import { mongodbServer, opMsg as answerOf } from "@mon/tooling/testbed/services"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MongodbRequest, talkMongodb } from "../../src/service/mongodb/talkMongodb.ts"
import { makeServiceLab, type ServiceLab } from "../serviceLab.ts"
import { playTalk } from "./playTalk.ts"

const target = "a.example.com"
const around = {
  authority: "a.example.com:1",
  hostname: target,
  localAddress: "127.0.0.1",
  now: Date.now,
  random: (length: number) => Buffer.alloc(length, 7)
}
const login = { username: "mon", password: "never-in-a-result" }

const bson = (...elements: ReadonlyArray<string>): Buffer => {
  const body = Buffer.from(`${elements.join("")}\0`, "latin1")
  const length = Buffer.alloc(4)
  length.writeInt32LE(4 + body.length)
  return Buffer.concat([length, body])
}
const opMsg = (document: Buffer): Buffer => {
  const head = Buffer.alloc(21)
  head.writeInt32LE(head.length + document.length, 0)
  head.writeInt32LE(1, 8)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, document])
}
const yes = (name: string) => `\x08${name}\0\x01`
const OK = "\x01ok\0\0\0\0\0\0\0\xf0\x3f"
const SET = "\x02setName\0\x04\0\0\0rs0\0"
const WIRE = "\x10maxWireVersion\0\x11\0\0\0"
// What a server of version 6.0 sends besides: a document, a time, a number of 64 bits and an identifier.
const MORE = [
  `\x03topologyVersion\0${bson(`\x07processId\0${"x".repeat(12)}`).toString("latin1")}`,
  `\x09localTime\0${"\x01".repeat(8)}`,
  `\x12counter\0${"\0".repeat(8)}`
].join("")

describe("a check of MongoDB", () => {
  const play = (answer: Buffer | string, request: Partial<MongodbRequest> = {}) =>
    playTalk(talkMongodb({ type: "mongodb", target, ...request }, around), () => answer)

  it("says hello, and names the role", async () => {
    const played = await play(opMsg(bson(MORE, yes("isWritablePrimary"), SET, WIRE, OK)))
    expect(played).toMatchObject({
      outcome: "ok",
      found: { role: "primary", replicaSet: "rs0", wireVersion: 17 }
    })
    expect(played.sent[0]?.slice(21)).toBe(
      bson("\x10hello\0\x01\0\0\0", "\x02$db\0\x06\0\0\0admin\0").toString("latin1")
    )
  })

  it("asks a server before version 4.4 in its own words", async () => {
    const unknown = opMsg(bson("\x10code\0\x3b\0\0\0", "\x02errmsg\0\x03\0\0\0no\0", "\x10ok\0\0\0\0\0"))
    const answers = [unknown, opMsg(bson(yes("ismaster"), OK))]
    const played = await playTalk(
      talkMongodb({ type: "mongodb", target }, around),
      (_sent, index) => answers[index] ?? null
    )
    expect(played).toMatchObject({ outcome: "ok", found: { role: "primary" } })
    expect(played.sent[1]).toContain("\x10isMaster\0")
  })

  it.each([
    [[yes("secondary"), SET, OK], {}, "ok", null],
    [["\x02msg\0\x09\0\0\0isdbgrid\0", OK], {}, "ok", null],
    [[yes("arbiterOnly"), OK], {}, "ok", null],
    [[OK], {}, "service_refused", "The server is neither a primary nor a secondary now."],
    [[yes("secondary"), OK], { role: "primary" }, "wrong_answer", "The server is a secondary, not a primary."],
    [
      [yes("secondary"), OK],
      { replicaSet: "rs0" },
      "wrong_answer",
      'The server does not belong to the replica set "rs0".'
    ],
    [["\x02errmsg\0\x05\0\0\0full\0"], {}, "service_refused", "The server refuses commands: full"]
  ] as const)("an answer of %j with %j is %s", async (elements, request, outcome, message) => {
    expect(await play(opMsg(bson(...elements)), request)).toMatchObject({ outcome, message })
  })

  it.each(["HTTP/1.0 200 OK\r\n\r\n", opMsg(Buffer.of(5, 0, 0, 0, 1)), opMsg(bson("\x02a\0\xff\xff\xff\x7f"))])(
    "%j is not an answer",
    async (answer) => {
      expect(await play(answer)).toMatchObject({ outcome: "protocol_error" })
    }
  )
})

describe("a login to MongoDB", () => {
  let lab: ServiceLab
  beforeAll(async () => {
    lab = await makeServiceLab()
  })
  afterAll(() => lab.close())

  const check = async (
    settings: Partial<Parameters<typeof mongodbServer>[0]>,
    request: Partial<MongodbRequest>,
    seen: Array<string> = []
  ) => {
    const server = await lab.listen("db.example.com", mongodbServer({ ...login, ...settings }, seen))
    return lab.probe.protocol({ type: "mongodb", target: server, login, ...request })
  }

  it("proves the password with SHA-256, and counts the documents", async () => {
    const seen: Array<string> = []
    const counts = { "shop.orders": 42 }
    const found = await check({ counts }, { database: "shop", collection: "orders", answer: { atLeast: 1 } }, seen)
    expect(found).toMatchObject({ outcome: "ok", found: { role: "primary", value: "42" } })
    expect(seen).toEqual(["hello", "saslStart", "saslContinue", "count"])
  })

  it("compares the number of documents", async () => {
    expect(await check({}, { collection: "orders", answer: { atLeast: 1 } })).toMatchObject({
      outcome: "wrong_answer",
      message: 'The answer must be at least 1, but it is "0".',
      found: { value: "0" }
    })
  })

  it("uses SHA-1 if the server offers nothing else", async () => {
    const seen: Array<string> = []
    const found = await check({ mechanisms: ["SCRAM-SHA-1"], rounds: 10_000, isOld: true }, {}, seen)
    expect(found).toMatchObject({ outcome: "ok" })
    expect(seen).toEqual(["hello", "saslStart", "saslContinue", "saslContinue"])
  })

  it.each([
    [{}, { login: { ...login, password: "wrong" } }, "Authentication failed. (AuthenticationFailed)"],
    [{}, { login: { ...login, username: "nobody" } }, "Authentication failed. (AuthenticationFailed)"],
    [{}, { authenticationDatabase: "shop", login: { ...login, username: "x" } }, "Authentication failed."],
    [{ mechanisms: [] }, { authenticationDatabase: "other" }, "not enabled (MechanismUnavailable)"]
  ] as const)("a server with %j refuses %j", async (settings, request, reason) => {
    const found = await check(settings, request)
    expect(found).toMatchObject({ outcome: "login_refused" })
    expect(found.message).toContain(`The server refuses the login: ${reason}`)
  })

  it("knows no other methods of login", async () => {
    expect(await check({ mechanisms: ["PLAIN"] }, {})).toMatchObject({
      outcome: "login_refused",
      message: "The server offers no login that this check knows."
    })
  })

  it("does not trust a server that cannot prove that it knows the password", async () => {
    const saslContinue = { conversationId: 3, done: true, payload: Buffer.from("v=AAAA"), ok: 1 }
    expect(await check({ answers: { saslContinue } }, { collection: "orders" })).toMatchObject({
      outcome: "login_refused",
      message: "The server could not prove that it knows the password.",
      found: { role: "primary" }
    })
  })

  it.each([1, 4_095, 1_000_001])("ends a login that wants %i rounds", async (rounds) => {
    const payload = (sent: string) =>
      Buffer.from(`r=${sent.slice(sent.indexOf(",r=") + 3).slice(0, 32)}x,s=c2FsdA==,i=${rounds}`)
    const played = await playTalk(talkMongodb({ type: "mongodb", target, login }, around), (sent, index) =>
      index === 0
        ? answerOf({ isWritablePrimary: true, maxWireVersion: 17, ok: 1 })
        : answerOf({ conversationId: 1, done: false, payload: payload(sent), ok: 1 })
    )
    expect(played).toMatchObject({
      outcome: "protocol_error",
      message: "The server sent a login challenge that is not valid."
    })
    expect(played.sent.join("")).not.toContain(login.password)
    expect(played.trustedBefore).toEqual([])
  })

  it.each([
    [
      { ok: 0, errmsg: "not authorized on shop", code: 13, codeName: "Unauthorized" },
      "wrong_answer",
      "The check may not count the documents: not authorized on shop (Unauthorized)"
    ],
    [
      { ok: 0, errmsg: "operation exceeded time limit", code: 50, codeName: "MaxTimeMSExpired" },
      "wrong_answer",
      "The server answered with an error: operation exceeded time limit (MaxTimeMSExpired)"
    ],
    [
      { ok: 0, errmsg: "shutting down", code: 91 },
      "service_refused",
      "The server refuses commands: shutting down (91)"
    ],
    [{ ok: 1 }, "protocol_error", "The server did not send the number of documents."],
    [{ ok: 0 }, "wrong_answer", "The server answered with an error: no reason"]
  ] as const)("a count with the answer %j is %s", async (count, outcome, text) => {
    expect(await check({ answers: { count } }, { collection: "orders" })).toMatchObject({ outcome, message: text })
  })

  it("counts without a login if the server has no users", async () => {
    const server = await lab.listen(
      "open.example.com",
      mongodbServer({ ...login, answers: { count: { n: 3, ok: 1 } } })
    )
    expect(await lab.probe.protocol({ type: "mongodb", target: server, collection: "orders" })).toMatchObject({
      outcome: "ok",
      found: { value: "3" }
    })
  })
})
