import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operation, type Returns } from "../sql/operation.ts"
import type { AccessScope } from "../access/AccessScope.ts"

interface RefusedAddress {
  readonly address: string
  /** The SMTP reply code. */
  readonly code: number
  /** The time from which nothing is sent to the address. */
  readonly refusedAt: Date
}

interface ListedRefusal extends Omit<RefusedAddress, "address"> {
  /** Null if no account uses the address any more. In this case, only the hash of the address is stored. */
  readonly address: string | null
  readonly refusals: number
  readonly lastRefusedAt: Date
}

/** The recipients of the notice that mail to an address of an account is refused. */
export interface RefusalAudience {
  readonly accountId: string
  /** The owner and the admins whose own addresses accept email. */
  readonly people: ReadonlyArray<{ readonly email: string; readonly language: Language; readonly timezone: string }>
  /** The public ids of the alert channels of the default route. */
  readonly channelIds: ReadonlyArray<string>
}

/** SQL for the hash of the address in the expression `address`. All spellings of an address have the same hash. */
const addressHash = (address: string): string => `sha256(convert_to(lower(trim(${address})), 'UTF8'))`

/** SQL for the hash of an address that is passed as a parameter. The expression must be equivalent to `addressHash`. */
const hashOfAddress = (sql: SqlClient.SqlClient, address: string) =>
  sql`sha256(convert_to(lower(trim(${address}::text)), 'UTF8'))`

/** Ends the refusal of an address, because its owner has followed a link in an email that reached the address. */
export const liftRefusal = (sql: SqlClient.SqlClient, address: string) =>
  sql<{ readonly code: number }>`
    delete from refused_address where address_hash = ${hashOfAddress(sql, address)} returning code`

const ofAccount = (sql: SqlClient.SqlClient) =>
  operation("RefusedAddresses.ofAccount", function* (scope: AccessScope) {
    const { accountKey, role, userKey } = scope
    const own = sql`select email as address from app_user where id = ${userKey}::bigint`
    const all = sql`
        ${own}
        union all select u.email from membership ms join app_user u on u.id = ms.user_id
          where ms.account_id = ${accountKey}::bigint and ms.removed_at is null
        union all select cc.address from monitor m cross join unnest(m.cc_emails) as cc (address)
          where m.account_id = ${accountKey}::bigint and m.deleted_at is null
        union all select p.address from report_recipient p
          where p.account_id = ${accountKey}::bigint and p.state <> 'unsubscribed' and exists (
            select from scheduled_report_recipient s where s.recipient_id = p.id)`
    return yield* sql<RefusedAddress>`
        select min(used.address) as address, r.code, r.refused_at as "refusedAt"
        from (${role === "owner" ? all : own}) used
        join refused_address r on r.address_hash = ${sql.literal(addressHash("used.address"))}
        group by r.address_hash order by r.refused_at, 1`
  })

interface AudienceRow {
  readonly accountId: string
  readonly email: string | null
  readonly language: Language
  readonly timezone: string
  readonly channelId: string | null
}

const audience = (sql: SqlClient.SqlClient) =>
  operation("RefusedAddresses.audience", function* (address: string, accountId: string | null): Returns<
    ReadonlyArray<RefusalAudience>
  > {
    const rows = yield* sql<AudienceRow>`
        with concerned as (
          select ms.account_id as id from membership ms join app_user u on u.id = ms.user_id
          where ms.removed_at is null and lower(u.email) = lower(trim(${address}::text))
          union select id from account where public_id = ${accountId}::uuid
        ), reached as (
          select ms.account_id as id, u.id as rank, u.email, coalesce(us.language, 'en') as language,
            coalesce(us.timezone, 'UTC') as timezone, null::uuid as channel
          from membership ms join app_user u on u.id = ms.user_id left join user_setting us on us.user_id = u.id
          where ms.account_id in (select id from concerned) and ms.removed_at is null
            and (ms.role = 'owner' or ms.member_role = 'admin') and not exists (
              select from refused_address r where r.address_hash = ${sql.literal(addressHash("u.email"))})
          union all
          select c.account_id, c.id, null, 'en', 'UTC', c.public_id from alert_channel c
          where c.account_id in (select id from concerned) and c.is_active and c.in_default_route and c.membership_id is null
        )
        select a.public_id as "accountId", r.email, r.language, r.timezone, r.channel::text as "channelId"
        from concerned c join account a on a.id = c.id join reached r on r.id = c.id
        order by a.id, r.channel is not null, r.rank`
    return [...Map.groupBy(rows, (row) => row.accountId)].map(([id, found]): RefusalAudience => ({
      accountId: id,
      people: found.flatMap(({ email, language, timezone }) => (email === null ? [] : [{ email, language, timezone }])),
      channelIds: found.flatMap(({ channelId }) => channelId ?? [])
    }))
  })

/**
 * Addresses that get no more email, because a mail server replied that the addresses do not exist. The addresses are
 * stored as hashes, and apply to the whole installation.
 */
export class RefusedAddresses extends Context.Service<RefusedAddresses>()("@mon/core-store/RefusedAddresses", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    isRefused: operation("RefusedAddresses.isRefused", function* (address: string) {
      const rows = yield* sql`select from refused_address where address_hash = ${hashOfAddress(sql, address)}`
      return rows.length > 0
    }),
    /**
     * Stores a refusal. `announces` says whether to notify the accounts of the refusal. Returns true if the accounts
     * have not been notified yet.
     */
    record: operation("RefusedAddresses.record", function* (address: string, code: number, announces: boolean) {
      const announced = announces ? 1 : 0
      const [row] = yield* sql<{ readonly announced: number }>`
        insert into refused_address as r (address_hash, code, refusals, announced)
        values (${hashOfAddress(sql, address)}, ${code}::int, 1, ${announced}::int)
        on conflict (address_hash) do update set code = excluded.code, refusals = r.refusals + 1,
          announced = r.announced + excluded.announced, last_refused_at = mon_now()
        returning r.announced`
      return announces && row?.announced === 1
    }),
    /** Allows email to an address again. False if the address was not refused. */
    lift: operation("RefusedAddresses.lift", (address: string) =>
      Effect.map(liftRefusal(sql, address), (rows) => rows.length > 0)
    ),
    /**
     * Returns the refused addresses to which an account sends email: the addresses of its people, of additional
     * recipients and of reports. People who do not manage the account see only their own address.
     */
    ofAccount: ofAccount(sql),
    /** Returns the accounts in which a person has the address, and also the account with the given public id. */
    audience: audience(sql),
    /** Lists all refused addresses for the operator, newest first. */
    list: operation("RefusedAddresses.list", function* (limit: number) {
      return yield* sql<ListedRefusal>`
        with known as (
          select address, ${sql.literal(addressHash("address"))} as hash from (
            select email as address from app_user
            union select cc.address from monitor m cross join unnest(m.cc_emails) as cc (address)
            union select address from report_recipient
            union select address from status_subscriber where kind = 'email') used
        )
        select (select min(k.address) from known k where k.hash = r.address_hash) as address, r.code, r.refusals,
          r.refused_at as "refusedAt", r.last_refused_at as "lastRefusedAt"
        from refused_address r order by r.refused_at desc, r.address_hash limit ${limit}::int`
    }),
    count: operation("RefusedAddresses.count", () =>
      Effect.map(
        sql<{ readonly count: number }>`select count(*)::int as count from refused_address`,
        ([row]) => row?.count ?? 0
      )
    )
  }))
}) {
  static readonly layer = Layer.effect(RefusedAddresses, RefusedAddresses.make)
}
