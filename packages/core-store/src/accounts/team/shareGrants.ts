import {
  type EndedAdditions,
  isPublicId,
  type MonitorKind,
  monitorKindNames,
  type SharedMonitors,
  type TagAccess
} from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import type { AccessScope } from "../../access/AccessScope.ts"
import { type IdsByKind, idsByKind, isOfKind } from "../../monitors/statements/MonitorCodes.ts"

/**
 * The monitors and tags that are shared with a person, by public id. Absent lists stay unchanged. If an id occurs twice
 * in a list, the last entry counts.
 */
export interface SharedAccess extends Partial<SharedMonitors> {
  readonly tagAccess?: ReadonlyArray<TagAccess>
}

/** The reason for a refusal: the account has no such monitor of the kind, or no such tag. */
export interface UnknownShare {
  readonly _tag: "UnknownShare"
  readonly kind: MonitorKind | "tag"
}

/** Signals that an id does not belong to the account. The signal rolls back the transaction. */
class UnknownId {
  readonly _tag = "UnknownId"
  readonly kind: UnknownShare["kind"]
  constructor(kind: UnknownShare["kind"]) {
    this.kind = kind
  }
}

export interface Holder {
  readonly kind: "member" | "invite"
  readonly key: string
}

interface Grant {
  readonly id: string
  readonly canWrite: boolean
}

interface GrantKind {
  readonly kind: UnknownShare["kind"]
  readonly table: Readonly<Record<Holder["kind"], string>>
  readonly column: "monitor_id" | "tag_id"
  readonly grants: (shared: SharedAccess) => ReadonlyArray<Grant> | undefined
  /** SQL for the rows `t`, including deleted rows. The rows have `id` and `public_id`. */
  readonly source: string
  readonly isShareable: string
}

type AnyAccess = Partial<IdsByKind> & { readonly canWrite: boolean }

const monitorGrants = (kind: MonitorKind): GrantKind => ({
  kind,
  // Domains have their own tables, because these tables are older. Monitors of all other kinds share one table.
  table:
    kind === "domain"
      ? { member: "domain_access", invite: "invite_access" }
      : { member: "url_access", invite: "url_access" },
  column: "monitor_id",
  grants: (shared) => {
    const listed: ReadonlyArray<AnyAccess> | undefined = shared[`${kind}Access`]
    return listed?.map((one) => ({ id: one[`${kind}Id`] ?? "", canWrite: one.canWrite }))
  },
  source: `monitor t where ${isOfKind("t", kind)}`,
  isShareable: "t.deleted_at is null"
})

const kinds: ReadonlyArray<GrantKind> = [
  ...monitorKindNames.map(monitorGrants),
  {
    kind: "tag",
    table: { member: "tag_access", invite: "tag_access" },
    column: "tag_id",
    grants: ({ tagAccess }) => tagAccess?.map(({ canWrite, tagId }) => ({ id: tagId, canWrite })),
    source: "tag t where true",
    isShareable: "true"
  }
]

const lastOfEach = (grants: ReadonlyArray<Grant>): ReadonlyArray<Grant> => [
  ...new Map(grants.map((one) => [one.id, one])).values()
]

/** Locks each shared row, so that, for example, a shared tag cannot be deleted at the same time. */
const replace = (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  holder: Holder,
  { column, isShareable, source, table }: GrantKind,
  grants: ReadonlyArray<Grant>
) => {
  const into = sql.literal(table[holder.kind])
  const owner = sql.literal(holder.kind === "member" ? "membership_id" : "invite_id")
  const target = sql.literal(column)
  const things = sql.literal(source)
  return sql`
    with listed as materialized (
      select x.id, x."canWrite" as can_write
      from jsonb_to_recordset(${JSON.stringify(grants)}::text::jsonb) as x(id uuid, "canWrite" boolean)
    ), wanted as materialized (
      select t.id, l.can_write from listed l join lateral (
        select t.id from ${things} and ${sql.literal(isShareable)} and t.public_id = l.id
          and t.account_id = ${accountKey}::bigint for key share
      ) t on true
    ), ended as (
      delete from ${into} where ${owner} = ${holder.key}::bigint and ${target} not in (select id from wanted)
        and exists (select from ${things} and t.id = ${target})
    )
    insert into ${into} (${owner}, ${target}, can_write) select ${holder.key}::bigint, id, can_write from wanted
    on conflict (${owner}, ${target}) do update set can_write = excluded.can_write
    returning 1`
}

/** Fails if a monitor or tag does not belong to the account. */
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
    if (!grants.every(({ id }) => isPublicId(id))) return yield* Effect.fail(new UnknownId(kind.kind))
    const written = yield* replace(sql, scope, holder, kind, grants)
    if (written.length < grants.length) return yield* Effect.fail(new UnknownId(kind.kind))
  }
})

/**
 * Ends the additions of a member, either everywhere or only where the member may no longer have them. Takes the
 * internal key of the membership. Returns the ended additions.
 */
type End<A> = (
  sql: SqlClient.SqlClient,
  membershipKey: string,
  where: "everywhere" | "unseen"
) => Effect.Effect<ReadonlyArray<A>, SqlError>

const isConcerned = (
  sql: SqlClient.SqlClient,
  column: Statement.Fragment,
  membershipKey: string,
  where: "everywhere" | "unseen"
) =>
  sql`(${where === "everywhere"}::boolean or ${column} not in (
    select ma.monitor_id from monitor_access ma where ma.membership_id = ${membershipKey}::bigint))`

const isNoAdmin = (sql: SqlClient.SqlClient, membershipKey: string) =>
  sql`exists (select from membership ms where ms.id = ${membershipKey}::bigint and ms.member_role <> 'admin')`

/**
 * The kinds of additions that keep acting or receiving data without the member who added them. A new kind needs a
 * column for its author, and an entry here and in `EndedAdditions`.
 */
const ends: { readonly [Kind in keyof EndedAdditions]: End<EndedAdditions[Kind][number]> } = {
  apiKeys: (sql, membershipKey) => sql`
    update api_key set revoked_at = mon_now()
    where membership_id = ${membershipKey}::bigint and revoked_at is null
    returning public_id as id, shown_start || '…' || shown_end as shown`,

  webhooks: (sql, membershipKey, where) => sql`
    with ended as (delete from webhook w
    where w.added_by = ${membershipKey}::bigint
      and (${isConcerned(sql, sql`w.monitor_id`, membershipKey, where)} or (w.monitor_id is null and ${isNoAdmin(sql, membershipKey)}))
    returning w.public_id, w.monitor_id, w.label, w.url)
    select e.public_id as id, e.label, e.url, ${sql.literal(idsByKind("m"))}
    from ended e left join monitor m on m.id = e.monitor_id`,

  // A channel receives the alerts of all monitors, so only admins have channels.
  channels: (sql, membershipKey, where) => sql`
    delete from alert_channel
    where added_by = ${membershipKey}::bigint
      and (${where === "everywhere"}::boolean or ${isNoAdmin(sql, membershipKey)})
    returning public_id as id, name`,

  ccEmails: (sql, membershipKey, where) => sql`
    with authored as (
      select monitor_id, address from cc_email_author
      where membership_id = ${membershipKey}::bigint and ${isConcerned(sql, sql`monitor_id`, membershipKey, where)}
    ), locked as (
      select id, public_id, deleted_at, cc_emails from monitor
      where id in (select monitor_id from authored) order by id for no key update
    ), changed as (
      update monitor m set updated_at = mon_now(), cc_emails = array(
        select cc.address from unnest(l.cc_emails) with ordinality as cc (address, position)
        where not exists (select 1 from authored a where a.monitor_id = l.id and a.address = lower(cc.address))
        order by cc.position)
      from locked l where m.id = l.id
    )
    select l.public_id as "domainId", cc.address as email
    from locked l cross join unnest(l.cc_emails) with ordinality as cc (address, position)
    join authored a on a.monitor_id = l.id and a.address = lower(cc.address)
    where l.deleted_at is null
    order by l.id, cc.position`
}

/**
 * Suppresses waiting deliveries to a removed person, or to an address that no longer receives anything from the
 * account.
 */
const suppressWaiting = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  membershipKey: string,
  { ccEmails, channels }: EndedAdditions,
  isRemoved: boolean
) {
  const addresses = JSON.stringify(ccEmails.map(({ domainId, email }) => ({ domainId, email: email.toLowerCase() })))
  const channelIds = JSON.stringify(channels.map(({ id }) => id))
  const suppressed = yield* sql<{ readonly id: string | null }>`
    update notification_delivery d set status = 'suppressed', error_code = 'removed', settled_at = mon_now()
    from membership ms
    where ms.id = ${membershipKey}::bigint and d.account_id = ms.account_id and d.status = 'pending'
      and ((d.channel = 'channel' and d.target in (select jsonb_array_elements_text(${channelIds}::text::jsonb)))
        or d.channel = 'email' and ((${isRemoved}::boolean and d.user_id = ms.user_id) or (d.user_id is null and exists (
        select 1 from jsonb_to_recordset(${addresses}::text::jsonb) as cc ("domainId" uuid, email text)
        join monitor m on m.public_id = cc."domainId" join notification n on n.monitor_id = m.id
        where n.id = d.notification_id and cc.email = lower(d.target)))))
    returning d.notification_id::text as id`
  const keys = JSON.stringify(suppressed.flatMap(({ id }) => id ?? []))
  yield* sql`
    select settle_notifications(array(select jsonb_array_elements_text(${keys}::text::jsonb)::bigint))`
})

/**
 * Removes all API keys, webhooks, channels and copied email addresses that a member has added. `membershipKey` is the
 * internal key of the membership. Must run in the transaction that removes the membership.
 */
export const endAdditions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, membershipKey: string) {
  const ended: EndedAdditions = {
    apiKeys: yield* ends.apiKeys(sql, membershipKey, "everywhere"),
    webhooks: yield* ends.webhooks(sql, membershipKey, "everywhere"),
    channels: yield* ends.channels(sql, membershipKey, "everywhere"),
    ccEmails: yield* ends.ccEmails(sql, membershipKey, "everywhere")
  }
  yield* suppressWaiting(sql, membershipKey, ended, true)
  return ended
})

/**
 * Removes the webhooks and copied email addresses that a member has added to monitors that the member can no longer
 * see. If the member is not an admin, also removes the channels and account webhooks that the member has added, because
 * only admins may have channels and account webhooks. `membershipKey` is the internal key of the membership.
 */
export const endUnseenAdditions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, membershipKey: string) {
  const ended: EndedAdditions = {
    apiKeys: [],
    webhooks: yield* ends.webhooks(sql, membershipKey, "unseen"),
    channels: yield* ends.channels(sql, membershipKey, "unseen"),
    ccEmails: yield* ends.ccEmails(sql, membershipKey, "unseen")
  }
  yield* suppressWaiting(sql, membershipKey, ended, false)
  return ended
})
