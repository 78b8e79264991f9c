import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { UrlMonitors } from "./UrlMonitors.ts"
import { canCreateUrl, createUrl } from "./createUrl.ts"
import { findUrl, listUrls } from "./listUrls.ts"
import { pauseUrl, resumeUrl } from "./pauseUrl.ts"
import { removeUrls } from "./removeUrls.ts"
import { updateUrls } from "./updateUrls.ts"
import { urlChanges, urlScreenshots } from "./urlHistory.ts"

/** {@link UrlMonitors} over PostgreSQL. */
export const layerUrlMonitors: Layer.Layer<UrlMonitors, never, SqlClient.SqlClient> = Layer.effect(
  UrlMonitors,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const find = findUrl(sql)
    return UrlMonitors.of({
      list: listUrls(sql),
      find,
      canCreate: canCreateUrl(sql),
      create: createUrl(sql),
      update: updateUrls(sql),
      pause: pauseUrl(sql, find),
      resume: resumeUrl(sql, find),
      remove: removeUrls(sql),
      changes: urlChanges(sql),
      screenshots: urlScreenshots(sql)
    })
  })
)
