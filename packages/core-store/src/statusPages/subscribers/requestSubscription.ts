import { isPublicId, type Language, mailboxKey, statusPageLimits, uuidv7 } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { createHash } from "node:crypto"
import { operation, type Returns } from "../../sql/operation.ts"
import { randomBytes } from "../../sql/Randomness.ts"
import { isStopped } from "../../access/stoppedAccount.sql.ts"
import { liftRefusal } from "../../accounts/RefusedAddresses.ts"
import {
  isAdmitted,
  isPaused,
  lockSubscribers,
  type PageReaders,
  readReaders,
  sameReaders,
  subscriberLimit
} from "./pageReaders.ts"

/** A component of a page that subscribers can choose. */
export interface ChoosableComponent {
  readonly id: string
  readonly name: string
  /** The name of the component's group. Null if the component belongs to no group. */
  readonly group: string | null
}

/** A subscription, as its subscriber sees it. */
export interface Subscription {
  /** The public id of the subscriber. */
  readonly id: string
  readonly kind: "email" | "webhook"
  /** An email address, or the URL of a webhook. */
  readonly address: string
  readonly language: Language
  readonly state: "pending" | "confirmed" | "unsubscribed" | "ended"
  readonly page: { readonly id: string; readonly slug: string; readonly name: string }
  /**
   * The components from which the subscriber can choose. Empty if the subscriber is paused, or if the page is closed.
   */
  readonly components: ReadonlyArray<ChoosableComponent>
  /** The public ids of the chosen components. Null means all components, including future components. */
  readonly componentIds: ReadonlyArray<string> | null
  /** Whether the subscriber is not notified because the page has become private. */
  readonly isPaused: boolean
  /** Whether nobody can read the page, because its account or its plan has stopped it. */
  readonly isClosed: boolean
}

/**
 * The page and the components to which somebody wants to subscribe. If `componentIds` is null, the choice includes all
 * components, even future components.
 */
export interface SubscriptionChoice {
  readonly pageId: string
  readonly language: Language
  readonly componentIds: ReadonlyArray<string> | null
  /**
   * The readers of the page when the sender was admitted. If the readers have changed since, the page counts as absent
   * for the sender.
   */
  readonly readers?: PageReaders
}

export interface Asking {
  /**
   * Whether the request may use the page's reserve, because the network of the sender has sent only a few requests.
   * Default: false.
   */
  readonly mayUseReserve?: boolean
}

/** A request to subscribe an email address. */
export interface EmailRequest extends SubscriptionChoice, Asking {
  readonly address: string
  /** The SHA-256 of the token in the confirmation email. */
  readonly confirmHash: Uint8Array
}

/**
 * The result of a request to subscribe an email address. `Confirm`: the caller must send the token to the address.
 * `Known`: the address is already subscribed. `Quiet`: the address has already got too many emails. Only the owner of
 * the address may learn this.
 */
export type EmailRequestResult =
  | { readonly _tag: "Confirm" | "Known"; readonly subscriberId: string }
  | { readonly _tag: "Quiet" }
  | SubscriptionRefusal

/** The reason why a subscription was refused. `Busy`: there were too many requests for the page within an hour. */
export interface SubscriptionRefusal {
  readonly _tag: "Absent" | "Full" | "Busy" | "NoComponent" | "WrongDomain"
}

/** A webhook that has proved its consent by echoing the challenge. */
export interface ConfirmedWebhook extends SubscriptionChoice {
  /** The id to give to the subscriber, if the address is not subscribed yet. */
  readonly id: string
  readonly url: string
  /** The registrable domain of the webhook's URL. */
  readonly site: string
  /** Encrypts the secret of the webhook for the subscriber with this id. */
  readonly seal: (id: string) => Effect.Effect<string>
}

/**
 * The result of a request to subscribe a webhook. `SiteFull`: the page already has too many webhooks of this
 * registrable domain.
 */
export type WebhookResult =
  | { readonly _tag: "Confirmed"; readonly subscriberId: string }
  | { readonly _tag: "SiteFull" }
  | SubscriptionRefusal

interface Row {
  readonly key: string
  readonly pageKey: string
  readonly id: string
  readonly kind: Subscription["kind"]
  readonly address: string
  readonly language: Language
  readonly state: Subscription["state"]
  readonly coversAll: boolean
  readonly isPaused: boolean
  readonly isStopped: boolean
  readonly pageId: string
  readonly slug: string
  readonly name: string
  readonly chosen: ReadonlyArray<string>
}

export const readChoices = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql<ChoosableComponent>`
    select c.public_id as id, c.name, g.name as "group" from status_component c left join status_group g on g.id = c.group_id
    where c.page_id = ${pageKey}::bigint order by c.position, c.id`

/** `which` is a condition on the subscriber `s`. */
export const readSubscription = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, which: Fragment) {
  const [row] = yield* sql<Row>`
    select s.id::text as key, p.id::text as "pageKey", s.public_id as id, s.kind, s.address, s.language,
      case when ${sql.literal(isPaused)} then 'confirmed' else s.state end as state,
      ${sql.literal(isPaused)} or not ${sql.literal(isAdmitted)} as "isPaused", ${sql.literal(isStopped("a"))} as "isStopped",
      s.covers_all as "coversAll", p.public_id as "pageId", p.slug, p.name,
      array(select c.public_id::text from status_subscriber_component x join status_component c on c.id = x.component_id
        where x.subscriber_id = s.id order by c.position, c.id) as chosen
    from status_subscriber s join status_page p on p.id = s.page_id join account a on a.id = p.account_id
    where ${which}`
  if (row === undefined) return null
  const { chosen, coversAll, isStopped: stopped, key: _key, name, pageId, pageKey, slug, ...shown } = row
  const isClosed = stopped || (yield* subscriberLimit(sql, pageKey)) === 0
  return {
    ...shown,
    isClosed,
    page: { id: pageId, slug, name },
    components: shown.isPaused || isClosed ? [] : yield* readChoices(sql, pageKey),
    componentIds: coversAll ? null : chosen
  } satisfies Subscription
})

/** If one of the components does not belong to the page, returns false and changes nothing. */
export const saveChoice = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  subscriberKey: string,
  componentIds: ReadonlyArray<string> | null
) {
  const different = [...new Set(componentIds ?? [])]
  if (!different.every(isPublicId)) return false
  const known = yield* sql<{ readonly key: string }>`
    select c.id::text as key from status_component c join status_subscriber s on s.page_id = c.page_id
    where s.id = ${subscriberKey}::bigint
      and c.public_id::text in (select jsonb_array_elements_text(${JSON.stringify(different)}::text::jsonb))`
  if (known.length !== different.length) return false
  const keys = JSON.stringify(known.map(({ key }) => key))
  yield* sql`update status_subscriber set covers_all = ${componentIds === null} where id = ${subscriberKey}::bigint`
  yield* sql`delete from status_subscriber_component where subscriber_id = ${subscriberKey}::bigint`
  yield* sql`
    insert into status_subscriber_component (subscriber_id, component_id)
    select ${subscriberKey}::bigint, jsonb_array_elements_text(${keys}::text::jsonb)::bigint`
  return true
})

const { subscribers: limits } = statusPageLimits
const HOUR_SECONDS = 3_600

interface OpenPage {
  readonly pageKey: string
  readonly limit: number
}

const keyOfAddress = (address: string): string => address.trim().toLowerCase()

/**
 * Returns the hash by which requests are counted. The hash identifies a mailbox, or the registrable domain of a
 * webhook.
 */
const hashOfTarget = (kind: "email" | "webhook", target: string): Buffer =>
  createHash("sha256").update(`${kind} ${target}`).digest()

/** Runs changes of the number of a page's subscribers one after another. */
const lockPage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageId: string) {
  if (!isPublicId(pageId)) return null
  const [row] = yield* sql<{ readonly pageKey: string }>`
    select id::text as "pageKey" from status_page where public_id = ${pageId}::uuid`
  if (row === undefined) return null
  yield* lockSubscribers(sql, row.pageKey)
  return { ...row, limit: yield* subscriberLimit(sql, row.pageKey) } satisfies OpenPage
})

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

/** The limit applies to an hour. */
const pageLimit = ({ mayUseReserve = false }: Asking): number =>
  limits.requestsOfPage + (mayUseReserve ? limits.reservedOfPage : 0)

const refused = (tag: SubscriptionRefusal["_tag"]): SubscriptionRefusal => ({ _tag: tag })

export const requestEmail = (sql: SqlClient.SqlClient) =>
  operation("StatusSubscribers.requestEmail", function* (wanted: EmailRequest): Returns<EmailRequestResult> {
    const { address, componentIds, confirmHash, language, pageId, readers } = wanted
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
      // The lock makes sure that all concurrent requests for one address are counted, even for different pages.
      yield* sql`select pg_advisory_xact_lock(hashtextextended(encode(${hash}::bytea, 'hex'), 0))`
      const { ofAddress, ofPage } = yield* requestsOf(sql, page, hash)
      if (ofPage >= pageLimit(wanted)) return refused("Busy")
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
  })

const isSiteFull = (sql: SqlClient.SqlClient, { pageKey }: OpenPage, url: string, site: string) =>
  Effect.map(
    sql<{ readonly full: boolean }>`
      select count(*) >= ${limits.webhooksOfSite}::int as full from status_subscriber
      where page_id = ${pageKey}::bigint and kind = 'webhook' and state = 'confirmed' and site = ${site}
        and address_key <> ${url}`,
    ([row]) => row?.full ?? true
  )

export const requestWebhook = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusSubscribers.requestWebhook",
    function* (
      pageId: string,
      url: string,
      site: string,
      asking: Asking = {}
    ): Returns<{ readonly _tag: "Allowed" | "SiteFull" } | SubscriptionRefusal> {
      const request = Effect.gen(function* () {
        const page = yield* lockPage(sql, pageId)
        if (page === null) return refused("Absent")
        if (yield* isFull(sql, page)) return refused("Full")
        if (yield* isSiteFull(sql, page, url, site)) return { _tag: "SiteFull" } as const
        const hash = hashOfTarget("webhook", site)
        yield* sql`select pg_advisory_xact_lock(hashtextextended(encode(${hash}::bytea, 'hex'), 0))`
        const { ofAddress, ofPage } = yield* requestsOf(sql, page, hash)
        if (ofPage >= pageLimit(asking) || ofAddress >= limits.challengesOfSite) return refused("Busy")
        yield* count(sql, page, hash)
        return { _tag: "Allowed" } as const
      })
      return yield* sql.withTransaction(request)
    }
  )

export const confirmWebhook = (sql: SqlClient.SqlClient) =>
  operation("StatusSubscribers.confirmWebhook", function* (webhook: ConfirmedWebhook): Returns<WebhookResult> {
    const { componentIds, id, language, pageId, readers, seal, site, url } = webhook
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
  })

export const confirm = (sql: SqlClient.SqlClient) =>
  operation("StatusSubscribers.confirm", function* (confirmHash: Uint8Array): Returns<
    { readonly _tag: "Confirmed"; readonly subscription: Subscription } | { readonly _tag: "Expired" | "Full" }
  > {
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
