import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { PostgresJs } from "../../postgres/PostgresJs.ts"
import { Credentials } from "../Credentials.ts"
import { forgetWindows, takeCredential } from "./takeCredential.ts"

/** {@link Credentials} over PostgreSQL. */
export const layerCredentials: Layer.Layer<Credentials, never, SqlClient.SqlClient | PostgresJs> = Layer.effect(
  Credentials,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return Credentials.of({
      take: takeCredential(yield* PostgresJs),
      forgetWindows: forgetWindows(sql)
    })
  })
)
