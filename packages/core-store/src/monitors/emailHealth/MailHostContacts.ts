import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { deleteBatch } from "../../sql/deleteBatch.ts"
import { operation, type Returns } from "../../sql/operation.ts"

/**
 * The shortest time between two connections to a mail host, in seconds. The limit applies to all accounts and processes
 * together.
 */
export const MAIL_HOST_CONTACT_SECONDS = 600

/** The permission to connect to a mail host now. `Refused`: the last connection was too recent. */
export type MailHostPermit =
  | { readonly _tag: "Permitted" }
  /** The result of the last connection. Null while there is no result. */
  | { readonly _tag: "Refused"; readonly contact: unknown }

const parsed = (json: string | null): unknown => {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return null
  }
}

/** One statement permits or refuses a connection, so that two processes never connect at the same time. */
const beginContact = (sql: SqlClient.SqlClient) =>
  operation("MailHostContacts.begin", function* (host: string): Returns<MailHostPermit> {
    const permitted = yield* sql`
      insert into mail_host_contact as c (host, contacted_at) values (${host}, mon_now())
      on conflict (host) do update set contacted_at = mon_now()
      where c.contacted_at <= mon_now() - ${MAIL_HOST_CONTACT_SECONDS}::int * interval '1 second'
      returning c.host`
    if (permitted.length > 0) return { _tag: "Permitted" } as const
    const [last] = yield* sql<{ contact: string | null }>`
      select contact from mail_host_contact where host = ${host}`
    return { _tag: "Refused", contact: parsed(last?.contact ?? null) } as const
  })

/** The times and results of the last connections to mail hosts. The records contain no data of an account. */
export class MailHostContacts extends Context.Service<MailHostContacts>()("@mon/core-store/MailHostContacts", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Permits one connection to the host every ten minutes. */
    begin: beginContact(sql),
    /** Stores the result of a permitted connection, as plain JSON. */
    store: operation("MailHostContacts.store", function* (host: string, contact: unknown) {
      yield* sql`update mail_host_contact set contact = ${JSON.stringify(contact)} where host = ${host}`
    }),
    /** Deletes at most `limit` contacts older than `days`. Returns the number of deleted contacts. */
    purge: operation("MailHostContacts.purge", (days: number, limit: number) =>
      deleteBatch(sql, {
        table: "mail_host_contact",
        key: "host",
        where: sql`contacted_at <= mon_now() - ${days}::int * interval '1 day'`,
        limit
      })
    )
  }))
}) {
  static readonly layer = Layer.effect(MailHostContacts, MailHostContacts.make)
}
