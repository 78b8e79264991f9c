import { describe, expect, it } from "vitest"
import { type RedisRequest, talkRedis } from "../../src/service/redis/talkRedis.ts"
import { playTalk } from "./playTalk.ts"

const PING = "*1\r\n$4\r\nPING\r\n"
const INFO = "*2\r\n$4\r\nINFO\r\n$11\r\nreplication\r\n"

const play = (request: Partial<RedisRequest>, answers: Readonly<Record<string, string>>) =>
  playTalk(talkRedis({ type: "redis", target: "cache.example.com", ...request }), (sent) => answers[sent] ?? null)

const info = (role: string): string => {
  const text = `# Replication\r\nrole:${role}\r\nconnected_slaves:0\r\n`
  return `$${text.length}\r\n${text}\r\n`
}

describe("a check of Redis", () => {
  it("sends one PING, and needs no goodbye", async () => {
    expect(await play({}, { [PING]: "+PONG\r\n" })).toMatchObject({
      outcome: "ok",
      sent: [PING],
      goodbye: "",
      found: { needsLogin: false }
    })
  })

  it.each([
    ["a server that wants a login is up", "-NOAUTH Authentication required.", {}, "ok", null],
    [
      "a server that allows nothing without a login is up",
      "-NOPERM this user has no permissions to run the 'ping' command",
      {},
      "ok",
      null
    ],
    [
      "a server that loads its data is down",
      "-LOADING Redis is loading the dataset in memory",
      {},
      "service_refused",
      "The server refuses commands: LOADING Redis is loading the dataset in memory"
    ],
    [
      "a replica without its primary is down",
      "-MASTERDOWN Link with MASTER is down",
      {},
      "service_refused",
      "The server refuses commands: MASTERDOWN Link with MASTER is down"
    ],
    [
      "a full server is down",
      "-ERR max number of clients reached",
      {},
      "service_refused",
      "The server refuses commands: ERR max number of clients reached"
    ],
    [
      "another error is a wrong answer",
      "-ERR unknown command 'PING'",
      {},
      "wrong_answer",
      "The server answered with an error: ERR unknown command 'PING'"
    ],
    ["another text is a wrong answer", "+HELLO", {}, "wrong_answer", 'The server answered PING with "HELLO".'],
    [
      "a web server is not a Redis server",
      "HTTP/1.1 400 Bad Request",
      {},
      "protocol_error",
      'The server does not speak Redis on this port. It sent "H".'
    ],
    [
      "a role cannot be known without the login",
      "-NOAUTH Authentication required.",
      { role: "primary" },
      "login_refused",
      "The server refuses the login: NOAUTH Authentication required."
    ]
  ] as const)("%s", async (_name, answer, request, outcome, message) => {
    expect(await play(request, { [PING]: `${answer}\r\n` })).toMatchObject({ outcome, message })
  })

  it("logs in before the PING, and only over a connection that may carry the password", async () => {
    const auth = "*3\r\n$4\r\nAUTH\r\n$3\r\nmon\r\n$4\r\np\r\né\r\n".replace("$4\r\np\r\né", "$5\r\np\r\né")
    const played = await play(
      { login: { username: "mon", password: "p\r\né" } },
      { [Buffer.from(auth).toString("latin1")]: "+OK\r\n", [PING]: "+PONG\r\n" }
    )
    expect(played).toMatchObject({ outcome: "ok", trustedBefore: [0], found: { needsLogin: true } })
    expect(played.sent).toEqual([Buffer.from(auth).toString("latin1"), PING])
  })

  it("sends only the password without a user name", async () => {
    const auth = "*2\r\n$4\r\nAUTH\r\n$1\r\nx\r\n"
    const wrong = "-WRONGPASS invalid username-password pair or user is disabled."
    expect(await play({ login: { username: "", password: "x" } }, { [auth]: `${wrong}\r\n` })).toMatchObject({
      outcome: "login_refused",
      message: `The server refuses the login: ${wrong.slice(1)}`,
      sent: [auth]
    })
  })

  it.each([
    ["master", "primary", "ok", null],
    ["slave", "replica", "ok", null],
    ["slave", "primary", "wrong_answer", "The server is a replica, not a primary."],
    ["master", "replica", "wrong_answer", "The server is a primary, not a replica."]
  ] as const)("a %s that must be a %s is %s", async (said, role, outcome, message) => {
    const played = await play({ role }, { [PING]: "+PONG\r\n", [INFO]: info(said) })
    expect(played).toMatchObject({ outcome, message, found: { role: said === "master" ? "primary" : "replica" } })
  })

  it("a server that does not say its role has none", async () => {
    expect(await play({ role: "replica" }, { [PING]: "+PONG\r\n", [INFO]: "$0\r\n\r\n" })).toMatchObject({
      outcome: "wrong_answer",
      message: "The server does not say its role.",
      found: { needsLogin: false }
    })
  })

  it.each([
    ["$99999999\r\n", "too_large"],
    ["$-1\r\n", "protocol_error"],
    ["$abc\r\n", "protocol_error"],
    [`+${"x".repeat(9_000)}`, "too_large"]
  ])("an answer like %j fails the check", async (answer, outcome) => {
    expect(await play({}, { [PING]: answer })).toMatchObject({ outcome })
  })
})
