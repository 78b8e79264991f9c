import { type DomainAccess, isPublicId, type TagAccess, type UrlAccess } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import type { AccessScope } from "../access/AccessScope.ts"
import { codeLiteral, kindCodes } from "../monitors/MonitorCodes.ts"

/** What is shared with somebody. What is absent stays as it is; of what is listed twice, the last entry counts. */
export interface SharedAccess {
  /** Domains (public ids). */
  readonly access?: ReadonlyArray<DomainAccess>
  /** Pages (public ids). */
  readonly urlAccess?: ReadonlyArray<UrlAccess>
  /** Tags (public ids). */
  readonly tagAccess?: ReadonlyArray<TagAccess>
}

/** An id is not one of the account. */
export type UnknownShare = "UnknownDomain" | "UnknownUrl" | "UnknownTag"

/** Rolls the transaction back: an id does not belong to the account. */
class UnknownId {
  readonly _tag = "UnknownId"
  readonly kind: UnknownShare
  constructor(kind: UnknownShare) {
    this.kind = kind
  }
}

/** Whose access it is (internal key). */
export interface Holder {
  readonly kind: "member" | "invite"
  readonly key: string
}

interface Grant {
  readonly id: string
  readonly canWrite: boolean
}

/** Where the grants of a kind are stored, and which things of the account can be shared. */
interface GrantKind {
  readonly unknown: UnknownShare
  readonly table: Readonly<Record<Holder["kind"], string>>
  readonly column: "monitor_id" | "tag_id"
  readonly grants: (shared: SharedAccess) => ReadonlyArray<Grant> | undefined
  /** Rows `t` with `id` and `public_id`. */
  readonly source: (sql: SqlClient.SqlClient) => Statement.Fragment
}

const monitorsOf = (kind: keyof typeof kindCodes) => (sql: SqlClient.SqlClient) =>
  sql`monitor t where t.kind = ${codeLiteral(sql, kindCodes[kind])} and t.deleted_at is null`

const kinds: ReadonlyArray<GrantKind> = [
  {
    unknown: "UnknownDomain",
    table: { member: "domain_access", invite: "invite_access" },
    column: "monitor_id",
    grants: ({ access }) => access?.map(({ canWrite, domainId }) => ({ id: domainId, canWrite })),
    source: monitorsOf("domain")
  },
  {
    unknown: "UnknownUrl",
    table: { member: "url_access", invite: "url_access" },
    column: "monitor_id",
    grants: ({ urlAccess }) => urlAccess?.map(({ canWrite, urlId }) => ({ id: urlId, canWrite })),
    source: monitorsOf("url")
  },
  {
    unknown: "UnknownTag",
    table: { member: "tag_access", invite: "tag_access" },
    column: "tag_id",
    grants: ({ tagAccess }) => tagAccess?.map(({ canWrite, tagId }) => ({ id: tagId, canWrite })),
    source: (sql) => sql`tag t where true`
  }
]

const lastOfEach = (grants: ReadonlyArray<Grant>): ReadonlyArray<Grant> => [
  ...new Map(grants.map((one) => [one.id, one])).values()
]

/** A lock on each row, so that a tag cannot be deleted meanwhile. */
const replace = (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  holder: Holder,
  { column, source, table }: GrantKind,
  grants: ReadonlyArray<Grant>
) => {
  const into = sql.literal(table[holder.kind])
  const owner = sql.literal(holder.kind === "member" ? "membership_id" : "invite_id")
  const target = sql.literal(column)
  return sql`
    with listed as materialized (
      select x.id, x."canWrite" as can_write
      from jsonb_to_recordset(${JSON.stringify(grants)}::text::jsonb) as x(id uuid, "canWrite" boolean)
    ), wanted as materialized (
      select t.id, l.can_write from listed l join lateral (
        select t.id from ${source(sql)} and t.public_id = l.id and t.account_id = ${accountKey}::bigint for key share
      ) t on true
    ), ended as (
      delete from ${into} where ${owner} = ${holder.key}::bigint and ${target} not in (select id from wanted)
    )
    insert into ${into} (${owner}, ${target}, can_write) select ${holder.key}::bigint, id, can_write from wanted
    on conflict (${owner}, ${target}) do update set can_write = excluded.can_write
    returning 1`
}

/** Replaces what is shared with a member or an invited person. Fails if something does not belong to the account. */
export const shareGrants = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  scope: AccessScope,
  holder: Holder,
  shared: SharedAccess
) {
  for (const kind of kinds) {
    const listed = kind.grants(shared)
    if (listed === undefined) continue
    const grants = lastOfEach(listed)
    if (!grants.every(({ id }) => isPublicId(id))) return yield* Effect.fail(new UnknownId(kind.unknown))
    const written = yield* replace(sql, scope, holder, kind, grants)
    if (written.length < grants.length) return yield* Effect.fail(new UnknownId(kind.unknown))
  }
})
