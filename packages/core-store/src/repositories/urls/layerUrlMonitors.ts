import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import { pauseMonitor, resumeMonitor } from "../monitors/pauseMonitor.ts"
import { canCreateMonitor } from "../monitors/canCreateMonitor.ts"
import { monitorTargets } from "../monitors/monitorTargets.ts"
import { removeMonitors } from "../monitors/removeMonitors.ts"
import { updateMonitors } from "../monitors/updateMonitors.ts"
import { createMonitors } from "../monitors/createMonitors.ts"
import { UrlMonitors } from "./UrlMonitors.ts"
import { createUrl } from "./createUrl.ts"
import { findUrl, listUrls } from "./listUrls.ts"
import { markAllChanges, markChange } from "./seenChanges.ts"
import { seesAnyUrl, urlRights } from "./urlRights.ts"
import { urlChange, urlChanges, urlScreenshots } from "./urlHistory.ts"

/** {@link UrlMonitors} over PostgreSQL. */
export const layerUrlMonitors: Layer.Layer<UrlMonitors, never, SqlClient.SqlClient | PostgresJs> = Layer.effect(
  UrlMonitors,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    const find = findUrl(sql)
    return UrlMonitors.of({
      list: listUrls(sql),
      find,
      seesAny: seesAnyUrl(sql),
      rights: urlRights(sql),
      targets: monitorTargets(sql, "url"),
      canCreate: canCreateMonitor(sql, "url"),
      create: createUrl({ driver, sql }),
      createAll: createMonitors(sql, "url", (monitor) => ({
        url: monitor.url,
        hostname: monitor.hostname,
        dedupeKey: monitor.url,
        settings: monitor
      })),
      update: updateMonitors(sql, "url"),
      pause: pauseMonitor(sql, "url", find),
      resume: resumeMonitor(sql, "url", find),
      remove: removeMonitors(sql, "url"),
      changes: urlChanges(sql),
      change: urlChange(sql),
      markChange: markChange(sql),
      markAllChanges: markAllChanges(sql),
      screenshots: urlScreenshots(sql)
    })
  })
)
