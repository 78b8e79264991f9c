import type * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../../sql/operation.ts"
import type { Team } from "./Team.ts"
import { selectTeam, toTeamMember } from "./TeamRow.ts"

export const listTeam = (sql: SqlClient.SqlClient): Team["Service"]["list"] =>
  operation("Team.list", function* (scope) {
    return (yield* selectTeam(sql, scope.accountKey)).map(toTeamMember)
  })
