import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Domains } from "../Domains.ts"
import { canCreateDomain, createDomain } from "./createDomain.ts"
import { domainRights } from "./domainRights.ts"
import { findDomain } from "./findDomain.ts"
import { listDomains } from "./listDomains.ts"
import { pauseDomain } from "./pauseDomain.ts"
import { removeDomains } from "./removeDomains.ts"
import { resumeDomain } from "./resumeDomain.ts"
import { updateDomains } from "./updateDomains.ts"

/** {@link Domains} over PostgreSQL. */
export const layerDomains: Layer.Layer<Domains, never, SqlClient.SqlClient> = Layer.effect(
  Domains,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Domains.of({
      list: listDomains(sql),
      find: findDomain(sql),
      rights: domainRights(sql),
      canCreate: canCreateDomain(sql),
      create: createDomain(sql),
      update: updateDomains(sql),
      pause: pauseDomain(sql),
      resume: resumeDomain(sql),
      remove: removeDomains(sql)
    }))
)
