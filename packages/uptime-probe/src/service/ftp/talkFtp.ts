import { fail, farewell, note, read, secure, send, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { readLine, shownText } from "../Received.ts"

/** A check of an FTP server. The check transfers no file. */
export interface FtpRequest extends SecureOptions {
  readonly type: "ftp"
  /** How the check uses TLS (RFC 4217). Default: "never". */
  readonly tls?: "fromStart" | "never" | "required"
  readonly login?: Login
}

/** What a check found out about an FTP server. */
export interface FtpFound {
  /** The text of the server's greeting, at most 200 characters. */
  readonly greeting: string
}

interface Reply {
  readonly code: string
  readonly text: string
}

const LINE = /^([1-5]\d\d)([ -]|\s*$)(.*)$/su
/** The most lines in a reply. No server has a longer greeting. */
const MOST_LINES = 200

/** Reads a reply. A reply that begins with "220-" ends with a line that begins with "220 " (RFC 959 section 4.2). */
function* readReply(): Talk<never, Reply> {
  const first = yield* read(readLine)
  const [, code = "", separator, text = ""] = LINE.exec(first) ?? []
  if (code === "")
    return yield* fail(
      "protocol_error",
      `The server does not speak FTP on this port. It sent ${JSON.stringify(shownText(first).slice(0, 60))}.`
    )
  if (separator !== "-") return { code, text }
  for (let count = 1; count < MOST_LINES; count++) {
    const line = yield* read(readLine)
    if (line === code || line.startsWith(`${code} `))
      return { code, text: text === "" ? line.slice(code.length + 1) : text }
  }
  return yield* fail("too_large", `A reply has more than ${MOST_LINES} lines.`)
}

function* ask(line: string): Talk<never, Reply> {
  yield* send(`${line}\r\n`)
  return yield* readReply()
}

const shown = ({ code, text }: Reply): string => `${shownText(text)} (${code})`

/** Speaks to an FTP server. */
export function* talkFtp({ login, tls = "never" }: FtpRequest): Talk<FtpFound> {
  const greeting = yield* readReply()
  yield* note({ greeting: shownText(greeting.text) })
  if (!greeting.code.startsWith("2"))
    yield* fail("service_refused", `The server refuses connections: ${shown(greeting)}`)
  yield* farewell("QUIT\r\n")
  if (tls === "required") {
    const offer = yield* ask("AUTH TLS")
    if (offer.code !== "234") yield* fail("tls_handshake", `The server does not start TLS: ${shown(offer)}`)
    yield* secure()
  }
  if (login === undefined) return
  yield* trust()
  let reply = yield* ask(`USER ${login.username}`)
  if (reply.code === "331") reply = yield* ask(`PASS ${login.password}`)
  if (!reply.code.startsWith("2")) yield* fail("login_refused", `The server refuses the login: ${shown(reply)}`)
}
