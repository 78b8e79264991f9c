import { keyFor } from "@mon/api-contract/config-file"
import { ConfigFiles, type StoredStatusPage, StatusPages } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import type { AccountObject, PartIds } from "./AccountObject.ts"
import { type Names, sorted } from "./Names.ts"
import type { HashSecret } from "./secretHashes.ts"

interface Part {
  readonly id: string
  readonly name: string
}

/**
 * Returns the keys of a page's groups and components by id. Uses the keys in the file that contains the page, if any,
 * otherwise makes keys from the names.
 */
const partKeys = (parts: ReadonlyArray<Part>, known: Readonly<Record<string, string>>): ReadonlyMap<string, string> => {
  const keys = new Map(Object.entries(known).map(([key, id]) => [id, key]))
  const taken = new Set(keys.values())
  return new Map(parts.map(({ id, name }) => [id, keys.get(id) ?? keyFor(name, taken)]))
}

const idsByKey = (keys: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...keys].map(([id, key]) => [key, id]))

const pageObject = (
  page: StoredStatusPage,
  passwordHash: string | undefined,
  hashSecret: HashSecret,
  known: PartIds
): AccountObject => {
  const groups = partKeys(page.groups, known.groups)
  const components = partKeys(page.components, known.components)
  const { id, name, slug } = page
  return {
    section: "statusPages",
    id,
    name,
    identity: slug,
    fixed: {},
    plain: new Map(passwordHash === undefined ? [] : [["password", passwordHash]]),
    parts: { groups: idsByKey(groups), components: idsByKey(components) },
    fields: (names: Names) => ({
      name,
      slug,
      description: page.description,
      language: page.language,
      timezone: page.timezone,
      accentColor: page.accentColor,
      headerColor: page.headerColor,
      links: page.links.map(({ label, url }) => ({ label, url })),
      access: page.access,
      password: passwordHash === undefined ? null : hashSecret(id, "password", passwordHash),
      emailDomains: page.emailDomains,
      showsWindowNames: page.showsWindowNames,
      automaticPosts: page.automaticPosts,
      groups: page.groups.map((group) => ({
        key: groups.get(group.id) ?? group.id,
        name: group.name,
        description: group.description
      })),
      components: page.components.map((component) => ({
        key: components.get(component.id) ?? component.id,
        name: component.name,
        group: component.groupId === null ? null : (groups.get(component.groupId) ?? null),
        description: component.description,
        monitors: sorted(component.monitorIds.map(names.monitor)),
        tags: sorted(component.tagIds.map(names.tag)),
        showsMonitors: component.showsMonitors,
        showsUptime: component.showsUptime,
        onlyIfDegraded: component.onlyIfDegraded
      }))
    })
  }
}

/** Returns the status pages of an account, oldest first. */
export const pageObjects = Effect.fnUntraced(function* (
  { viewer }: Caller,
  hashSecret: HashSecret,
  partsOf: (id: string) => PartIds
) {
  const pages = yield* StatusPages
  const summaries = yield* pages.list(viewer)
  if (summaries.length === 0) return []
  const hashes = yield* (yield* ConfigFiles).passwordHashes(viewer)
  const found = yield* Effect.forEach(summaries, ({ id }) => pages.find(viewer, id))
  return found.flatMap((page) =>
    page === null ? [] : [pageObject(page, hashes.get(page.id), hashSecret, partsOf(page.id))]
  )
})
