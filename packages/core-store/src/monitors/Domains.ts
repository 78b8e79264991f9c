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

/** Absent fields stay unchanged. */
export interface DomainPatch extends Partial<DomainInputs> {}

/**
 * Domain monitors. Every read and write is limited to what the caller can see: the whole account for its owner, the
 * shared domains for a member. Absent, foreign, deleted and malformed ids all give null.
 */
export class Domains extends Context.Service<Domains>()("@mon/core-store/Domains", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    const database = { driver, sql }
    const { find, list } = monitorReads<DomainRow, Domain>(database, "domain", domainRows, toDomain)
    return {
      /** Newest created first. */
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
