import { type Edit, editsBetween } from "../text/Edit.ts"
import { intern, markShared } from "../text/intern.ts"
import type { SearchLimits } from "../text/linearSpace.ts"
import type { JsonNode } from "./JsonTree.ts"

export interface ItemEdits {
  readonly edits: ReadonlyArray<Edit>
  /**
   * Whether a member identifies the items. If true, matched items outside of the edits have the same key, but their
   * other members may differ.
   */
  readonly isKeyed: boolean
  readonly isCut: boolean
}

/**
 * Returns the number of a member's value for each item. Returns null if an item does not have the member with a text or
 * a number, or if two items have the same value.
 */
const keysOf = (items: ReadonlyArray<JsonNode>, name: string): ReadonlyArray<number> | null => {
  const numbers: Array<number> = []
  for (const { members } of items) {
    const key = members?.get(name)
    if (key === undefined || (typeof key.value !== "string" && typeof key.value !== "number")) return null
    numbers.push(key.number)
  }
  return new Set(numbers).size === numbers.length ? numbers : null
}

export const itemEdits = (
  old: ReadonlyArray<JsonNode>,
  next: ReadonlyArray<JsonNode>,
  names: ReadonlyArray<string>,
  limits: SearchLimits
): ItemEdits => {
  let oldNumbers: ReadonlyArray<number> | null = null
  let newNumbers: ReadonlyArray<number> | null = null
  for (const name of old.length === 0 || next.length === 0 ? [] : names) {
    oldNumbers = keysOf(old, name)
    newNumbers = oldNumbers === null ? null : keysOf(next, name)
    if (newNumbers !== null) break
  }
  const isKeyed = oldNumbers !== null && newNumbers !== null
  const a = isKeyed ? (oldNumbers ?? []) : old.map(({ number }) => number)
  const b = isKeyed ? (newNumbers ?? []) : next.map(({ number }) => number)
  const changedOld = new Uint8Array(a.length)
  const changedNew = new Uint8Array(b.length)
  const isCut = markShared(intern(a, b), changedOld, changedNew, limits)
  return { edits: editsBetween(changedOld, changedNew), isKeyed, isCut }
}
