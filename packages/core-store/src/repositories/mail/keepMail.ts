import { isPublicId, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "../../Randomness.ts"
import { storeError } from "../../StoreError.ts"
import type { MailOutbox, OutboxMail } from "../MailOutbox.ts"

export const putMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["put"] =>
  Effect.fn("MailOutbox.put")(
    function* (mail) {
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const rows = yield* sql`
      insert into mail_outbox (public_id, message_id, recipient, subject, text_body, html_body, details)
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
    from mail_outbox`

export const listMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["list"] =>
  Effect.fn("MailOutbox.list")(
    function* (limit, recipient) {
      const to = recipient === undefined ? sql`` : sql`where lower(recipient) = lower(${recipient})`
      return yield* sql<OutboxMail>`${mails(sql)} ${to} order by mail_outbox.id desc limit ${limit}`
    },
    Effect.mapError(storeError("MailOutbox.list"))
  )

export const findMail = (sql: SqlClient.SqlClient): MailOutbox["Service"]["find"] =>
  Effect.fn("MailOutbox.find")(
    function* (id) {
      if (!isPublicId(id)) return null
      const rows = yield* sql<OutboxMail>`${mails(sql)} where public_id = ${id}::uuid`
      return rows[0] ?? null
    },
    Effect.mapError(storeError("MailOutbox.find"))
  )
