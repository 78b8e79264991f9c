import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Credentials } from "../Credentials.ts"
import { forgetWindows, takeCredential } from "./takeCredential.ts"

/** {@link Credentials} over PostgreSQL. */
export const layerCredentials: Layer.Layer<Credentials, never, SqlClient.SqlClient> = Layer.effect(
  Credentials,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Credentials.of({
      take: takeCredential(sql),
      forgetWindows: forgetWindows(sql)
    }))
)
