import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation } from "../sql/operation.ts"

/** The size of the service, and the state of its database. */
export interface FactsOfService {
  readonly accounts: number
  /** The number of accounts that the operator has suspended. */
  readonly suspended: number
  /** The number of accounts whose deletion was requested. */
  readonly ending: number
  /** The version of PostgreSQL. */
  readonly postgresql: string
  readonly databaseBytes: number
  /** The newest applied migration of the schema, such as `0001_service`. */
  readonly migration: string
}

const empty: FactsOfService = { accounts: 0, suspended: 0, ending: 0, postgresql: "", databaseBytes: 0, migration: "" }

/** The facts about the service as a whole, for an operator. */
export class ServiceFacts extends Context.Service<ServiceFacts>()("@mon/core-store/ServiceFacts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    read: operation("ServiceFacts.read", () =>
      Effect.map(
        sql<FactsOfService>`
              select count(*)::int as accounts, count(suspended_at)::int as suspended, count(deletes_at)::int as ending,
                current_setting('server_version') as postgresql,
                pg_database_size(current_database())::double precision as "databaseBytes",
                coalesce((select lpad(migration_id::text, 4, '0') || '_' || name from mon_migrations
                  order by migration_id desc limit 1), '') as migration
              from account`,
        ([row = empty]) => row
      )
    )
  }))
}) {
  static readonly layer = Layer.effect(ServiceFacts, ServiceFacts.make)
}
