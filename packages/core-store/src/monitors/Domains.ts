import { type Domain, type DomainInputs, isPublicId, Plans, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Database, frequentStatement } from "../sql/frequentStatement.ts"
import { offsetOf, type Page } from "../sql/Page.ts"
import { PostgresJs } from "../sql/PostgresJs.ts"
import { randomBytes } from "../sql/Randomness.ts"
import { storeError, type StoreError } from "../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import { createMonitor } from "./statements/createMonitor.ts"
import { canCreateMonitor, createMonitors } from "./statements/createMonitors.ts"
import { monitorRights, monitorTargets } from "./statements/monitorTargets.ts"
import { pauseMonitor, removeMonitors, resumeMonitor, updateMonitors } from "./statements/updateMonitors.ts"
import { undoPause } from "./statements/undoPause.ts"
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
export interface NewDomain extends DomainInputs {
  readonly url: string
  readonly hostname: string
  /**
   * The key that two active domains of an account share if they are the same: ASCII host, and `:port` when it is not
   * the default.
   */
  readonly dedupeKey: string
}

/** Absent fields stay unchanged. */
export interface DomainPatch extends Partial<DomainInputs> {}

/** The new monitor, or why it was refused: a limit, or an existing equal monitor. */
export type CreateDomainResult =
  | { readonly _tag: "Created"; readonly monitor: Domain }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Duplicate" }

const createDomain = (database: Parameters<typeof createMonitor>[0]) =>
  Effect.fnUntraced(
    function* (scope: AccessScope, domain: NewDomain, limit: number): Effect.fn.Return<CreateDomainResult, SqlError> {
      const { dedupeKey, hostname, url } = domain
      const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
      const made = yield* createMonitor<NewDomainRow>(database, "domain", {
        id,
        accountKey: scope.accountKey,
        membershipKey: scope.membershipKey,
        url,
        hostname,
        dedupeKey,
        settings: domain,
        limit
      })
      return made._tag === "Created" ? ({ _tag: "Created", monitor: toNewDomain(made.row) } as const) : made
    },
    Effect.mapError(storeError("Domains.create"))
  )

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
    const find = findDomain({ driver, sql })
    return {
      /** Newest created first. */
      list: listDomains(driver),
      find,
      /** The caller's rights to those of the domains that it can see, in no particular order. */
      rights: monitorRights(sql, "domain"),
      /** Reads the targets of the checks of domains, as far as the caller can see them. */
      targets: monitorTargets(sql, "domain"),
      /** Whether a create would be refused now, without writing anything. */
      canCreate: canCreateMonitor(sql, "domain"),
      /**
       * Creates a domain that is due at once. The limit and the duplicate rule are enforced under concurrent creates.
       */
      create: createDomain({ driver, sql }),
      /** Creates several domains in one statement, in a transaction that has locked the account. */
      createAll: createMonitors(sql, "domain", (domain: NewDomain) => ({
        url: domain.url,
        hostname: domain.hostname,
        dedupeKey: domain.dedupeKey,
        settings: domain
      })),
      /**
       * Changes domains in one statement; returns the ids that changed. A change of what is checked withdraws a running
       * check.
       */
      update: updateMonitors<DomainPatch>(sql, "domain"),
      /** Stops checking at once and closes an open incident; no effect on a paused domain. */
      pause: pauseMonitor(sql, "domain", find),
      /** Takes back a pause of the last minutes: incidents and times are as before. An older pause stays. */
      undoPause: undoPause(sql, "domain", find),
      /** Starts checking again with state `unknown`; no effect on a domain that is not paused. */
      resume: resumeMonitor(sql, "domain", find),
      /** Soft-deletes domains, closes their open incidents, and returns the ids that were deleted. */
      remove: removeMonitors(sql, "domain")
    }
  })
}) {
  static readonly layer = Layer.effect(Domains, Domains.make)
}
