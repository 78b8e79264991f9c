import { fail, read, send, type Talk } from "../dialogue/Talk.ts"
import { readLine } from "../Received.ts"
import type { Command } from "./dialects.ts"
import { type MailReply, makeReplyReader, type ReadReplyLine } from "./MailReply.ts"

/** Reads a complete reply. */
export function* readReply(readReplyLine: ReadReplyLine): Talk<never, MailReply> {
  const push = makeReplyReader(readReplyLine)
  for (;;) {
    const reply = push(yield* read(readLine))
    if (reply === null) continue
    return "outcome" in reply ? yield* fail(reply.outcome, reply.message) : reply
  }
}

/** Sends a command, and reads the reply. */
export function* ask({ line, read: readReplyLine }: Command): Talk<never, MailReply> {
  yield* send(`${line}\r\n`)
  return yield* readReply(readReplyLine)
}
