import { pingLimits, type PingTarget, readMailbox } from "@mon/checks"
import { HeartbeatPings, type StoredHeartbeat, type StoreError } from "@mon/core-store"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { domainToASCII } from "node:url"
import type { MailText } from "../mail/mailJobs.ts"
import type { DeliveryReply, MailClient, MailRules, RecipientReply } from "../mail/MailRules.ts"
import { clientText, type PingReceiver, type PingServices } from "./PingReceiver.ts"

/** Characters of a subject that are stored. */
const SUBJECT_LENGTH = 1_000

/** Returns the heartbeat that an address below the host names, or null. */
const targetOf = (recipient: string, host: string): PingTarget | null => {
  const at = recipient.lastIndexOf("@")
  return domainToASCII(recipient.slice(at + 1)).toLowerCase() === host ? readMailbox(recipient.slice(0, at)) : null
}

/** Returns the subject and the end of the text, which are stored and searched for keywords. */
const outputOf = ({ subject, text }: MailText) => {
  const head = subject.slice(0, SUBJECT_LENGTH).toWellFormed()
  const bytes = Buffer.from(text.toWellFormed(), "utf8")
  const room = pingLimits.bodyBytes - Buffer.byteLength(`${head}\n\n`)
  const tail = bytes.subarray(-room)
  return {
    filtered: { _tag: "Email", subject: head, text: tail.toString("utf8") },
    body: Buffer.concat([Buffer.from(`${head}\n\n`), tail]),
    isCut: tail.length < bytes.length
  } as const
}

/** If the database is not available, the client tries again. */
const orLater = <Reply extends string>(reply: Effect.Effect<Reply, StoreError, PingServices>) =>
  reply.pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning("An email could not be stored. Its client is asked to repeat it", error),
        "later" as const
      )
    )
  )

/**
 * Makes the rules for pings by email: a message to `<token>@host` or `<ping key>+<slug>@host` is a success, unless the
 * filters of the heartbeat find something else in it.
 */
export const mailPings = (host: string, receiver: PingReceiver): MailRules<PingServices> => {
  const find = (
    recipient: string,
    { address }: MailClient
  ): Effect.Effect<StoredHeartbeat | "unknown" | "later", StoreError, HeartbeatPings> => {
    const target = targetOf(recipient, host)
    return target === null ? Effect.succeed("unknown") : receiver.find(target, address)
  }

  const deliver = Effect.fnUntraced(function* (
    recipient: string,
    mail: MailText,
    client: MailClient
  ): Effect.fn.Return<DeliveryReply, StoreError, PingServices> {
    const target = targetOf(recipient, host)
    const found = yield* find(recipient, client)
    if (target === null || typeof found === "string") return found === "later" ? "later" : "unknown"
    const mailId = mail.messageId === null ? null : hash("sha256", mail.messageId, "buffer")
    if (mailId !== null && (yield* (yield* HeartbeatPings).hasMail(found.monitorKey, mailId))) return "stored"
    const outcome = yield* receiver.record(target, client.address, {
      kind: "success",
      run: null,
      exitCode: null,
      statedMs: null,
      ...outputOf(mail),
      method: "email",
      mailId,
      client: client.sender === "" ? "Email" : clientText(`Email from ${client.sender}`)
    })
    if (outcome === "unavailable" || outcome === "tooMany") return "later"
    return outcome === "recorded" ? "stored" : "unknown"
  })

  return {
    admit: (recipient, client): Effect.Effect<RecipientReply, never, PingServices> =>
      orLater(Effect.map(find(recipient, client), (found) => (typeof found === "string" ? found : "exists"))),
    deliver: (recipient, mail, client) => orLater(deliver(recipient, mail, client))
  }
}
