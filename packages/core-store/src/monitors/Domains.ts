import { type Domain, type DomainInputs, isPublicId, Plans } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { type Database, frequentStatement } from "../sql/frequentStatement.ts"
import { offsetOf, type Page } from "../sql/Page.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { storeError, type StoreError } from "../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { monitorRepository, type NewAddress } from "./statements/monitorRepository.ts"
import {
  countDomains,
  domainParameters,
  type DomainRow,
  type NewDomainRow,
  selectDomainPage,
  selectDomains,
  toDomain,
  toNewDomain
} from "./DomainRow.ts"

/** A domain monitor to create. */
export interface NewDomain extends DomainInputs, NewAddress {}

/** Absent fields stay unchanged. */
export interface DomainPatch extends Partial<DomainInputs> {}

const toFindError = storeError("Domains.find")

const findDomain =
  (database: Database) =>
  (scope: AccessScope, id: string): Effect.Effect<Domain | null, StoreError> => {
    if (!isPublicId(id)) return Effect.succeed(null)
    const text = `${selectDomains(scope)} and m.public_id = $3::uuid`
    const rows = frequentStatement<DomainRow>(database, text, [...domainParameters(scope), id])
    return Effect.flatMap(Plans, (plans) =>
      Effect.map(rows, ([row]) => (row === undefined ? null : toDomain(row, plans)))
    ).pipe(Effect.mapError(toFindError))
  }

interface PageRow extends DomainRow {
  readonly total: number
}

const prepared = { prepare: true }

const toListError = storeError("Domains.list")

/** Runs on the bare pool and without a span, because it is the first request of every client. */
const listDomains =
  ({ run }: PostgresJs["Service"]) =>
  (
    scope: AccessScope,
    { limit, page }: { readonly page: number; readonly limit: number }
  ): Effect.Effect<Page<Domain>, StoreError> => {
    const parameters = [...domainParameters(scope)]
    const values = [...parameters, limit, offsetOf(page, limit)]
    // A page past the end has no row with the total.
    const emptyPage =
      page === 1
        ? Effect.succeed({ total: 0, items: [] })
        : run((sql) => sql.unsafe<Array<{ total: number }>>(countDomains(scope), parameters, prepared)).pipe(
            Effect.map(([counted]) => ({ total: counted?.total ?? 0, items: [] }))
          )
    return run((sql) => sql.unsafe<Array<PageRow>>(selectDomainPage(scope), values, prepared)).pipe(
      Effect.flatMap((rows) => {
        const [first] = rows
        return first === undefined
          ? emptyPage
          : Effect.map(Plans, (plans) => ({ total: first.total, items: rows.map((row) => toDomain(row, plans)) }))
      }),
      Effect.mapError(toListError)
    )
  }

/**
 * Domain monitors. Every read and write is limited to what the caller can see: the whole account for its owner, the
 * shared domains for a member. Absent, foreign, deleted and malformed ids all give null.
 */
export class Domains extends Context.Service<Domains>()("@mon/core-store/Domains", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const driver = yield* PostgresJs
    return {
      /** Newest created first. */
      list: listDomains(driver),
      ...monitorRepository<DomainPatch, Domain, NewDomain, NewDomainRow>({ driver, sql }, "domain", {
        find: findDomain({ driver, sql }),
        addressOf: ({ dedupeKey, hostname, url }) => ({ dedupeKey, hostname, url }),
        toNew: toNewDomain
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Domains, Domains.make)
}
