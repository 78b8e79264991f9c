import type { MonitorKind, SharedMonitors, TeamMember } from "@mon/model"
import { kindNames } from "../api/generalKinds.ts"
import type { Monitor, MonitorTag } from "../api/monitors.ts"

export type Right = "none" | "read" | "write"
export const rights = ["none", "read", "write"] as const satisfies ReadonlyArray<Right>

/** The rights of a member, by the id of the monitor. A monitor without an entry is not shared with the member. */
export type Access = ReadonlyMap<string, Exclude<Right, "none">>

type Entry = { readonly [Field in `${MonitorKind}Id`]?: string } & { readonly canWrite: boolean }

const entriesOf = (shared: SharedMonitors, kind: MonitorKind): ReadonlyArray<readonly [id: string, entry: Entry]> => {
  const list: ReadonlyArray<Entry> = shared[`${kind}Access`]
  return list.map((entry) => [entry[`${kind}Id`] ?? "", entry])
}

/** Returns the monitors that are shared individually. */
export const accessOf = (shared: SharedMonitors): Access =>
  new Map(
    kindNames.flatMap((kind) =>
      entriesOf(shared, kind).map(([id, { canWrite }]) => [id, canWrite ? "write" : "read"] as const)
    )
  )

/**
 * Returns the lists of a request that shares monitors. The kind of each monitor comes from the account's monitors, or
 * from the monitors that were shared with the member before.
 */
export const listsOf = (
  access: Access,
  monitors: ReadonlyArray<Monitor>,
  before: SharedMonitors | null
): SharedMonitors => {
  const kinds = new Map([
    ...kindNames.flatMap((kind) => (before === null ? [] : entriesOf(before, kind).map(([id]) => [id, kind] as const))),
    ...monitors.map(({ id, kind }) => [id, kind] as const)
  ])
  return Object.fromEntries(
    kindNames.map((kind) => [
      `${kind}Access`,
      [...access]
        .filter(([id]) => kinds.get(id) === kind)
        .map(([id, right]) => ({ [`${kind}Id`]: id, canWrite: right === "write" }))
    ])
  ) as unknown as SharedMonitors
}

/** Adds the monitors that are shared through tags. If several rights apply to a monitor, the widest right wins. */
export const withSharedTags = (
  access: Access,
  shared: TeamMember["tagAccess"],
  tagged: ReadonlyArray<TaggedMonitors>
): Access => {
  const next = new Map(access)
  for (const { canWrite, tagId } of shared)
    for (const id of tagged.find(({ tag }) => tag.id === tagId)?.ids ?? [])
      if (canWrite || !next.has(id)) next.set(id, canWrite ? "write" : "read")
  return next
}

/**
 * Returns the rights that are in effect. A viewer can only read the shared monitors. An editor has the stored rights.
 */
export const shownTo = (access: Access, isViewer: boolean): Access =>
  isViewer ? new Map([...access.keys()].map((id) => [id, "read"])) : access

export const withRight = (access: Access, ids: ReadonlyArray<string>, right: Right): Access => {
  const next = new Map(access)
  for (const id of ids) {
    if (right === "none") next.delete(id)
    else next.set(id, right)
  }
  return next
}

export const commonRight = (access: Access, ids: ReadonlyArray<string>): Right | null => {
  const [first = "none", ...others] = new Set(ids.map((id): Right => access.get(id) ?? "none"))
  return others.length === 0 ? first : null
}

export interface TaggedMonitors {
  readonly tag: MonitorTag
  readonly ids: ReadonlyArray<string>
}

export const monitorsByTag = (monitors: ReadonlyArray<Monitor>): ReadonlyArray<TaggedMonitors> => {
  const found = new Map<string, { readonly tag: MonitorTag; readonly ids: Array<string> }>()
  for (const { id, tags } of monitors) {
    for (const tag of tags) {
      const known = found.get(tag.id)
      if (known === undefined) found.set(tag.id, { tag, ids: [id] })
      else known.ids.push(id)
    }
  }
  return [...found.values()].sort((one, other) => one.tag.name.localeCompare(other.tag.name))
}
