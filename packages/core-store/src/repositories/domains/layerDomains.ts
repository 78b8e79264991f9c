import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import { Domains } from "./Domains.ts"
import { canCreateDomain, createDomain } from "./createDomain.ts"
import { domainRights } from "./domainRights.ts"
import { findDomain } from "./findDomain.ts"
import { listDomains } from "./listDomains.ts"
import { pauseDomain } from "./pauseDomain.ts"
import { removeDomains } from "./removeDomains.ts"
import { resumeDomain } from "./resumeDomain.ts"
import { updateDomains } from "./updateDomains.ts"

/** {@link Domains} over PostgreSQL. */
export const layerDomains: Layer.Layer<Domains, never, SqlClient.SqlClient | PostgresJs> = Layer.effect(
  Domains,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    const find = findDomain(driver)
    return Domains.of({
      list: listDomains(driver),
      find,
      rights: domainRights(sql),
      canCreate: canCreateDomain(sql),
      create: createDomain(sql),
      update: updateDomains(sql),
      pause: pauseDomain(sql, find),
      resume: resumeDomain(sql, find),
      remove: removeDomains(sql)
    })
  })
)
