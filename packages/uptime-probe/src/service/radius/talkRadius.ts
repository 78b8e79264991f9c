import { fail, note, read, send, type Surroundings, type Talk } from "../dialogue/Talk.ts"
import type { Login, ProtocolOptions } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { type Answer, attributes, codes, hidePassword, type Question, readPacket, writePacket } from "./Packet.ts"

/**
 * A check of a RADIUS server. Without a login, the check asks for the status (RFC 5997). With a login, it asks whether
 * the server accepts the user (PAP, RFC 2865). A server ignores clients that it does not know, and those with a wrong
 * secret.
 */
export interface RadiusRequest extends ProtocolOptions {
  readonly type: "radius"
  /** The secret that the server shares with this client. It is not sent. */
  readonly secret: string
  /** The user. The password is hidden with the secret: at most 128 bytes, and the name at most 253. */
  readonly login?: Login
  /** What the user connects to, such as the address and the name of a wireless network. Only with a login. */
  readonly calledStationId?: string
  /** The address from which the user connects. Only with a login. */
  readonly callingStationId?: string
}

/** What a check found out about a RADIUS server. */
export interface RadiusFound {
  /** Whether the server answers for logins or for accounting. */
  readonly purpose: "accounting" | "logins"
  /** The answer to the login. A challenge asks for more than a password, such as a one-time code. */
  readonly login: "accepted" | "challenged" | "refused"
}

const AUTHENTICATOR_BYTES = 16
/** The name of the client, which a server can write into its log. */
const CLIENT = "mon"

type Found = Talk<RadiusFound>

/** RFC 5997 section 4.2. */
function* askStatus(question: Question): Found {
  yield* send(writePacket(codes.statusServer, question))
  const { code } = yield* read(readPacket(question, [codes.accessAccept, codes.accountingResponse]))
  yield* note({ purpose: code === codes.accessAccept ? "logins" : "accounting" })
}

const reasonIn = ({ values }: Answer): string =>
  shownText(values(attributes.replyMessage).map(String).join(" ").trim()) || "Access-Reject"

/** RFC 2865 section 4. */
function* logIn(question: Question, login: Login, { calledStationId, callingStationId }: RadiusRequest): Found {
  const content = [
    [attributes.userName, login.username],
    [attributes.userPassword, hidePassword(login.password, question)],
    [attributes.nasIdentifier, CLIENT],
    ...(calledStationId === undefined ? [] : [[attributes.calledStationId, calledStationId] as const]),
    ...(callingStationId === undefined ? [] : [[attributes.callingStationId, callingStationId] as const])
  ] as const
  yield* send(writePacket(codes.accessRequest, question, content))
  const answer = yield* read(readPacket(question, [codes.accessAccept, codes.accessReject, codes.accessChallenge]))
  yield* note({ purpose: "logins" })
  switch (answer.code) {
    case codes.accessAccept:
      return yield* note({ login: "accepted" })
    case codes.accessChallenge:
      return yield* note({ login: "challenged" })
    default:
      yield* note({ login: "refused" })
      yield* fail("login_refused", `The server refuses the login: ${reasonIn(answer)}`)
  }
}

/** Asks a RADIUS server for its status, or whether it accepts a user. */
export function* talkRadius(request: RadiusRequest, { random }: Surroundings): Found {
  const question = {
    id: random(1)[0] ?? 0,
    authenticator: random(AUTHENTICATOR_BYTES),
    secret: request.secret
  }
  if (request.login === undefined) yield* askStatus(question)
  else yield* logIn(question, request.login, request)
}
