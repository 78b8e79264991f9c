import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Team } from "./Team.ts"
import { acceptInvite, findInvite } from "./acceptInvite.ts"
import { inviteMember } from "./inviteMember.ts"
import { listTeam } from "./listTeam.ts"
import { removeMember } from "./removeMember.ts"
import { resendInvite } from "./resendInvite.ts"
import { updateMember } from "./updateMember.ts"

/** {@link Team} over PostgreSQL. */
export const layerTeam: Layer.Layer<Team, never, SqlClient.SqlClient> = Layer.effect(
  Team,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Team.of({
      list: listTeam(sql),
      invite: inviteMember(sql),
      resend: resendInvite(sql),
      update: updateMember(sql),
      remove: removeMember(sql),
      findInvite: findInvite(sql),
      accept: acceptInvite(sql)
    })
  )
)
