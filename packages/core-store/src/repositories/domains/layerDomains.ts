import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import { pauseMonitor, resumeMonitor } from "../monitors/pauseMonitor.ts"
import { canCreateMonitor } from "../monitors/canCreateMonitor.ts"
import { monitorTargets } from "../monitors/monitorTargets.ts"
import { removeMonitors } from "../monitors/removeMonitors.ts"
import { updateMonitors } from "../monitors/updateMonitors.ts"
import { Domains } from "./Domains.ts"
import { createMonitors } from "../monitors/createMonitors.ts"
import { createDomain } from "./createDomain.ts"
import { domainRights } from "./domainRights.ts"
import { findDomain } from "./findDomain.ts"
import { listDomains } from "./listDomains.ts"

/** {@link Domains} over PostgreSQL. */
export const layerDomains: Layer.Layer<Domains, never, SqlClient.SqlClient | PostgresJs> = Layer.effect(
  Domains,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    const find = findDomain(driver, sql)
    return Domains.of({
      list: listDomains(driver),
      find,
      rights: domainRights(sql),
      targets: monitorTargets(sql, "domain"),
      canCreate: canCreateMonitor(sql, "domain"),
      create: createDomain({ driver, sql }),
      createAll: createMonitors(sql, "domain", (domain) => ({
        url: domain.url,
        hostname: domain.hostname,
        dedupeKey: domain.dedupeKey,
        settings: domain
      })),
      update: updateMonitors(sql, "domain"),
      pause: pauseMonitor(sql, "domain", find),
      resume: resumeMonitor(sql, "domain", find),
      remove: removeMonitors(sql, "domain")
    })
  })
)
