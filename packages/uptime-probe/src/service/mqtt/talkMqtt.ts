import { strange } from "../dialogue/readings.ts"
import { fail, farewell, note, read, send, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import type { Reading } from "../Received.ts"

/** A check of an MQTT broker: a connection with version 3.1.1 of the protocol, without a stored session. */
export interface MqttRequest extends SecureOptions {
  readonly type: "mqtt"
  /** Whether the connection begins with a TLS handshake. Default: "never". */
  readonly tls?: "fromStart" | "never"
  readonly login?: Login
}

/** What a check found out about an MQTT broker. */
export interface MqttFound {
  /** Whether the broker accepts only clients that log in. */
  readonly needsLogin: boolean
}

const CONNECT = 0x10
const CONNACK = 0x20
const LEVEL_311 = 4
const CLEAN_SESSION = 0x02
const HAS_PASSWORD = 0x40
const HAS_USERNAME = 0x80
const KEEP_ALIVE_SECONDS = 10
const ID_BYTES = 8

const DISCONNECT = Buffer.of(0xe0, 0)

const ACCEPTED = 0
const BAD_LOGIN = 4
const NOT_AUTHORIZED = 5

/** The reasons why a broker refuses a connection (MQTT 3.1.1 section 3.2.2.3). */
const REASONS: ReadonlyMap<number, string> = new Map([
  [1, "it does not support version 3.1.1 of MQTT"],
  [2, "it does not allow the client's name"],
  [3, "it is unavailable"]
])

const withLength = (content: string): Buffer => {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** The length of a message, seven bits in each byte (section 2.2.3). */
const varyingLength = (length: number): Buffer =>
  length < 0x80 ? Buffer.of(length) : Buffer.of((length & 0x7f) | 0x80, length >> 7)

const connect = (clientId: string, login: Login | undefined): Buffer => {
  const flags = CLEAN_SESSION | (login === undefined ? 0 : HAS_USERNAME | HAS_PASSWORD)
  const body = Buffer.concat([
    withLength("MQTT"),
    Buffer.of(LEVEL_311, flags, 0, KEEP_ALIVE_SECONDS),
    withLength(clientId),
    ...(login === undefined ? [] : [withLength(login.username), withLength(login.password)])
  ])
  return Buffer.concat([Buffer.of(CONNECT), varyingLength(body.length), body])
}

const CONNACK_BYTES = 4

/** Reads the code of the answer to a connection (section 3.2). */
const readConnack = (bytes: Buffer): Reading<number> => {
  const [type, length = 2] = bytes
  if (type !== CONNACK || length !== 2) return strange("MQTT", bytes)
  return bytes.length < CONNACK_BYTES ? null : { taken: CONNACK_BYTES, value: bytes[3] ?? 0 }
}

/** Speaks to an MQTT broker. */
export function* talkMqtt({ login }: MqttRequest, { random }: Surroundings): Talk<MqttFound> {
  if (login !== undefined) yield* trust()
  yield* send(connect(`mon${random(ID_BYTES).toString("hex")}`, login))
  const code = yield* read(readConnack)
  const isLogin = code === BAD_LOGIN || code === NOT_AUTHORIZED
  if (isLogin && login !== undefined) yield* fail("login_refused", `The broker refuses the login (code ${code}).`)
  if (!isLogin && code !== ACCEPTED)
    yield* fail("service_refused", `The broker refuses the connection: ${REASONS.get(code) ?? `code ${code}`}.`)
  yield* note({ needsLogin: isLogin || login !== undefined })
  if (code === ACCEPTED) yield* farewell(DISCONNECT)
}
