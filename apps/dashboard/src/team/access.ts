import type { DomainAccess } from "@mon/model"
import type { Monitor, MonitorTag } from "../api/monitors.ts"

/** The right of a member over a domain. */
export type Right = "none" | "read" | "write"
export const rights = ["none", "read", "write"] as const satisfies ReadonlyArray<Right>

/** The rights of a member by the id of the domain. A domain without an entry is not shared. */
export type Access = ReadonlyMap<string, Exclude<Right, "none">>

export const accessOf = (list: ReadonlyArray<DomainAccess>): Access =>
  new Map(list.map(({ canWrite, domainId }) => [domainId, canWrite ? "write" : "read"]))

export const listOf = (access: Access): ReadonlyArray<DomainAccess> =>
  [...access].map(([domainId, right]) => ({ domainId, canWrite: right === "write" }))

/** Returns the rights in effect: a viewer can only read the domains, an editor has the stored rights. */
export const shownTo = (access: Access, isViewer: boolean): Access =>
  isViewer ? new Map([...access.keys()].map((id) => [id, "read"])) : access

/** Returns the access after giving a right to some domains. */
export const withRight = (access: Access, ids: ReadonlyArray<string>, right: Right): Access => {
  const next = new Map(access)
  for (const id of ids) {
    if (right === "none") next.delete(id)
    else next.set(id, right)
  }
  return next
}

/** Returns the right that applies to all given domains, or null if the rights differ. */
export const commonRight = (access: Access, ids: ReadonlyArray<string>): Right | null => {
  const [first = "none", ...others] = new Set(ids.map((id): Right => access.get(id) ?? "none"))
  return others.length === 0 ? first : null
}

/** A tag with the domains that have it. */
export interface TaggedDomains {
  readonly tag: MonitorTag
  readonly ids: ReadonlyArray<string>
}

/** Returns the tags of domains, sorted by name, with their domains. */
export const domainsByTag = (domains: ReadonlyArray<Monitor>): ReadonlyArray<TaggedDomains> => {
  const found = new Map<string, { readonly tag: MonitorTag; readonly ids: Array<string> }>()
  for (const { id, tags } of domains) {
    for (const tag of tags) {
      const known = found.get(tag.id)
      if (known === undefined) found.set(tag.id, { tag, ids: [id] })
      else known.ids.push(id)
    }
  }
  return [...found.values()].sort((one, other) => one.tag.name.localeCompare(other.tag.name))
}
