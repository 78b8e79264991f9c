import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { type StoreError, storeError } from "../../sql/StoreError.ts"

/** A mail to be kept until it is sent. */
export interface NewOutboxMail {
  /** `<left@right>`; a second mail with the same one is not kept. */
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Everything else of the mail, as plain JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

/** A mail that waits. */
export interface OutboxMail extends NewOutboxMail {
  readonly id: string
  readonly createdAt: Date
}

/** Mails of a service without an SMTP server: they stay here until somebody reads them. */
export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /** Keeps a mail and answers its id; the same Message-ID again changes nothing and answers null. */
    readonly put: (mail: NewOutboxMail) => Effect.Effect<string | null, StoreError>
    /** Newest first; to one recipient (case-insensitive) when told. */
    readonly list: (limit: number, recipient?: string) => Effect.Effect<ReadonlyArray<OutboxMail>, StoreError>
    readonly find: (id: string) => Effect.Effect<OutboxMail | null, StoreError>
    /** Empties the jobs of a queue that carry the mail with this Message-ID: it is settled. */
    readonly purgePosted: (queue: string, messageId: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/MailOutbox") {}

const storeMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["put"] =>
  Effect.fn("MailOutbox.put")(
    function* (mail) {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const rows = yield* sql`
      insert into email_outbox (public_id, message_id, recipient, subject, text_body, html_body, details)
      values (${id}::uuid, ${mail.messageId}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html},
        ${JSON.stringify(mail.details)}::text::jsonb)
      on conflict (message_id) do nothing returning 1`
      return rows.length === 0 ? null : id
    },
    Effect.mapError(storeError("MailOutbox.put"))
  )

const mails = (sql: SqlClient.SqlClient) =>
  sql`
    select public_id as id, message_id as "messageId", recipient, subject, text_body as text, html_body as html,
      details, created_at as "createdAt"
    from email_outbox`

const listMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["list"] =>
  Effect.fn("MailOutbox.list")(
    function* (limit, recipient) {
      const to = recipient === undefined ? sql`` : sql`where lower(recipient) = lower(${recipient})`
      return yield* sql<OutboxMail>`${mails(sql)} ${to} order by email_outbox.id desc limit ${limit}`
    },
    Effect.mapError(storeError("MailOutbox.list"))
  )

const findMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["find"] =>
  Effect.fn("MailOutbox.find")(
    function* (id) {
      if (!isPublicId(id)) return null
      const rows = yield* sql<OutboxMail>`${mails(sql)} where public_id = ${id}::uuid`
      return rows[0] ?? null
    },
    Effect.mapError(storeError("MailOutbox.find"))
  )

/** Jobs are kept for a while after they have ended; what a mail said is not. */
const purgePosted = (sql: SqlClient.SqlClient): MailOutbox["Service"]["purgePosted"] =>
  Effect.fn("MailOutbox.purgePosted")(
    function* (queue, messageId) {
      yield* sql`
      update pgboss.job set data = jsonb_set(data::jsonb, '{payload,sealed}', '""')
      where name = ${queue} and singleton_key = ${messageId} and data -> 'payload' ? 'sealed'`
    },
    Effect.mapError(storeError("MailOutbox.purgePosted")),
    Effect.asVoid
  )

/** {@link MailOutbox} over PostgreSQL. */
export const layerMailOutbox: Layer.Layer<MailOutbox, never, SqlClient.SqlClient> = Layer.effect(
  MailOutbox,
  Effect.map(SqlClient.SqlClient, (sql) =>
    MailOutbox.of({
      put: storeMail(sql),
      list: listMail(sql),
      find: findMail(sql),
      purgePosted: purgePosted(sql)
    })
  )
)
