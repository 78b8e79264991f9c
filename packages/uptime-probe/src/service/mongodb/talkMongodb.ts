import { strange, tooLong } from "../dialogue/readings.ts"
import { fail, note, read, send, type Talk } from "../dialogue/Talk.ts"
import type { SecureOptions } from "../protocol/Protocol.ts"
import { type Reading, shownText } from "../Received.ts"
import { type BsonValue, readDocument, writeDocument } from "./Bson.ts"

/** A check of a MongoDB server with the command "hello", which needs no login. */
export interface MongodbRequest extends SecureOptions {
  readonly type: "mongodb"
  /** Whether the connection begins with a TLS handshake. Default: "never". */
  readonly tls?: "fromStart" | "never"
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
}

/** The number of a message in the current form (MongoDB Wire Protocol, OP_MSG). */
const OP_MSG = 2013
const HEAD_BYTES = 16
/** The flags of the message, and the kind of its only section. */
const FLAGS_BYTES = 5
/** The longest message that this package reads, in bytes. */
const MESSAGE_BYTES = 64 * 1024

/** A server before version 4.4.2 may not know the command "hello" (MongoDB Manual, "hello"). */
const COMMAND_NOT_FOUND = 59

const command = (name: "hello" | "isMaster"): Buffer => {
  const document = writeDocument({ [name]: 1, $db: "admin" })
  const head = Buffer.alloc(HEAD_BYTES + FLAGS_BYTES)
  head.writeInt32LE(head.length + document.length, 0)
  head.writeInt32LE(1, 4)
  head.writeInt32LE(OP_MSG, 12)
  return Buffer.concat([head, document])
}

const readAnswer = (bytes: Buffer): Reading<ReadonlyMap<string, BsonValue>> => {
  if (bytes.length < HEAD_BYTES) return null
  const length = bytes.readInt32LE(0)
  if (bytes.readInt32LE(12) !== OP_MSG || length < HEAD_BYTES + FLAGS_BYTES) return strange("MongoDB", bytes)
  if (length > MESSAGE_BYTES) return tooLong(length)
  if (bytes.length < length) return null
  const document = readDocument(bytes.subarray(HEAD_BYTES + FLAGS_BYTES, length))
  return document === null ? strange("MongoDB", bytes) : { taken: length, value: document }
}

const roleOf = (answer: ReadonlyMap<string, BsonValue>): MongodbFound["role"] => {
  if (answer.get("msg") === "isdbgrid") return "router"
  if (answer.get("isWritablePrimary") === true || answer.get("ismaster") === true) return "primary"
  if (answer.get("secondary") === true) return "secondary"
  return answer.get("arbiterOnly") === true ? "arbiter" : "none"
}

/** Speaks to a MongoDB server. */
export function* talkMongodb({ replicaSet, role }: MongodbRequest): Talk<MongodbFound> {
  yield* send(command("hello"))
  let answer = yield* read(readAnswer)
  if (answer.get("code") === COMMAND_NOT_FOUND) {
    yield* send(command("isMaster"))
    answer = yield* read(readAnswer)
  }
  if (answer.get("ok") !== 1) {
    const reason = shownText(String(answer.get("errmsg") ?? answer.get("codeName") ?? ""))
    yield* fail("service_refused", `The server refuses commands: ${reason}`)
  }
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
}
