import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import type { StoreError } from "../../sql/StoreError.ts"

/** An email to store. It is encrypted, because emails contain one-time codes, and links that sign in. */
export interface NewOutboxMail {
  /** `<left@right>`; a second email with the same Message-ID is not stored. */
  readonly messageId: string
  readonly recipient: string
  /** The email, as the caller has sealed it. */
  readonly sealed: string
}

/** The parts of an email that an older release has stored as plain text. */
export interface PlainOutboxMail {
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Everything else, as plain JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

/** A stored email. */
export interface OutboxMail extends Omit<NewOutboxMail, "sealed"> {
  readonly id: string
  readonly createdAt: Date
  readonly content: { readonly sealed: string } | PlainOutboxMail
}

/** Outgoing emails of a service without an SMTP server: they are stored for reading in the dashboard. */
export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /** Stores an email and returns its id; null when its Message-ID is already stored. */
    readonly put: (email: NewOutboxMail) => Effect.Effect<string | null, StoreError>
    /** Newest first. `recipient` (case-insensitive): only emails to this address. */
    readonly list: (limit: number, recipient?: string) => Effect.Effect<ReadonlyArray<OutboxMail>, StoreError>
    readonly find: (id: string) => Effect.Effect<OutboxMail | null, StoreError>
    /** Emails that an older release has stored as plain text. */
    readonly unsealed: (limit: number) => Effect.Effect<ReadonlyArray<OutboxMail>, StoreError>
    /** Replaces the plain text of an email. */
    readonly seal: (id: string, sealed: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/MailOutbox") {}

/** What a release that cannot decrypt emails shows during an upgrade. */
const ENCRYPTED = { subject: "Encrypted email", text: "A newer version of Mon shows this email." } as const

const storeMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["put"] =>
  operation("MailOutbox.put", function* ({ messageId, recipient, sealed }) {
    const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
    const rows = yield* sql`
      insert into email_outbox (public_id, message_id, recipient, subject, text_body, sealed)
      values (${id}::uuid, ${messageId}, ${recipient}, ${ENCRYPTED.subject}, ${ENCRYPTED.text}, ${sealed})
      on conflict (message_id) do nothing returning 1`
    return rows.length === 0 ? null : id
  })

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

const listMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["list"] =>
  operation("MailOutbox.list", function* (limit, recipient) {
    const to = recipient === undefined ? sql`` : sql`where lower(recipient) = lower(${recipient})`
    const rows = yield* sql<Row>`${selectEmails(sql)} ${to} order by email_outbox.id desc limit ${limit}`
    return rows.map(toMail)
  })

const findMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["find"] =>
  operation("MailOutbox.find", function* (id) {
    if (!isPublicId(id)) return null
    const [row] = yield* sql<Row>`${selectEmails(sql)} where public_id = ${id}::uuid`
    return row === undefined ? null : toMail(row)
  })

const unsealedMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["unsealed"] =>
  operation("MailOutbox.unsealed", function* (limit) {
    const rows = yield* sql<Row>`
      ${selectEmails(sql)} where sealed is null order by email_outbox.id limit ${limit}`
    return rows.map(toMail)
  })

const sealMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["seal"] =>
  operation("MailOutbox.seal", function* (id, sealed) {
    yield* sql`
      update email_outbox set sealed = ${sealed}, subject = ${ENCRYPTED.subject}, text_body = ${ENCRYPTED.text},
        html_body = null, details = '{}'
      where public_id = ${id}::uuid and sealed is null`
  })

/** {@link MailOutbox} over PostgreSQL. */
export const layerMailOutbox: Layer.Layer<MailOutbox, never, SqlClient.SqlClient> = Layer.effect(
  MailOutbox,
  Effect.map(SqlClient.SqlClient, (sql) =>
    MailOutbox.of({
      put: storeMail(sql),
      list: listMail(sql),
      find: findMail(sql),
      unsealed: unsealedMail(sql),
      seal: sealMail(sql)
    })
  )
)
