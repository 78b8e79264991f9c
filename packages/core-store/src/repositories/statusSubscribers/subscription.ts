import { isPublicId, type Language } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { isStopped } from "../access/stoppedAccount.sql.ts"
import { subscriberLimit } from "./audience.sql.ts"
import { isAdmitted, isPaused } from "./pageReaders.ts"
import type { ChoosableComponent, Subscription } from "./StatusSubscribers.ts"

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

/** The components of a page in their order. */
export const readChoices = (sql: SqlClient.SqlClient, pageKey: string) =>
  sql<ChoosableComponent>`
    select c.public_id as id, c.name, g.name as "group" from status_component c left join status_group g on g.id = c.group_id
    where c.page_id = ${pageKey}::bigint order by c.position, c.id`

/** A subscription. `which`: a condition on the subscriber `s`. */
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

/** Replaces the chosen components. False: the page lacks one of them, and nothing is changed. */
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
