import { fail, farewell, note, read, secure, send, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { readMessage, readValues, tags as basic, type Value, write, writeInteger } from "../ber/Ber.ts"

/** A check of a directory server. The check reads the server's description of itself (RFC 4512 section 5.1). */
export interface LdapRequest extends SecureOptions {
  readonly type: "ldap"
  /** How the check uses TLS. Default: "never", because a server does not say whether it offers TLS. */
  readonly tls?: "fromStart" | "never" | "required"
  /** A simple bind (RFC 4513 section 5.1). The user name is a distinguished name such as "cn=mon,dc=example,dc=com". */
  readonly login?: Login
}

/** What a check found out about a directory server. */
export interface LdapFound {
  /** Whether the server lets clients without a login read its description of itself. Unknown after a login. */
  readonly anonymous: boolean
}

/** The tags of operations (RFC 4511 section 4), and those of the parts that a check sends. */
const tags = {
  ...basic,
  bindRequest: 0x60,
  bindResponse: 0x61,
  unbindRequest: 0x42,
  searchRequest: 0x63,
  searchEntry: 0x64,
  searchDone: 0x65,
  extendedRequest: 0x77,
  extendedResponse: 0x78,
  present: 0x87,
  simple: 0x80,
  requestName: 0x80
} as const

interface Result {
  readonly code: number
  readonly text: string
}

/** The codes of results (RFC 4511 appendix A). */
const SUCCESS = 0
const OPERATIONS_ERROR = 1
const INVALID_CREDENTIALS = 49
/** The server runs, but does not answer this question without a login or TLS. OpenDJ says 53 then. */
const WANTS_LOGIN = new Set([OPERATIONS_ERROR, 8, 13, 48, 50, 53])
/** The server runs, but does not serve now. */
const REFUSALS = new Set([51, 52])

const START_TLS = "1.3.6.1.4.1.1466.20037"
const VERSION = 3
const SECONDS = 10
const MOST_ENTRIES = 100

const message = (id: number, operation: Buffer): Buffer => write(tags.sequence, writeInteger(id), operation)

const bind = (id: number, { password, username }: Login): Buffer =>
  message(id, write(tags.bindRequest, writeInteger(VERSION), write(tags.text, username), write(tags.simple, password)))

const startTls = (id: number): Buffer => message(id, write(tags.extendedRequest, write(tags.requestName, START_TLS)))

const unbind = (id: number): Buffer => message(id, write(tags.unbindRequest))

/** Searches only the root entry, and asks for one attribute. */
const readRoot = (id: number): Buffer =>
  message(
    id,
    write(
      tags.searchRequest,
      write(tags.text),
      writeInteger(0, tags.enumerated),
      writeInteger(0, tags.enumerated),
      writeInteger(1),
      writeInteger(SECONDS),
      writeInteger(0, tags.boolean),
      write(tags.present, "objectClass"),
      write(tags.sequence, write(tags.text, "supportedLDAPVersion"))
    )
  )

const resultOf = ({ content }: Value): Result => {
  const [code, , text] = readValues(content, 3)
  return { code: code?.content[0] ?? OPERATIONS_ERROR, text: text?.content.toString("utf8") ?? "" }
}

const shown = ({ code, text }: Result): string => (text === "" ? `code ${code}` : `${shownText(text)} (code ${code})`)

/** Reads messages until one has this tag. */
function* awaitResult(tag: number): Talk<LdapFound, Result> {
  for (let count = 0; count < MOST_ENTRIES; count++) {
    const [, operation] = readValues(yield* read(readMessage("LDAP")), 2)
    if (operation?.tag === tag) {
      const result = resultOf(operation)
      if (REFUSALS.has(result.code)) yield* fail("service_refused", `The server refuses requests: ${shown(result)}`)
      return result
    }
    // An extended response that nobody asked for is the server's notice that it closes the connection.
    if (operation?.tag === tags.extendedResponse)
      yield* fail("service_refused", `The server ends the connection: ${shown(resultOf(operation))}`)
    if (operation?.tag !== tags.searchEntry) break
  }
  return yield* fail("protocol_error", "The server sent another answer than the one to the request.")
}

/** Speaks to a directory server. */
export function* talkLdap({ login, tls = "never" }: LdapRequest): Talk<LdapFound> {
  let id = 1
  yield* farewell(unbind(id))
  if (tls === "required") {
    yield* send(startTls(id++))
    yield* farewell(unbind(id))
    const offer = yield* awaitResult(tags.extendedResponse)
    if (offer.code !== SUCCESS) yield* fail("tls_handshake", `The server does not start TLS: ${shown(offer)}`)
    yield* secure()
  }
  if (login !== undefined) {
    yield* trust()
    yield* send(bind(id++, login))
    const bound = yield* awaitResult(tags.bindResponse)
    yield* farewell(unbind(id))
    if (bound.code === INVALID_CREDENTIALS)
      yield* fail("login_refused", `The server refuses the login: ${shown(bound)}`)
    if (bound.code !== SUCCESS) yield* fail("login_refused", `The server answered the login with ${shown(bound)}`)
  }
  yield* send(readRoot(id++))
  yield* farewell(unbind(id))
  const root = yield* awaitResult(tags.searchDone)
  if (login === undefined) yield* note({ anonymous: root.code === SUCCESS })
  const isFine = root.code === SUCCESS || (login === undefined && WANTS_LOGIN.has(root.code))
  if (!isFine) yield* fail("wrong_answer", `The server answered with an error: ${shown(root)}`)
}
