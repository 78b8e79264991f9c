import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../sql/Randomness.ts"
import { type StoreError, storeError } from "../../sql/StoreError.ts"

/** An email to store. */
export interface NewOutboxMail {
  /** `<left@right>`; a second email with the same Message-ID is not stored. */
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Everything else, as plain JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

/** A stored email. */
export interface OutboxMail extends NewOutboxMail {
  readonly id: string
  readonly createdAt: Date
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
    /** Removes the content of a settled email from the jobs of a queue that carry it. */
    readonly purgePosted: (queue: string, messageId: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/MailOutbox") {}

const storeMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["put"] =>
  Effect.fn("MailOutbox.put")(
    function* (email) {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const rows = yield* sql`
      insert into email_outbox (public_id, message_id, recipient, subject, text_body, html_body, details)
      values (${id}::uuid, ${email.messageId}, ${email.recipient}, ${email.subject}, ${email.text}, ${email.html},
        ${JSON.stringify(email.details)}::text::jsonb)
      on conflict (message_id) do nothing returning 1`
      return rows.length === 0 ? null : id
    },
    Effect.mapError(storeError("MailOutbox.put"))
  )

const selectEmails = (sql: SqlClient.SqlClient) =>
  sql`
    select public_id as id, message_id as "messageId", recipient, subject, text_body as text, html_body as html,
      details, created_at as "createdAt"
    from email_outbox`

const listMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["list"] =>
  Effect.fn("MailOutbox.list")(
    function* (limit, recipient) {
      const to = recipient === undefined ? sql`` : sql`where lower(recipient) = lower(${recipient})`
      return yield* sql<OutboxMail>`${selectEmails(sql)} ${to} order by email_outbox.id desc limit ${limit}`
    },
    Effect.mapError(storeError("MailOutbox.list"))
  )

const findMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["find"] =>
  Effect.fn("MailOutbox.find")(
    function* (id) {
      if (!isPublicId(id)) return null
      const rows = yield* sql<OutboxMail>`${selectEmails(sql)} where public_id = ${id}::uuid`
      return rows[0] ?? null
    },
    Effect.mapError(storeError("MailOutbox.find"))
  )

/** Settled jobs stay for a while, but without the content of their emails. */
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
