import type { Failure } from "../../Outcome.ts"
import { fail, note, read, send, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { type Reply, readReply, writeCommand } from "./Resp.ts"

/** A check of a Redis or Valkey server with PING. */
export interface RedisRequest extends SecureOptions {
  readonly type: "redis"
  /** Whether the connection begins with a TLS handshake. Default: "never". */
  readonly tls?: "fromStart" | "never"
  /** The login. If the user name is empty, the check sends only the password (before Redis 6). */
  readonly login?: Login
  /** The role that the server must have. */
  readonly role?: "primary" | "replica"
}

/** What a check found out about a Redis server. */
export interface RedisFound {
  /** Whether the server answers only after a login. */
  readonly needsLogin: boolean
  /** The server's role. Known only if the request has a `role`. */
  readonly role: "primary" | "replica"
}

/** The error codes of a server that runs, but does not serve its data. */
const UNABLE = new Set(["BUSY", "CLUSTERDOWN", "DENIED", "LOADING", "MASTERDOWN"])
/** The error codes of a login that the server does not accept. */
const LOGIN_ERRORS = new Set(["NOAUTH", "WRONGPASS"])

/** The error codes of a server that runs, but allows a client without a login no PING. */
const WANTS_LOGIN = new Set(["NOAUTH", "NOPERM"])

const codeOf = (error: string): string => error.split(" ", 1)[0] ?? ""

/** An error of the server. The words "max number of clients" come with the general code ERR. */
const failureOf = (error: string): readonly [outcome: Failure["outcome"], message: string] => {
  const code = codeOf(error)
  if (LOGIN_ERRORS.has(code)) return ["login_refused", `The server refuses the login: ${shownText(error)}`]
  if (UNABLE.has(code) || error.includes("max number of clients"))
    return ["service_refused", `The server refuses commands: ${shownText(error)}`]
  return ["wrong_answer", `The server answered with an error: ${shownText(error)}`]
}

function* command(...words: ReadonlyArray<string>): Talk<never, Reply> {
  yield* send(writeCommand(words))
  return yield* read(readReply)
}

/** Redis closes the connection of a client that says QUIT, and of one that ends its side, without a line in its log. */
export function* talkRedis({ login, role }: RedisRequest): Talk<RedisFound> {
  if (login !== undefined) {
    yield* trust()
    const words = login.username === "" ? [login.password] : [login.username, login.password]
    const answer = yield* command("AUTH", ...words)
    if (answer.kind === "error") {
      const [outcome, message] = failureOf(answer.text)
      if (outcome === "service_refused") yield* fail(outcome, message)
      yield* fail("login_refused", `The server refuses the login: ${shownText(answer.text)}`)
    }
  }
  const pong = yield* command("PING")
  const needsLogin = pong.kind === "error" && WANTS_LOGIN.has(codeOf(pong.text))
  yield* note({ needsLogin: needsLogin || login !== undefined })
  if (pong.kind === "error" && (!needsLogin || login !== undefined || role !== undefined))
    yield* fail(...failureOf(pong.text))
  if (pong.kind !== "error" && pong.text !== "PONG")
    yield* fail("wrong_answer", `The server answered PING with ${JSON.stringify(shownText(pong.text))}.`)
  if (role === undefined) return
  const answer = yield* command("INFO", "replication")
  if (answer.kind === "error") return yield* fail(...failureOf(answer.text))
  const said = /^role:(\w+)/mu.exec(answer.text)?.[1]
  if (said === undefined) return yield* fail("wrong_answer", "The server does not say its role.")
  const found = said === "master" ? "primary" : "replica"
  yield* note({ role: found })
  if (found !== role) yield* fail("wrong_answer", `The server is a ${found}, not a ${role}.`)
}
