import { type PlanName, Plans, type StatusPageAccess } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { planInForce } from "../../monitors/statements/stoppedColumns.ts"
import { olderPages, stoppedBy } from "../../accounts/statusPagePlan.ts"

/** The readers of a page: the kind of access, and the password or the email domains that readers need. */
export interface PageReaders {
  readonly access: StatusPageAccess
  /** The hash of the password. The password has an effect only if the page requires a password. */
  readonly passwordHash: string | null
  /** The email domains. The domains have an effect only if the page requires certain email domains. */
  readonly emailDomains: ReadonlyArray<string>
}

/**
 * SQL for whether a subscriber `s` is paused: the subscriber was confirmed once, but is not known to be a reader since
 * the page became private. A pause ends only when the subscriber confirms again, unsubscribes, or can read the page
 * again.
 */
export const isPaused = `(s.state = 'pending' and s.confirmed_at is not null and s.ended_at is null)`

/**
 * SQL for whether the email domains of a page `p` admit a subscriber `s`. Webhooks are always admitted, because they
 * are paused whenever the domains change.
 */
export const isAdmitted = `(p.access <> 'email_domains' or s.kind = 'webhook'
  or split_part(s.address_key, '@', 2) = any(p.email_domains))`

/**
 * SQL for whether a subscriber `s` of a page `p` is notified. The condition is evaluated when an update is announced,
 * and again when a delivery is claimed and sent.
 */
export const isReader = `(s.state = 'confirmed' and ${isAdmitted})`

const LOCK = "status subscribers "

/** Locks the subscribers of a page, so that changes of its subscribers and of its readers run one after another. */
export const lockSubscribers = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${pageKey}::text, 0))`

export const readReaders = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [row] = yield* sql<PageReaders>`
    select access, password_hash as "passwordHash", email_domains as "emailDomains" from status_page
    where id = ${pageKey}::bigint`
  return row ?? null
})

const includesAll = (list: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  others.every((one) => list.includes(one))

/** Returns whether everybody who could read a page before a change can also read the page after the change. */
const staysOpen = (before: PageReaders, after: PageReaders): boolean => {
  if (after.access === "public") return true
  if (before.access !== after.access) return false
  return after.access === "password"
    ? before.passwordHash === after.passwordHash
    : includesAll(after.emailDomains, before.emailDomains)
}

export const sameReaders = (one: PageReaders, other: PageReaders): boolean =>
  staysOpen(one, other) && staysOpen(other, one) && one.access === other.access

/** SQL for whether the subscriber `s` has an email address with a domain that may read the page. */
const isOfDomain = (sql: SqlClient.SqlClient, { access, emailDomains }: PageReaders): Fragment => {
  if (access !== "email_domains") return sql`false`
  const domains = JSON.stringify(emailDomains)
  return sql`(s.kind = 'email'
    and split_part(s.address_key, '@', 2) in (select jsonb_array_elements_text(${domains}::text::jsonb)))`
}

/**
 * SQL for whether the subscriber `s` is notified after a change of the readers: the subscriber was notified before and
 * stays a reader, or becomes a reader again.
 */
export const notifiedAfter = (sql: SqlClient.SqlClient, before: PageReaders, after: PageReaders) => {
  const ofDomain = isOfDomain(sql, after)
  // An email address proves its own domain, whatever else has changed. The owner of a webhook is not known.
  const stays =
    after.access === "email_domains"
      ? sql`(${ofDomain} or (s.kind = 'webhook' and ${staysOpen(before, after)}::boolean))`
      : sql`${staysOpen(before, after)}::boolean`
  const resumes = sql`(${sql.literal(isPaused)} and (${after.access === "public"}::boolean or ${ofDomain}))`
  return { stays, resumes }
}

/**
 * Pauses subscribers who are no longer known to be readers, and suppresses their waiting deliveries. Resumes
 * subscribers who can read the page again. Invalidates pending confirmation links, because they were sent to people who
 * had access before. The caller must have called `lockSubscribers`.
 */
export const settleSubscribers = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageKey: string,
  before: PageReaders,
  after: PageReaders
) {
  if (sameReaders(before, after)) return
  const { resumes, stays } = notifiedAfter(sql, before, after)
  yield* sql`
    update status_subscriber s set state = 'confirmed', confirm_hash = null, confirm_until = null
    where s.page_id = ${pageKey}::bigint and ${resumes}`
  yield* sql`
    with paused as (
      update status_subscriber s set state = 'pending'
      where s.page_id = ${pageKey}::bigint and s.state = 'confirmed' and not ${stays} returning s.id
    )
    update status_delivery d set status = 'suppressed', error_code = 'no_access', settled_at = mon_now()
    from paused where d.subscriber_id = paused.id and d.status = 'pending'`
  const waits = sql`s.page_id = ${pageKey}::bigint and s.state = 'pending' and s.confirm_hash is not null and not ${stays}`
  yield* sql`delete from status_subscriber s where ${waits} and s.confirmed_at is null and s.ended_at is null`
  yield* sql`
    update status_subscriber s set confirm_hash = null, confirm_until = null,
      state = case when s.ended_at is null then s.state when s.ended_reason is null then 'unsubscribed' else 'ended' end
    where ${waits}`
})

/**
 * SQL for the position of a confirmed subscriber `s` among the confirmed subscribers of its page. If there are more
 * subscribers than the plan allows, the newest subscribers are not notified.
 */
export const placeOf = `(select count(*) from status_subscriber o
  where o.page_id = s.page_id and o.state = 'confirmed' and (o.confirmed_at, o.id) < (s.confirmed_at, s.id))`

/** Returns the maximum number of subscribers of a page that are notified. Returns 0 if the plan stops the page. */
export const subscriberLimit = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [row] = yield* sql<{ readonly plan: PlanName; readonly olderPages: number }>`
    select ${sql.literal(planInForce)} as plan, ${sql.literal(olderPages)} as "olderPages"
    from status_page p join account a on a.id = p.account_id where p.id = ${pageKey}::bigint`
  const plans = yield* Plans
  return row === undefined || stoppedBy(row, plans) !== null ? 0 : plans[row.plan].statusPageSubscribers
})

const concerned = (sql: SqlClient.SqlClient) => sql`(s.covers_all or cardinality(about.keys) = 0 or exists (
  select from status_subscriber_component c where c.subscriber_id = s.id and c.component_id = any(about.keys)))`

/**
 * SQL for the subscribers `s` of a page whom a publication about components concerns, with the columns id, page_id and
 * kind. `components` is a list of internal keys as SQL. If the list is empty, the publication concerns all subscribers.
 */
export const recipients = (sql: SqlClient.SqlClient, pageKey: string, limit: number, components: Fragment) => sql`
  select s.id, s.page_id, s.kind, s.covers_all
  from (
    select o.*, row_number() over (order by o.confirmed_at, o.id) as place from status_subscriber o
    where o.page_id = ${pageKey}::bigint and o.state = 'confirmed'
  ) s join status_page p on p.id = s.page_id cross join (select ${components} as keys) about
  where s.place <= ${limit}::int and ${sql.literal(isReader)} and ${concerned(sql)}`

/** SQL for the subscribers whom a publication would concern once the readers have changed. */
export const recipientsAfter = (
  sql: SqlClient.SqlClient,
  pageKey: string,
  limit: number,
  components: Fragment,
  { resumes, stays }: { readonly stays: Fragment; readonly resumes: Fragment }
) => sql`
  select s.kind
  from (
    select s.*, row_number() over (order by s.confirmed_at, s.id) as place from status_subscriber s
    where s.page_id = ${pageKey}::bigint and (s.state = 'confirmed' and ${stays} or ${resumes})
  ) s cross join (select ${components} as keys) about
  where s.place <= ${limit}::int and ${concerned(sql)}`

/**
 * Writes the deliveries of a publication, in the transaction of the publication. Everybody who is subscribed at this
 * moment gets the publication once. If several updates are published together, subscribers get only the newest update.
 */
export const announceUpdate = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pageKey: string,
  postKey: string,
  updateKeys: ReadonlyArray<string>
) {
  const limit = yield* subscriberLimit(sql, pageKey)
  const [newest] = yield* sql<{ readonly key: string }>`
    select id::text as key from status_update
    where id in (select jsonb_array_elements_text(${JSON.stringify(updateKeys)}::text::jsonb)::bigint)
    order by display_at desc, id desc limit 1`
  if (newest === undefined || limit === 0) return
  const ofPost = sql`array(select component_id from status_post_component where post_id = ${postKey}::bigint)`
  yield* sql`
    insert into status_delivery (public_id, kind, page_id, update_id, subscriber_id)
    select gen_random_uuid(), r.kind, r.page_id, ${newest.key}::bigint, r.id
    from (${recipients(sql, pageKey, limit, ofPost)}) r order by r.id
    on conflict do nothing`
  yield* sql`
    insert into status_delivery (public_id, kind, page_id, update_id, subscriber_id, component_id)
    select gen_random_uuid(), r.kind, r.page_id, c.update_id, r.id, c.component_id
    from (${recipients(sql, pageKey, limit, ofPost)}) r join status_update_component c on c.update_id = ${newest.key}::bigint
    where r.kind = 'webhook' and c.shown_before is distinct from c.shown_after
      and (r.covers_all or exists (select from status_subscriber_component x
        where x.subscriber_id = r.id and x.component_id = c.component_id))
    order by r.id, c.component_id
    on conflict do nothing`
})
