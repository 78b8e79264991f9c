import { keyFor, keySpaceOf, type ObjectMatch, type Section } from "@mon/api-contract/config-file"

/** The keys under which objects refer to others, by id. */
export interface Names {
  readonly monitor: (id: string) => string
  readonly tag: (id: string) => string
  readonly channel: (id: string) => string
}

/** The file that contains an object, by its project, and the key of the object there. */
export interface Owner {
  readonly project: string
  readonly key: string
}

/** An object with what names it. */
export interface NamedObject {
  readonly section: Section
  readonly id: string
  readonly name: string
  readonly owner: Owner | null
}

/** The keys of all objects as a file of the project refers to them. */
export const keysOf = (
  project: string,
  objects: ReadonlyArray<NamedObject>,
  matches: ReadonlyArray<Pick<ObjectMatch, "wanted" | "stored">>
): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  const taken = new Map<string, Set<string>>()
  const takenIn = (section: Section): Set<string> => {
    const space = keySpaceOf(section)
    const found = taken.get(space) ?? new Set()
    taken.set(space, found)
    return found
  }
  for (const { stored, wanted } of matches) {
    takenIn(wanted.section).add(wanted.key)
    if (stored !== null) keys.set(stored.id, wanted.key)
  }
  const rest = objects.filter(({ id }) => !keys.has(id))
  for (const { id, owner, section } of rest) {
    if (owner === null) continue
    // A key that the file gives to another object: the object that had it will be deleted.
    const isMoved = owner.project === project && takenIn(section).has(owner.key)
    if (owner.project === project && !isMoved) takenIn(section).add(owner.key)
    keys.set(id, owner.project === project ? owner.key + (isMoved ? " (before)" : "") : `${owner.project}/${owner.key}`)
  }
  for (const { id, name, owner, section } of rest) if (owner === null) keys.set(id, keyFor(name, takenIn(section)))
  return keys
}

/** Names by these keys. What has none keeps its id. */
export const namesOf = (keys: ReadonlyMap<string, string>): Names => {
  const name = (id: string) => keys.get(id) ?? id
  return { monitor: name, tag: name, channel: name }
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** References have no order. */
export const sorted = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(keys)].toSorted(compareTexts)
