import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../StoreError.ts"
import type { MailOutbox } from "../MailOutbox.ts"

/** Jobs are kept for a while after they have ended; what a mail said is not. */
export const forgetPosted = (sql: SqlClient.SqlClient): MailOutbox["Service"]["forgetPosted"] =>
  Effect.fn("MailOutbox.forgetPosted")(
    function* (queue, messageId) {
      yield* sql`
      update pgboss.job set data = jsonb_set(data::jsonb, '{payload,sealed}', '""')
      where name = ${queue} and singleton_key = ${messageId} and data -> 'payload' ? 'sealed'`
    },
    Effect.mapError(storeError("MailOutbox.forgetPosted")),
    Effect.asVoid
  )
