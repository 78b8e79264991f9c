import { createHash } from "node:crypto"
import { compute, fail, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { Login } from "../protocol/Protocol.ts"
import { answerScram, firstMessage, type ScramPlan } from "../scram/Scram.ts"
import { type BsonValue, readDocument } from "./Bson.ts"
import { type Answer, command, readAnswer } from "./Messages.ts"
import { errorText, isOk, refuse } from "./refuse.ts"

const SHA_256 = "SCRAM-SHA-256"
const SHA_1 = "SCRAM-SHA-1"
/** The first version of the wire protocol with SCRAM-SHA-256, which is that of MongoDB 4.0. */
const SHA_256_VERSION = 7

const NONCE_BYTES = 24
/** A cheaper proof could be guessed by an impostor (MongoDB's specification "Driver Authentication", section SCRAM). */
const LEAST_ROUNDS = 4_096

/**
 * Errors about the name, the password or the methods of a client: UserNotFound, Unauthorized, AuthenticationFailed,
 * MechanismUnavailable (src/mongo/base/error_codes.yml), and the only error of MongoDB Atlas.
 */
const LOGIN_ERRORS: ReadonlySet<BsonValue> = new Set([11, 13, 18, 334, 8_000])

const mechanismsOf = (hello: Answer): ReadonlyArray<BsonValue> | null => {
  const listed = hello.get("saslSupportedMechs")
  return Buffer.isBuffer(listed) ? [...(readDocument(listed)?.values() ?? [])] : null
}

/** Chooses the method of login. A server lists none if it does not know the user. It then refuses any method. */
const mechanismOf = (hello: Answer): typeof SHA_1 | typeof SHA_256 | null => {
  const listed = mechanismsOf(hello)
  if (listed === null) return Number(hello.get("maxWireVersion") ?? 0) < SHA_256_VERSION ? SHA_1 : SHA_256
  return listed.includes(SHA_256) ? SHA_256 : listed.includes(SHA_1) ? SHA_1 : null
}

/** With SHA-1, the password is a hash of the name and the password, which older methods of MongoDB used. */
const planOf = (mechanism: string, { password, username }: Login, nonce: string): ScramPlan => {
  const plan = { nonce, username, leastRounds: LEAST_ROUNDS }
  return mechanism === SHA_256
    ? { ...plan, password }
    : { ...plan, hash: "sha1", password: createHash("md5").update(`${username}:mongo:${password}`).digest("hex") }
}

/** Sends a step of the login, and returns the answer. */
function* step(database: string, fields: Parameters<typeof command>[1]): Talk<never, Answer> {
  yield* send(command(database, fields))
  const answer = yield* read(readAnswer)
  if (isOk(answer)) return answer
  if (LOGIN_ERRORS.has(answer.get("code") ?? null))
    yield* fail("login_refused", `The server refuses the login: ${errorText(answer)}`)
  return yield* refuse(answer)
}

const payloadOf = (answer: Answer): string => {
  const payload = answer.get("payload")
  return Buffer.isBuffer(payload) ? payload.toString("utf8") : ""
}

/** The field of "hello" that asks for the methods of login of a user. */
export const methodsOf = (database: string, { username }: Login) => ({ saslSupportedMechs: `${database}.${username}` })

/**
 * Proves that the check knows the password, and that the server knows it too. The password itself is not sent, so the
 * connection needs no TLS.
 */
export function* logIn(database: string, login: Login, hello: Answer, { random }: Surroundings): Talk<never> {
  const mechanism = mechanismOf(hello)
  if (mechanism === null) return yield* fail("login_refused", "The server offers no login that this check knows.")
  const plan = planOf(mechanism, login, random(NONCE_BYTES).toString("base64"))
  const first = yield* step(database, {
    saslStart: 1,
    mechanism,
    payload: Buffer.from(firstMessage(plan)),
    options: { skipEmptyExchange: true }
  })
  const id = first.get("conversationId")
  const conversationId = typeof id === "number" ? id : 1
  const answer = yield* compute(() => answerScram(plan, payloadOf(first)))
  if (answer === null) return yield* fail("protocol_error", "The server sent a login challenge that is not valid.")
  const last = yield* step(database, { saslContinue: 1, conversationId, payload: Buffer.from(answer.message) })
  if (!answer.isProven(payloadOf(last)))
    yield* fail("login_refused", "The server could not prove that it knows the password.")
  if (last.get("done") === true) return
  // A server before version 4.4 wants one more message, which is empty.
  const end = yield* step(database, { saslContinue: 1, conversationId, payload: Buffer.alloc(0) })
  if (end.get("done") !== true) yield* fail("protocol_error", "The server did not end the login.")
}
