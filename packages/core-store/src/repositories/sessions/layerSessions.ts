import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Sessions } from "./Sessions.ts"
import { closeOneSession, closeOtherSessions, closeSession, purgeSessions } from "./closeSession.ts"
import { findSession, listAccountChoices } from "./findSession.ts"
import { listSessions } from "./listSessions.ts"
import { openSession, switchSession } from "./openSession.ts"

/** {@link Sessions} over PostgreSQL. */
export const layerSessions: Layer.Layer<Sessions, never, SqlClient.SqlClient> = Layer.effect(
  Sessions,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Sessions.of({
      open: openSession(sql),
      find: findSession(sql),
      list: listSessions(sql),
      close: closeSession(sql),
      closeOne: closeOneSession(sql),
      closeOthers: closeOtherSessions(sql),
      accounts: listAccountChoices(sql),
      switchTo: switchSession(sql),
      purgeExpired: purgeSessions(sql)
    })
  )
)
