import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { countLiveKeys } from "./liveKeys.ts"
import { People } from "./People.ts"
import { findMailAudience, findPersonByEmail, findPersonByKey } from "./findPerson.ts"
import { hasOwner } from "./hasOwner.ts"
import { findLink, purgeLinks, startLink } from "./oneTimeLinks.ts"
import { rehashPassword, resetPassword, setPassword } from "./setPassword.ts"
import { signUp } from "./signUp.ts"

/** {@link People} over PostgreSQL. */
export const layerPeople: Layer.Layer<People, never, SqlClient.SqlClient> = Layer.effect(
  People,
  Effect.map(SqlClient.SqlClient, (sql) =>
    People.of({
      findByEmail: findPersonByEmail(sql),
      findByKey: findPersonByKey(sql),
      mailAudience: findMailAudience(sql),
      startLink: startLink(sql),
      hasOwner: hasOwner(sql),
      findLink: findLink(sql),
      signUp: signUp(sql),
      resetPassword: resetPassword(sql),
      setPassword: setPassword(sql),
      countKeys: countLiveKeys(sql),
      rehash: rehashPassword(sql),
      purgeLinks: purgeLinks(sql)
    })
  )
)
