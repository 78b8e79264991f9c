import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { MailOutbox } from "../MailOutbox.ts"
import { forgetPosted } from "./forgetPosted.ts"
import { findMail, listMail, putMail } from "./keepMail.ts"

/** {@link MailOutbox} over PostgreSQL. */
export const layerMailOutbox: Layer.Layer<MailOutbox, never, SqlClient.SqlClient> = Layer.effect(
  MailOutbox,
  Effect.map(SqlClient.SqlClient, (sql) =>
    MailOutbox.of({
      put: putMail(sql),
      list: listMail(sql),
      find: findMail(sql),
      forgetPosted: forgetPosted(sql)
    })
  )
)
