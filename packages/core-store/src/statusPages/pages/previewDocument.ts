import { isPublicId } from "@mon/model"
import type { StatusPageDocument } from "@mon/status-page"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { operation, type Returns } from "../../sql/operation.ts"
import type { AccessScope } from "../../access/AccessScope.ts"
import {
  type ComponentDraft,
  type LayoutComponent,
  type LayoutDraft,
  type PageLayout,
  readPage,
  type SaveStatusPageResult,
  type StatusPageFields,
  type StoredLogo
} from "./PageLayout.ts"
import { composeDocument, pageUrl, readFacts } from "./composeDocument.ts"

/** The unsaved input of a form. `pageId` is the page that the form would change, or null for a new page. */
export interface StatusPageInput {
  readonly pageId: string | null
  /** The fields of the form. If there is no logo, the stored logo of the page is used. */
  readonly fields: Omit<StatusPageFields, "passwordHash" | "access" | "emailDomains" | "automaticPosts" | "logo"> &
    Partial<Pick<StatusPageFields, "logo">>
  readonly layout: LayoutDraft
}

/** The reason why no document can be made from unsaved input. */
export type RefusedInput = Extract<SaveStatusPageResult["_tag"], "Absent" | "NoMonitor" | "NoTag" | "NoGroup">

/** The hash is a part of the logo's address. */
export const logoHash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 32)

const logoOf = (logo: StoredLogo | null): PageLayout["logo"] =>
  logo === null ? null : { hash: logoHash(logo.bytes), type: logo.contentType, width: logo.width, height: logo.height }

interface Bound {
  readonly id: string
  readonly keys: ReadonlyArray<string>
}

/**
 * Reads the monitors of an account that have the given ids or tags, by the public id of the monitor or tag. Leaves out
 * ids that do not exist.
 */
const readBound = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { accountKey }: AccessScope,
  components: ReadonlyArray<ComponentDraft>
) {
  const idsOf = (of: "monitorIds" | "tagIds") => [...new Set(components.flatMap((one) => one[of]))].filter(isPublicId)
  const rows = yield* sql<Bound>`
    select m.public_id::text as id, array[m.id::text] as keys from monitor m
    where m.account_id = ${accountKey}::bigint and m.deleted_at is null
      and m.public_id in (select jsonb_array_elements_text(${JSON.stringify(idsOf("monitorIds"))}::text::jsonb)::uuid)
    union all
    select t.public_id::text, array(select m.id::text from monitor_tag mt join monitor m on m.id = mt.monitor_id
      where mt.tag_id = t.id and m.deleted_at is null)
    from tag t where t.account_id = ${accountKey}::bigint
      and t.public_id in (select jsonb_array_elements_text(${JSON.stringify(idsOf("tagIds"))}::text::jsonb)::uuid)`
  return new Map(rows.map(({ id, keys }) => [id, keys]))
})

/** Returns an id for an unsaved part of a page. The id is a public id that no stored row has. */
const unsavedId = (place: number): string => `00000000-0000-7000-8000-${String(place).padStart(12, "0")}`

const draftComponents = (
  drafts: ReadonlyArray<ComponentDraft>,
  bound: ReadonlyMap<string, ReadonlyArray<string>>,
  stored: PageLayout | null,
  now: Date
): ReadonlyArray<LayoutComponent> => {
  const known = new Map((stored?.components ?? []).map((component) => [component.id, component]))
  return drafts.map(({ id, monitorIds, tagIds, ...draft }, place) => {
    const before = id === null ? undefined : known.get(id)
    return {
      ...draft,
      key: before?.key ?? "",
      id: before?.id ?? unsavedId(place + 1),
      overrideState: before?.overrideState ?? null,
      overrideAt: before?.overrideAt ?? null,
      monitorKeys: [...new Set([...monitorIds, ...tagIds].flatMap((one) => bound.get(one) ?? []))],
      createdAt: before?.createdAt ?? now,
      updatedAt: now
    }
  })
}

const refusal = (
  { layout: { components = [], groups } }: StatusPageInput,
  bound: ReadonlyMap<string, unknown>,
  stored: PageLayout | null
): RefusedInput | null => {
  if (!components.every(({ monitorIds }) => monitorIds.every((id) => bound.has(id)))) return "NoMonitor"
  if (!components.every(({ tagIds }) => tagIds.every((id) => bound.has(id)))) return "NoTag"
  const groupIds = new Set((groups ?? stored?.groups ?? []).map(({ id }) => id))
  return components.every(({ groupId }) => groupId === null || groupIds.has(groupId)) ? null : "NoGroup"
}

export const previewDocument = (sql: SqlClient.SqlClient) =>
  operation(
    "StatusPageDocuments.preview",
    function* (scope: AccessScope, input: StatusPageInput, base: string): Returns<StatusPageDocument | RefusedInput> {
      const { fields, layout, pageId } = input
      let stored: PageLayout | null = null
      if (pageId !== null) {
        const found = isPublicId(pageId)
          ? yield* readPage(sql, sql`p.public_id = ${pageId}::uuid and p.account_id = ${scope.accountKey}::bigint`)
          : null
        if (found === null) return "Absent"
        stored = found.layout
      }
      const bound = yield* readBound(sql, scope, layout.components ?? [])
      const refused = refusal(input, bound, stored)
      if (refused !== null) return refused
      const now = new Date(yield* Clock.currentTimeMillis)
      const draft: PageLayout = {
        ...fields,
        key: stored?.key ?? null,
        accountKey: scope.accountKey,
        id: stored?.id ?? unsavedId(0),
        timezone: fields.timezone ?? stored?.timezone ?? "UTC",
        logo: fields.logo === undefined ? (stored?.logo ?? null) : logoOf(fields.logo),
        createdAt: stored?.createdAt ?? now,
        updatedAt: now,
        groups: layout.groups?.map((group) => ({ ...group, createdAt: now, updatedAt: now })) ?? stored?.groups ?? [],
        components:
          layout.components === undefined
            ? (stored?.components ?? [])
            : draftComponents(layout.components, bound, stored, now)
      }
      return yield* composeDocument(draft, yield* readFacts(sql, draft, now.getTime()), pageUrl(base, draft.slug))
    }
  )
