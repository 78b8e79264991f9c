import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import { randomBytes } from "../sql/Randomness.ts"

/** An email to store. The email is encrypted, because emails contain one-time codes and login links. */
export interface NewOutboxMail {
  /** The Message-ID, `<left@right>`. Another email with the same Message-ID is not stored. */
  readonly messageId: string
  readonly recipient: string
  /** The email, sealed by the caller with the secrets of the service. */
  readonly sealed: string
}

/** The parts of an email that an older release has stored as plain text. */
export interface PlainOutboxMail {
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** All other fields of the email, as plain JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

/** An email as the database stores it. */
export interface OutboxMail extends Omit<NewOutboxMail, "sealed"> {
  readonly id: string
  readonly createdAt: Date
  readonly content: { readonly sealed: string } | PlainOutboxMail
}

/** The subject and text that releases show during an upgrade if they cannot decrypt emails. */
const ENCRYPTED = { subject: "Encrypted email", text: "Only a newer version of Mon can show this email." } as const

interface Row extends PlainOutboxMail {
  readonly id: string
  readonly messageId: string
  readonly recipient: string
  readonly createdAt: Date
  readonly sealed: string | null
}

const selectEmails = (sql: SqlClient.SqlClient) =>
  sql`
    select public_id as id, message_id as "messageId", recipient, sealed, subject, text_body as text, html_body as html,
      details, created_at as "createdAt"
    from email_outbox`

const toMail = ({ createdAt, details, html, id, messageId, recipient, sealed, subject, text }: Row): OutboxMail => ({
  id,
  messageId,
  recipient,
  createdAt,
  content: sealed === null ? { subject, text, html, details } : { sealed }
})

/**
 * The outgoing emails of a service without an SMTP server. They are stored so that people can read them in the
 * dashboard.
 */
export class MailOutbox extends Context.Service<MailOutbox>()("@mon/core-store/MailOutbox", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Stores an email and returns its id. Returns null if an email with this Message-ID is already stored. */
    put: operation("MailOutbox.put", function* (email: NewOutboxMail) {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const rows = yield* sql`
      insert into email_outbox (public_id, message_id, recipient, subject, text_body, sealed)
      values (${id}::uuid, ${email.messageId}, ${email.recipient}, ${ENCRYPTED.subject}, ${ENCRYPTED.text}, ${email.sealed})
      on conflict (message_id) do nothing returning 1`
      return rows.length === 0 ? null : id
    }),
    /** Lists emails, newest first. `recipient` restricts the list to emails to this address (case-insensitive). */
    list: operation("MailOutbox.list", function* (limit: number, recipient?: string): Returns<
      ReadonlyArray<OutboxMail>
    > {
      const to = recipient === undefined ? sql`` : sql`where lower(recipient) = lower(${recipient})`
      const rows = yield* sql<Row>`${selectEmails(sql)} ${to} order by email_outbox.id desc limit ${limit}`
      return rows.map(toMail)
    }),
    find: operation("MailOutbox.find", function* (id: string) {
      if (!isPublicId(id)) return null
      const [row] = yield* sql<Row>`${selectEmails(sql)} where public_id = ${id}::uuid`
      return row === undefined ? null : toMail(row)
    }),
    /** Lists emails that an older release has stored as plain text. */
    unsealed: operation("MailOutbox.unsealed", function* (limit: number): Returns<ReadonlyArray<OutboxMail>> {
      const rows = yield* sql<Row>`
      ${selectEmails(sql)} where sealed is null order by email_outbox.id limit ${limit}`
      return rows.map(toMail)
    }),
    /** Replaces the plain text of an email with its encrypted form. */
    seal: operation("MailOutbox.seal", function* (id: string, sealed: string) {
      yield* sql`
      update email_outbox set sealed = ${sealed}, subject = ${ENCRYPTED.subject}, text_body = ${ENCRYPTED.text},
        html_body = null, details = '{}'
      where public_id = ${id}::uuid and sealed is null`
    })
  }))
}) {
  static readonly layer = Layer.effect(MailOutbox, MailOutbox.make)
}
