import { fail, note, read, send, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import { ask } from "../mail/ask.ts"
import { dialects, imapCommand } from "../mail/dialects.ts"
import { authenticate, quoted } from "../mail/logins.ts"
import { lastLine, openSession, type SessionFound } from "../mail/openSession.ts"
import { type Reading, readLine } from "../Received.ts"
import type { MailServer } from "./MailRoundTrip.ts"

/** What a check found in a mailbox. */
export interface FetchFound extends SessionFound {
  /** The header of the message. Absent if the message is not there. */
  readonly header: string
  /** The folder with the message. */
  readonly folder: string
}

const LITERAL = /\{(\d{1,6})\}$/u
/** The longest header that is read, in bytes. */
const HEADER_BYTES = 64 * 1024
const MOST_LINES = 200

/** Reads the answer to FETCH, in which a text follows the line that ends with its length (RFC 9051 section 4.3). */
const readFetch =
  (tag: string) =>
  (bytes: Buffer): Reading<string | null> => {
    let at = 0
    let literal: string | null = null
    for (let count = 0; count < MOST_LINES; count++) {
      const line = readLine(bytes.subarray(at))
      if (line === null || line.taken === undefined) return line
      at += line.taken
      if (line.value.startsWith(`${tag} `)) return { taken: at, value: literal }
      const length = Number(LITERAL.exec(line.value)?.[1] ?? -1)
      if (length === -1) continue
      if (length > HEADER_BYTES)
        return { failure: { outcome: "too_large", message: `The header has more than ${HEADER_BYTES / 1_024} KiB.` } }
      if (bytes.length < at + length) return null
      literal ??= bytes.toString("utf8", at, at + length)
      at += length
    }
    return { failure: { outcome: "too_large", message: `A reply has more than ${MOST_LINES} lines.` } }
  }

function* search(tag: string, messageId: string): Talk<never, string | null> {
  const reply = yield* ask(imapCommand(tag, `UID SEARCH HEADER Message-ID ${quoted(messageId)}`))
  if (!reply.ok) return yield* fail("wrong_answer", `The server does not search: ${lastLine(reply)}`)
  return reply.lines.map((line) => /^SEARCH (\d{1,10})/iu.exec(line)?.[1]).find((uid) => uid !== undefined) ?? null
}

/** Searches for a message in the folders of a mailbox. Reads its header, and deletes it. */
export function* talkFetch(
  { login, tls }: MailServer,
  messageId: string,
  folders: ReadonlyArray<string>,
  { localAddress }: Surroundings
): Talk<FetchFound> {
  let capabilities = yield* openSession("imap", { tls }, localAddress)
  if (login !== undefined) {
    yield* trust()
    yield* authenticate(login, capabilities)
    // A server can support more after the login.
    capabilities = dialects.imap
      .capabilitiesIn(yield* ask(dialects.imap.capabilities()))
      .map((one) => one.toUpperCase())
  }
  for (const [index, folder] of folders.entries()) {
    const tag = `b${index}`
    const selected = yield* ask(imapCommand(tag, `SELECT ${quoted(folder)}`))
    if (!selected.ok && index === 0)
      yield* fail("wrong_answer", `The server does not open the folder ${folder}: ${lastLine(selected)}`)
    const uid = selected.ok ? yield* search(tag, messageId) : null
    if (uid === null) continue
    yield* send(`${tag} UID FETCH ${uid} (BODY.PEEK[HEADER])\r\n`)
    const header = yield* read(readFetch(tag))
    yield* note({ folder, header: header ?? "" })
    yield* ask(imapCommand(tag, `UID STORE ${uid} +FLAGS.SILENT (\\Deleted)`))
    // Without a number, EXPUNGE would also delete what the owner of the mailbox has marked.
    if (capabilities.includes("UIDPLUS")) yield* ask(imapCommand(tag, `UID EXPUNGE ${uid}`))
    return
  }
}
