import { type ChosenComponentState, isPublicId } from "@mon/model"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { operation } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import { lockSubscribers, readReaders, settleSubscribers } from "../subscribers/pageReaders.ts"
import {
  type LayoutDraft,
  saveLayout,
  type SaveStatusPageResult,
  type StatusPageFields,
  type StoredLogo
} from "./PageLayout.ts"
import { logoHash } from "./previewDocument.ts"
import { findPage, listPages, readStoredPage } from "./storedPage.ts"

const absent: SaveStatusPageResult = { _tag: "Absent" }

/** Signals a refusal. The signal rolls back the whole change. */
class Refused {
  readonly _tag = "Refused"
  readonly why: SaveStatusPageResult
  constructor(why: SaveStatusPageResult) {
    this.why = why
  }
}

/** The unique constraint on addresses makes sure that two concurrent requests for an address cannot both succeed. */
const isSlugTaken = (error: unknown): boolean =>
  isSqlError(error) && error.reason._tag === "UniqueViolation" && error.reason.constraint.includes("slug")

/**
 * Returns whether another account had the address until recently. Readers may still have links to the page of that
 * account.
 */
const isReserved = (sql: SqlClient.SqlClient, { accountKey }: AccessScope, slug: string) =>
  Effect.map(
    sql`
      select from released_slug
      where slug_hash = sha256(convert_to(${slug}, 'UTF8')) and account_id <> ${accountKey}::bigint`,
    (rows) => rows.length > 0
  )

/**
 * Checks an address after the write, because the write may have to wait for a page that gives up the address at the
 * same time.
 */
const checkSlug = (sql: SqlClient.SqlClient, scope: AccessScope, slug: string) =>
  Effect.flatMap(isReserved(sql, scope, slug), (reserved) =>
    reserved ? Effect.fail(new Refused({ _tag: "SlugTaken" })) : Effect.void
  )

const undoing = <E extends SqlError, R>(
  sql: SqlClient.SqlClient,
  change: Effect.Effect<SaveStatusPageResult, E | Refused, R>
) =>
  sql.withTransaction(change).pipe(
    Effect.catch((error): Effect.Effect<SaveStatusPageResult, SqlError> => {
      if (error instanceof Refused) return Effect.succeed(error.why)
      return isSlugTaken(error) ? Effect.succeed({ _tag: "SlugTaken" }) : Effect.fail(error as SqlError)
    })
  )

const logoColumns = (logo: StoredLogo | null) =>
  logo === null
    ? { bytes: null, hash: null, type: null, width: null, height: null }
    : {
        bytes: logo.bytes,
        hash: logoHash(logo.bytes),
        type: logo.contentType,
        width: logo.width,
        height: logo.height
      }

/**
 * Refuses a page that nobody could read: the page requires a password but no password is set, or requires certain email
 * domains but lists no domains.
 */
const checkAccess = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, key: string) {
  const [row] = yield* sql<{ readonly noPassword: boolean; readonly noDomains: boolean }>`
    select access = 'password' and password_hash is null as "noPassword",
      access = 'email_domains' and cardinality(email_domains) = 0 as "noDomains"
    from status_page where id = ${key}::bigint`
  if (row?.noPassword === true) return yield* Effect.fail(new Refused({ _tag: "NoPassword" }))
  if (row?.noDomains === true) return yield* Effect.fail(new Refused({ _tag: "NoDomains" }))
})

const orRefuse = <E, R>(parts: Effect.Effect<"NoMonitor" | "NoTag" | "NoGroup" | null, E, R>) =>
  Effect.flatMap(parts, (why) => (why === null ? Effect.void : Effect.fail(new Refused({ _tag: why }))))

const saved = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: AccessScope, id: string) {
  const page = yield* readStoredPage(sql, scope, id)
  return page === null ? absent : ({ _tag: "Saved", page } satisfies SaveStatusPageResult)
})

const texts = (sql: SqlClient.SqlClient, values: ReadonlyArray<string>) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`

const insertPage = (sql: SqlClient.SqlClient, scope: AccessScope, id: string, page: StatusPageFields) => {
  const logo = logoColumns(page.logo)
  return sql<{ readonly key: string }>`
    insert into status_page (public_id, account_id, slug, name, description, language, timezone, accent_color,
      header_color, links, logo, logo_hash, logo_type, logo_width, logo_height, access, password_hash, email_domains,
      shows_window_names, automatic_posts)
    values (${id}::uuid, ${scope.accountKey}::bigint, ${page.slug}, ${page.name}, ${page.description}, ${page.language},
      coalesce(${page.timezone}::text, (select timezone from user_setting where user_id = ${scope.userKey}::bigint), 'UTC'),
      ${page.accentColor}, ${page.headerColor}, ${JSON.stringify(page.links)}::text::jsonb, ${logo.bytes}::bytea,
      ${logo.hash}, ${logo.type}, ${logo.width}::int, ${logo.height}::int, ${page.access}, ${page.passwordHash},
      ${texts(sql, page.emailDomains)}, ${page.showsWindowNames}, ${page.automaticPosts})
    returning id::text as key`
}

const createPage = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPages.create",
    function* (scope: AccessScope, wanted: StatusPageFields & LayoutDraft & { readonly id: string }, limit: number) {
      const { components = [], groups = [], id, ...page } = wanted
      return yield* undoing(
        sql,
        Effect.gen(function* () {
          // The lock of the account's row makes sure that concurrent calls cannot exceed the limit.
          yield* sql`select 1 from account where id = ${scope.accountKey}::bigint for no key update`
          const [usage] = yield* sql<{ readonly used: number }>`
            select count(*)::int as used from status_page where account_id = ${scope.accountKey}::bigint`
          if ((usage?.used ?? 0) >= limit) return { _tag: "LimitReached" } satisfies SaveStatusPageResult
          const [row] = yield* insertPage(sql, scope, id, page)
          if (row === undefined) return absent
          yield* checkSlug(sql, scope, page.slug)
          yield* checkAccess(sql, row.key)
          yield* orRefuse(saveLayout(sql, scope, row.key, { components, groups }))
          return yield* saved(sql, scope, id)
        })
      )
    }
  )

/** `given` is SQL for whether the change contains a column that may become null. */
const patchPage = (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  id: string,
  patch: Partial<StatusPageFields>
) => {
  const { description, emailDomains, headerColor, links, logo, passwordHash } = patch
  const image = logoColumns(logo ?? null)
  const given = (value: unknown) => sql`${value !== undefined}::boolean`
  return sql<{ readonly key: string }>`
    update status_page set version = version + 1, updated_at = mon_now(),
      slug = coalesce(${patch.slug ?? null}::text, slug),
      name = coalesce(${patch.name ?? null}::text, name),
      description = case when ${given(description)} then ${description ?? null}::text else description end,
      language = coalesce(${patch.language ?? null}::text, language),
      timezone = coalesce(${patch.timezone ?? null}::text, timezone),
      accent_color = coalesce(${patch.accentColor ?? null}::text, accent_color),
      header_color = case when ${given(headerColor)} then ${headerColor ?? null}::text else header_color end,
      links = coalesce(${links === undefined ? null : JSON.stringify(links)}::text::jsonb, links),
      logo = case when ${given(logo)} then ${image.bytes}::bytea else logo end,
      logo_hash = case when ${given(logo)} then ${image.hash}::text else logo_hash end,
      logo_type = case when ${given(logo)} then ${image.type}::text else logo_type end,
      logo_width = case when ${given(logo)} then ${image.width}::int else logo_width end,
      logo_height = case when ${given(logo)} then ${image.height}::int else logo_height end,
      access = coalesce(${patch.access ?? null}::text, access),
      password_hash = case when ${given(passwordHash)} then ${passwordHash ?? null}::text else password_hash end,
      email_domains = ${emailDomains === undefined ? sql`email_domains` : texts(sql, emailDomains)},
      shows_window_names = coalesce(${patch.showsWindowNames ?? null}::boolean, shows_window_names),
      automatic_posts = coalesce(${patch.automaticPosts ?? null}::text, automatic_posts)
    where account_id = ${accountKey}::bigint and public_id = ${id}::uuid returning id::text as key`
}

/**
 * Locks the subscribers of a page before its readers change, and returns the current readers. Returns null if the
 * change does not affect the readers, or if there is no such page.
 */
const lockReaders = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  id: string,
  { access, emailDomains, passwordHash }: Partial<StatusPageFields>
) {
  if (access === undefined && emailDomains === undefined && passwordHash === undefined) return null
  const [row] = yield* sql<{ readonly key: string }>`
    select id::text as key from status_page where account_id = ${accountKey}::bigint and public_id = ${id}::uuid`
  if (row === undefined) return null
  // The subscribers are locked before the page's row, because a request to subscribe locks in this order too.
  yield* lockSubscribers(sql, row.key)
  yield* sql`select 1 from status_page where id = ${row.key}::bigint for no key update`
  return yield* readReaders(sql, row.key)
})

const updatePage = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPages.update",
    function* (scope: AccessScope, id: string, wanted: Partial<StatusPageFields> & LayoutDraft) {
      const { components, groups, ...patch } = wanted
      if (!isPublicId(id)) return absent
      return yield* undoing(
        sql,
        Effect.gen(function* () {
          const before = yield* lockReaders(sql, scope, id, patch)
          const [row] = yield* patchPage(sql, scope, id, patch)
          if (row === undefined) return absent
          if (patch.slug !== undefined) yield* checkSlug(sql, scope, patch.slug)
          yield* checkAccess(sql, row.key)
          const after = before === null ? null : yield* readReaders(sql, row.key)
          if (before !== null && after !== null) yield* settleSubscribers(sql, row.key, before, after)
          yield* orRefuse(
            saveLayout(sql, scope, row.key, {
              ...(groups === undefined ? {} : { groups }),
              ...(components === undefined ? {} : { components })
            })
          )
          return yield* saved(sql, scope, id)
        })
      )
    }
  )

/**
 * Increments the version of a page, so that every process reads the page again. Code that changes parts of a page must
 * call this function first, because it locks the page's row.
 */
export const touchPage = (sql: SqlClient.SqlClient, { accountKey }: Pick<AccessScope, "accountKey">, id: string) =>
  Effect.map(
    sql<{ readonly key: string }>`
      update status_page set version = version + 1, updated_at = mon_now()
      where account_id = ${accountKey}::bigint and public_id = ${id}::uuid returning id::text as key`,
    ([row]) => row?.key ?? null
  )

const overrideComponent = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPages.override",
    function* (scope: AccessScope, id: string, componentId: string, state: ChosenComponentState | null) {
      if (!isPublicId(id) || !isPublicId(componentId)) return absent
      return yield* undoing(
        sql,
        Effect.gen(function* () {
          const key = yield* touchPage(sql, scope, id)
          if (key === null) return absent
          const rows = yield* sql`
            update status_component set override_state = ${state}::text,
              override_at = case when ${state}::text is null then null else mon_now() end,
              override_by = case when ${state}::text is null then null else ${scope.userKey}::bigint end,
              updated_at = mon_now()
            where page_id = ${key}::bigint and public_id = ${componentId}::uuid returning 1`
          if (rows.length === 0) return yield* Effect.fail(new Refused(absent))
          return yield* saved(sql, scope, id)
        })
      )
    }
  )

/**
 * The status pages of an account, for the people who manage them. An id that is malformed or belongs to another account
 * is treated like an id that does not exist.
 */
export class StatusPages extends Context.Service<StatusPages>()("@mon/core-store/StatusPages", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Lists the pages, oldest first. */
    list: listPages(sql),
    find: findPage(sql),
    /** Creates a page. The limit of pages holds even for concurrent calls. */
    create: createPage(sql),
    /**
     * Changes a page. Absent fields stay unchanged. Groups and components are replaced completely, but a group or
     * component whose id is given keeps its identity.
     */
    update: updatePage(sql),
    /** Deletes a page. False if there is no such page. */
    remove: operation("StatusPages.remove", function* (scope: AccessScope, id: string) {
      if (!isPublicId(id)) return false
      const rows = yield* sql`
        delete from status_page where account_id = ${scope.accountKey}::bigint and public_id = ${id}::uuid returning 1`
      return rows.length > 0
    }),
    /** Sets the state of a component. If the state is null, it depends on the monitors and on maintenance again. */
    override: overrideComponent(sql)
  }))
}) {
  static readonly layer = Layer.effect(StatusPages, StatusPages.make)
}
