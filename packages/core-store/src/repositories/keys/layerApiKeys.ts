import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ApiKeys } from "../ApiKeys.ts"
import { findKey, listKeys, revokeKey } from "./listKeys.ts"
import { replaceKey } from "./replaceKey.ts"

/** {@link ApiKeys} over PostgreSQL. */
export const layerApiKeys: Layer.Layer<ApiKeys, never, SqlClient.SqlClient> = Layer.effect(
  ApiKeys,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ApiKeys.of({
      replace: replaceKey(sql),
      revoke: revokeKey(sql),
      list: listKeys(sql),
      findByMembership: findKey(sql)
    })
  )
)
