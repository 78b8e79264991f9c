import type { Domain, DomainInputs } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { type DomainRow, domainRows, type NewDomainRow, toDomain, toNewDomain } from "./DomainRow.ts"
import { monitorRepository, type NewAddress } from "./statements/monitorRepository.ts"
import { monitorReads } from "./monitorRows.ts"

/** A domain monitor to create. */
export interface NewDomain extends DomainInputs, NewAddress {}

/** A change of a domain. Absent fields stay unchanged. */
export interface DomainPatch extends Partial<DomainInputs> {}

/**
 * Domain monitors. Every read and write is limited to the domains that the caller can see. The owner sees the whole
 * account, and a member sees the shared domains. Ids that are absent, deleted, malformed or belong to another account
 * all give null.
 */
export class Domains extends Context.Service<Domains>()("@mon/core-store/Domains", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    const database = { driver, sql }
    const { find, list } = monitorReads<DomainRow, Domain>(database, "domain", domainRows, toDomain)
    return {
      /** Lists domains. The newest ones come first. */
      list,
      ...monitorRepository<DomainPatch, Domain, NewDomain, NewDomainRow>(database, "domain", {
        find,
        addressOf: ({ dedupeKey, hostname, url }) => ({ dedupeKey, hostname, url }),
        toNew: toNewDomain
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Domains, Domains.make)
}
