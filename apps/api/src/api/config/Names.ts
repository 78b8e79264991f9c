import { keyFor, keySpaceOf, type ObjectMatch, type Section } from "@mon/api-contract/config-file"

export interface Names {
  readonly monitor: (id: string) => string
  readonly tag: (id: string) => string
  readonly channel: (id: string) => string
  readonly onCallSchedule: (id: string) => string
}

/** The project whose file contains an object, and the key of the object there. */
export interface Owner {
  readonly project: string
  readonly key: string
}

/** An object, with the data from which its key is made. */
export interface NamedObject {
  readonly section: Section
  readonly id: string
  readonly name: string
  readonly owner: Owner | null
}

/** Returns the key of each object, as a file of the project would refer to the object. The result is by object id. */
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
    // If true, the file gives this object's key to another object, and this object will be deleted.
    const isMoved = owner.project === project && takenIn(section).has(owner.key)
    if (owner.project === project && !isMoved) takenIn(section).add(owner.key)
    keys.set(id, owner.project === project ? owner.key + (isMoved ? " (before)" : "") : `${owner.project}/${owner.key}`)
  }
  for (const { id, name, owner, section } of rest) if (owner === null) keys.set(id, keyFor(name, takenIn(section)))
  return keys
}

/** Returns functions that look up the key of an object by its id. If the object has no key, they return the id. */
export const namesOf = (keys: ReadonlyMap<string, string>): Names => {
  const name = (id: string) => keys.get(id) ?? id
  return { monitor: name, tag: name, channel: name, onCallSchedule: name }
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Returns references without duplicates, sorted, because their order has no meaning. */
export const sorted = (keys: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(keys)].toSorted(compareTexts)
