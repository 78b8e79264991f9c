import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import type { Team } from "./Team.ts"
import { selectTeam, toTeamMember } from "./TeamRow.ts"

export const listTeam = (sql: SqlClient.SqlClient): Team["Service"]["list"] =>
  Effect.fn("Team.list")(
    function* (scope) {
      return (yield* selectTeam(sql, scope.accountKey)).map(toTeamMember)
    },
    Effect.mapError(storeError("Team.list"))
  )
