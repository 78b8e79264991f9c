import type { StatusPageAccess } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** Who may read a page. */
export interface PageReaders {
  readonly access: StatusPageAccess
  /** Counts only if the access is by password. */
  readonly passwordHash: string | null
  /** Count only if the access is by email domain. */
  readonly emailDomains: ReadonlyArray<string>
}

/**
 * SQL for a subscriber `s` who is paused: confirmed once, and not known to be among the readers since the page became
 * private. Nobody leaves this state but by a new confirmation, by leaving, or when the page can be read again.
 */
export const isPaused = `(s.state = 'pending' and s.confirmed_at is not null and s.ended_at is null)`

/** SQL for whether the domains of a page `p` admit a subscriber `s`. A webhook is paused when they change. */
export const isAdmitted = `(p.access <> 'email_domains' or s.kind = 'webhook'
  or split_part(s.address_key, '@', 2) = any(p.email_domains))`

/** SQL for whether a subscriber `s` of a page `p` is notified. Judged when something is announced, claimed and sent. */
export const isReader = `(s.state = 'confirmed' and ${isAdmitted})`

const LOCK = "status subscribers "

/** Changes of a page's subscribers and readers run one after another. */
export const lockSubscribers = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${LOCK} || ${pageKey}::text, 0))`

/** The readers of a page now. */
export const readReaders = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pageKey: string) {
  const [row] = yield* sql<PageReaders>`
    select access, password_hash as "passwordHash", email_domains as "emailDomains" from status_page
    where id = ${pageKey}::bigint`
  return row ?? null
})

const includesAll = (list: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  others.every((one) => list.includes(one))

/** Whether somebody who could read a page before can read it after a change, whoever it is. */
const staysOpen = (before: PageReaders, after: PageReaders): boolean => {
  if (after.access === "public") return true
  if (before.access !== after.access) return false
  return after.access === "password"
    ? before.passwordHash === after.passwordHash
    : includesAll(after.emailDomains, before.emailDomains)
}

/** Whether two pages have the same readers. */
export const sameReaders = (one: PageReaders, other: PageReaders): boolean =>
  staysOpen(one, other) && staysOpen(other, one) && one.access === other.access

/** Subscribers `s` with an address of a domain that may read the page. */
const isOfDomain = (sql: SqlClient.SqlClient, { access, emailDomains }: PageReaders): Fragment => {
  if (access !== "email_domains") return sql`false`
  const domains = JSON.stringify(emailDomains)
  return sql`(s.kind = 'email'
    and split_part(s.address_key, '@', 2) in (select jsonb_array_elements_text(${domains}::text::jsonb)))`
}

/** SQL for the subscribers `s` who are notified after a change of the readers: those who stay, and those who resume. */
export const notifiedAfter = (sql: SqlClient.SqlClient, before: PageReaders, after: PageReaders) => {
  const ofDomain = isOfDomain(sql, after)
  // An address proves its domain, whatever else has changed. Of webhooks, nobody knows to whom they belong.
  const stays =
    after.access === "email_domains"
      ? sql`(${ofDomain} or (s.kind = 'webhook' and ${staysOpen(before, after)}::boolean))`
      : sql`${staysOpen(before, after)}::boolean`
  const resumes = sql`(${sql.literal(isPaused)} and (${after.access === "public"}::boolean or ${ofDomain}))`
  return { stays, resumes }
}

/**
 * Pauses subscribers who are not known to be among the readers any more, drops what waits for them, and resumes those
 * who can read the page again. A link that waits for its confirmation ends, as access does that was granted before.
 * Needs `lockSubscribers`.
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
