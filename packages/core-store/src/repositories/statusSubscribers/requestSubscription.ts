import { isPublicId, mailboxKey, statusPageLimits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { randomBytes } from "../../sql/Randomness.ts"
import { operation } from "../../sql/operation.ts"
import { liftRefusal } from "../refusedAddresses/addressHash.sql.ts"
import { subscriberLimit } from "./audience.sql.ts"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { isAdmitted, lockSubscribers, type PageReaders, readReaders, sameReaders } from "./pageReaders.ts"
import { readChoices, readSubscription, saveChoice } from "./subscription.ts"
import type { EmailRequestResult, StatusSubscribers, SubscriptionRefusal } from "./StatusSubscribers.ts"

const { subscribers: limits } = statusPageLimits
const HOUR_SECONDS = 3_600

interface OpenPage {
  readonly pageKey: string
  readonly limit: number
}

/** The form in which two addresses are compared. */
const keyOfAddress = (address: string): string => address.trim().toLowerCase()

/** What requests are counted by: a mailbox, or the site of a webhook. */
const hashOfTarget = (kind: "email" | "webhook", target: string): Buffer =>
  createHash("sha256").update(`${kind} ${target}`).digest()

/** Changes of the number of a page's subscribers run one after another. */
const lockPage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageId: string) {
  if (!isPublicId(pageId)) return null
  const [row] = yield* sql<{ readonly pageKey: string }>`
    select id::text as "pageKey" from status_page where public_id = ${pageId}::uuid`
  if (row === undefined) return null
  yield* lockSubscribers(sql, row.pageKey)
  return { ...row, limit: yield* subscriberLimit(sql, row.pageKey) } satisfies OpenPage
})

/** Whether the page has other readers than when the sender of a request was admitted. */
const hasOtherReaders = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { pageKey }: OpenPage,
  readers: PageReaders | undefined
) {
  const now = readers === undefined ? null : yield* readReaders(sql, pageKey)
  return readers !== undefined && now !== null && !sameReaders(readers, now)
})

const isFull = (sql: SqlClient.SqlClient, { limit, pageKey }: OpenPage) =>
  Effect.map(
    sql<{ readonly full: boolean }>`
      select count(*) >= ${limit}::int as full from status_subscriber
      where page_id = ${pageKey}::bigint and state = 'confirmed'`,
    ([row]) => row?.full ?? true
  )

const requestsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { pageKey }: OpenPage, hash: Buffer) {
  const since = sql`mon_now() - ${HOUR_SECONDS}::int * interval '1 second'`
  const [row] = yield* sql<{ readonly ofPage: number; readonly ofAddress: number }>`
    select (select count(*)::int from status_signup where page_id = ${pageKey}::bigint and at > ${since}) as "ofPage",
      (select count(*)::int from status_signup where address_hash = ${hash} and at > ${since}) as "ofAddress"`
  return row ?? { ofPage: 0, ofAddress: 0 }
})

const count = (sql: SqlClient.SqlClient, { pageKey }: OpenPage, hash: Buffer) =>
  sql`insert into status_signup (page_id, address_hash) values (${pageKey}::bigint, ${hash})`

const hasComponents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { pageKey }: OpenPage,
  componentIds: ReadonlyArray<string> | null
) {
  const known = new Set((yield* readChoices(sql, pageKey)).map(({ id }) => id))
  return (componentIds ?? []).every((id) => known.has(id))
})

const refused = (tag: SubscriptionRefusal["_tag"]): SubscriptionRefusal => ({ _tag: tag })

export const requestEmail = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["requestEmail"] =>
  operation(
    "StatusSubscribers.requestEmail",
    function* ({ address, componentIds, confirmHash, language, pageId, readers }) {
      const request = Effect.gen(function* () {
        const page = yield* lockPage(sql, pageId)
        if (page === null || (yield* hasOtherReaders(sql, page, readers))) return refused("Absent")
        const key = keyOfAddress(address)
        const [access] = yield* sql<{ readonly allowed: boolean }>`
          select access <> 'email_domains' or split_part(${key}, '@', 2) = any(email_domains) as allowed
          from status_page where id = ${page.pageKey}::bigint`
        if (access?.allowed !== true) return refused("WrongDomain")
        if (yield* isFull(sql, page)) return refused("Full")
        if (!(yield* hasComponents(sql, page, componentIds))) return refused("NoComponent")
        const hash = hashOfTarget("email", mailboxKey(address))
        // Requests for the same address at different pages must see each other.
        yield* sql`select pg_advisory_xact_lock(hashtextextended(encode(${hash}::bytea, 'hex'), 0))`
        const { ofAddress, ofPage } = yield* requestsOf(sql, page, hash)
        if (ofPage >= limits.requestsOfPage) return refused("Busy")
        yield* count(sql, page, hash)
        if (ofAddress >= limits.requestsOfAddress) return { _tag: "Quiet" } satisfies EmailRequestResult
        const id = uuidv7(yield* Clock.currentTimeMillis, yield* randomBytes(10))
        const [row] = yield* sql<{ readonly key: string; readonly id: string; readonly isKnown: boolean }>`
          insert into status_subscriber as s (public_id, page_id, kind, address, address_key, language, state,
            confirm_hash, confirm_until)
          values (${id}::uuid, ${page.pageKey}::bigint, 'email', ${address.trim()}, ${key}, ${language}, 'pending',
            ${confirmHash}, mon_now() + ${limits.tokenSeconds}::int * interval '1 second')
          on conflict (page_id, kind, address_key) do update set
            confirm_hash = case when s.state = 'confirmed' then s.confirm_hash else excluded.confirm_hash end,
            confirm_until = case when s.state = 'confirmed' then s.confirm_until else excluded.confirm_until end,
            address = case when s.state = 'confirmed' then s.address else excluded.address end,
            language = case when s.state = 'confirmed' then s.language else excluded.language end,
            state = case when s.state = 'confirmed' then s.state else 'pending' end
          returning s.id::text as key, s.public_id as id, s.state = 'confirmed' as "isKnown"`
        if (row === undefined) return refused("Absent")
        if (row.isKnown) return { _tag: "Known", subscriberId: row.id } satisfies EmailRequestResult
        yield* saveChoice(sql, row.key, componentIds)
        return { _tag: "Confirm", subscriberId: row.id } satisfies EmailRequestResult
      })
      return yield* sql.withTransaction(request)
    }
  )

const isSiteFull = (sql: SqlClient.SqlClient, { pageKey }: OpenPage, url: string, site: string) =>
  Effect.map(
    sql<{ readonly full: boolean }>`
      select count(*) >= ${limits.webhooksOfSite}::int as full from status_subscriber
      where page_id = ${pageKey}::bigint and kind = 'webhook' and state = 'confirmed' and site = ${site}
        and address_key <> ${url}`,
    ([row]) => row?.full ?? true
  )

export const requestWebhook = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["requestWebhook"] =>
  operation("StatusSubscribers.requestWebhook", function* (pageId, url, site) {
    const request = Effect.gen(function* () {
      const page = yield* lockPage(sql, pageId)
      if (page === null) return refused("Absent")
      if (yield* isFull(sql, page)) return refused("Full")
      if (yield* isSiteFull(sql, page, url, site)) return { _tag: "SiteFull" } as const
      const hash = hashOfTarget("webhook", site)
      yield* sql`select pg_advisory_xact_lock(hashtextextended(encode(${hash}::bytea, 'hex'), 0))`
      const { ofAddress, ofPage } = yield* requestsOf(sql, page, hash)
      if (ofPage >= limits.requestsOfPage || ofAddress >= limits.challengesOfSite) return refused("Busy")
      yield* count(sql, page, hash)
      return { _tag: "Allowed" } as const
    })
    return yield* sql.withTransaction(request)
  })

export const confirmWebhook = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["confirmWebhook"] =>
  operation(
    "StatusSubscribers.confirmWebhook",
    function* ({ componentIds, id, language, pageId, readers, seal, site, url }) {
      const confirm = Effect.gen(function* () {
        const page = yield* lockPage(sql, pageId)
        if (page === null || (yield* hasOtherReaders(sql, page, readers))) return refused("Absent")
        const [known] = yield* sql<{ readonly id: string; readonly isConfirmed: boolean }>`
          select public_id as id, state = 'confirmed' as "isConfirmed" from status_subscriber
          where page_id = ${page.pageKey}::bigint and kind = 'webhook' and address_key = ${url}`
        if (known?.isConfirmed !== true && (yield* isFull(sql, page))) return refused("Full")
        if (yield* isSiteFull(sql, page, url, site)) return { _tag: "SiteFull" } as const
        if (!(yield* hasComponents(sql, page, componentIds))) return refused("NoComponent")
        const subscriberId = known?.id ?? id
        const secret = yield* seal(subscriberId)
        const [row] = yield* sql<{ readonly key: string }>`
          insert into status_subscriber as s (public_id, page_id, kind, address, address_key, site, language, state,
            secret, confirmed_at)
          values (${subscriberId}::uuid, ${page.pageKey}::bigint, 'webhook', ${url}, ${url}, ${site}, ${language},
            'confirmed', ${secret}, mon_now())
          on conflict (page_id, kind, address_key) do update set language = excluded.language, secret = excluded.secret,
            confirmed_at = case when s.state = 'confirmed' then s.confirmed_at else mon_now() end,
            state = 'confirmed', failing_since = null, ended_at = null, ended_reason = null
          returning s.id::text as key`
        if (row === undefined) return refused("Absent")
        yield* saveChoice(sql, row.key, componentIds)
        return { _tag: "Confirmed", subscriberId } as const
      })
      return yield* sql.withTransaction(confirm)
    }
  )

export const confirm = (sql: SqlClient.SqlClient): StatusSubscribers["Service"]["confirm"] =>
  operation("StatusSubscribers.confirm", function* (confirmHash) {
    const confirmed = Effect.gen(function* () {
      const [waiting] = yield* sql<{ readonly pageId: string }>`
          select p.public_id as "pageId" from status_subscriber s join status_page p on p.id = s.page_id
          join account a on a.id = p.account_id
          where s.confirm_hash = ${confirmHash} and s.confirm_until > mon_now() and s.state = 'pending'
            and ${sql.literal(isAdmitted)} and not ${sql.literal(isStopped("a"))}`
      const page = waiting === undefined ? null : yield* lockPage(sql, waiting.pageId)
      if (page === null) return { _tag: "Expired" } as const
      if (yield* isFull(sql, page)) return { _tag: "Full" } as const
      const [row] = yield* sql<{ readonly id: string; readonly address: string }>`
          update status_subscriber set state = 'confirmed', confirm_hash = null, confirm_until = null,
            confirmed_at = mon_now(), failing_since = null, ended_at = null, ended_reason = null
          where confirm_hash = ${confirmHash} and confirm_until > mon_now() and state = 'pending'
          returning public_id as id, address`
      if (row !== undefined) yield* liftRefusal(sql, row.address)
      const subscription = row === undefined ? null : yield* readSubscription(sql, sql`s.public_id = ${row.id}::uuid`)
      return subscription === null ? ({ _tag: "Expired" } as const) : ({ _tag: "Confirmed", subscription } as const)
    })
    return yield* sql.withTransaction(confirmed)
  })
