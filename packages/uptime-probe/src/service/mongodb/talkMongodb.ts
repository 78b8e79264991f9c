import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { checkValue, type ValueRule } from "../protocol/ValueRule.ts"
import { shownText } from "../Received.ts"
import { logIn, methodsOf } from "./logIn.ts"
import { type Answer, command, readAnswer } from "./Messages.ts"
import { errorText, isOk, refuse } from "./refuse.ts"

/** A check of a MongoDB server. Without a login, the check sends the command "hello", which needs none. */
export interface MongodbRequest extends SecureOptions {
  readonly type: "mongodb"
  /** Whether the connection begins with a TLS handshake. Default: "never". */
  readonly tls?: "fromStart" | "never"
  /** A login with SCRAM-SHA-256, or with SCRAM-SHA-1 if the server offers only this method. */
  readonly login?: Login
  /** The database that contains the user. Default: "admin". */
  readonly authenticationDatabase?: string
  /** The database that contains the collection. Default: "test". */
  readonly database?: string
  /** The collection whose documents the check counts. Default: none. */
  readonly collection?: string
  /** The condition that the number of documents must meet. */
  readonly answer?: ValueRule
  /** The role that the server must have. By default, a primary, a secondary, a router and a single server are up. */
  readonly role?: "primary" | "secondary"
  /** The name of the replica set that the server must belong to. */
  readonly replicaSet?: string
}

/** What a check found out about a MongoDB server. */
export interface MongodbFound {
  readonly role: "arbiter" | "none" | "primary" | "router" | "secondary"
  /** The name of the replica set. Absent if the server belongs to none. */
  readonly replicaSet: string
  /** The version of the wire protocol, for instance 17 for MongoDB 6.0. */
  readonly wireVersion: number
  /** The number of documents in the collection, as text. */
  readonly value: string
}

/** A server before version 4.4.2 may not know the command "hello" (MongoDB Manual, "hello"). */
const COMMAND_NOT_FOUND = 59
const UNAUTHORIZED = 13

/** The time limit of the count, in milliseconds. The time limit of the check itself ends it, too. */
const COUNT_MS = 5_000

const DEFAULT_USERS = "admin"
const DEFAULT_DATABASE = "test"

const roleOf = (answer: Answer): MongodbFound["role"] => {
  if (answer.get("msg") === "isdbgrid") return "router"
  if (answer.get("isWritablePrimary") === true || answer.get("ismaster") === true) return "primary"
  if (answer.get("secondary") === true) return "secondary"
  return answer.get("arbiterOnly") === true ? "arbiter" : "none"
}

function* greet({ authenticationDatabase = DEFAULT_USERS, login }: MongodbRequest): Talk<MongodbFound, Answer> {
  const fields = login === undefined ? {} : methodsOf(authenticationDatabase, login)
  yield* send(command("admin", { hello: 1, ...fields }))
  let answer = yield* read(readAnswer)
  if (answer.get("code") === COMMAND_NOT_FOUND) {
    yield* send(command("admin", { isMaster: 1, ...fields }))
    answer = yield* read(readAnswer)
  }
  if (!isOk(answer)) yield* fail("service_refused", `The server refuses commands: ${errorText(answer)}`)
  return answer
}

/** Returns the number of documents in a collection. The server takes the number from its statistics. */
function* count(database: string, collection: string): Talk<MongodbFound, string> {
  // Without the preference, a secondary would not answer.
  const fields = { count: collection, maxTimeMS: COUNT_MS, $readPreference: { mode: "primaryPreferred" } }
  yield* send(command(database, fields))
  const answer = yield* read(readAnswer)
  if (answer.get("code") === UNAUTHORIZED)
    yield* fail("wrong_answer", `The check may not count the documents: ${errorText(answer)}`)
  if (!isOk(answer)) yield* refuse(answer)
  const number = answer.get("n")
  return typeof number === "number"
    ? String(number)
    : yield* fail("protocol_error", "The server did not send the number of documents.")
}

/** Speaks to a MongoDB server. */
export function* talkMongodb(request: MongodbRequest, around: Surroundings): Talk<MongodbFound> {
  const { answer: rule, authenticationDatabase = DEFAULT_USERS, collection, login, replicaSet, role } = request
  const answer = yield* greet(request)
  const found = roleOf(answer)
  const set = answer.get("setName")
  const version = answer.get("maxWireVersion")
  yield* note({
    role: found,
    ...(typeof set === "string" ? { replicaSet: shownText(set) } : {}),
    ...(typeof version === "number" ? { wireVersion: version } : {})
  })
  if (found === "none") yield* fail("service_refused", "The server is neither a primary nor a secondary now.")
  if (role !== undefined && found !== role) yield* fail("wrong_answer", `The server is a ${found}, not a ${role}.`)
  if (replicaSet !== undefined && set !== replicaSet)
    yield* fail("wrong_answer", `The server does not belong to the replica set ${JSON.stringify(replicaSet)}.`)
  if (login !== undefined) yield* logIn(authenticationDatabase, login, answer, around)
  if (collection === undefined) return
  const value = yield* count(request.database ?? DEFAULT_DATABASE, collection)
  yield* note({ value })
  if (rule !== undefined) yield* checkValue(value, rule)
}
