import {
  anything,
  argumentError,
  argumentsOf,
  listOf,
  optional,
  optionsOf,
  aString,
  whole,
  withDefaults
} from "@mon/bundled/arguments"
import type { SearchLimits } from "../text/linearSpace.ts"
import { itemEdits } from "./itemEdits.ts"
import type { JsonChange, JsonDiff, JsonDiffOptions, JsonOperation } from "./JsonDiff.ts"
import { type JsonNode, JsonTooLarge, JsonTree, NoJson, pointerTo } from "./JsonTree.ts"

const acceptDiffJson = /* @__PURE__ */ argumentsOf("diffJson", () => ({
  before: anything,
  after: anything,
  options: optional(
    optionsOf<JsonDiffOptions>({
      keys: optional(listOf(aString, "an array of member names")),
      maxValues: optional(whole(1)),
      maxOperations: optional(whole(1))
    })
  )
}))

const DEFAULTS = { keys: [], maxValues: 500_000, maxOperations: 10_000 } as const

/** The maximum number of steps of all searches in arrays together. This many steps take about a tenth of a second. */
const STEPS = 10_000_000

/**
 * The maximum number of characters of all paths together. A long member name is repeated in every path below the
 * member.
 */
const MAX_PATH_CHARACTERS = 5_000_000

class TooManyOperations extends Error {}

class Comparison {
  readonly changes: Array<JsonChange> = []
  readonly patch: Array<JsonOperation> = []
  isCut = false
  #pathCharacters = 0
  readonly #keys: ReadonlyArray<string>
  readonly #maxOperations: number
  readonly #limits: SearchLimits = { steps: STEPS }

  constructor(keys: ReadonlyArray<string>, maxOperations: number) {
    this.#keys = keys
    this.#maxOperations = maxOperations
  }

  /**
   * Compares two values. All earlier operations are already applied, so the path of the later value is also its path in
   * the patch.
   */
  compare(old: JsonNode, next: JsonNode, oldPath: string, newPath: string): void {
    if (old.number === next.number) return
    if (old.members !== null && next.members !== null) this.#members(old.members, next.members, oldPath, newPath)
    else if (old.items !== null && next.items !== null) this.#items(old.items, next.items, oldPath, newPath)
    else this.replace(old, next, oldPath, newPath)
  }

  replace(old: JsonNode, next: JsonNode, oldPath: string, newPath: string): void {
    this.#push(
      { kind: "replaced", oldPath, newPath, oldValue: old.value, newValue: next.value },
      { op: "replace", path: newPath, value: next.value }
    )
  }

  #push(change: JsonChange, operation: JsonOperation): void {
    this.#pathCharacters += operation.path.length + (change.kind === "added" ? 0 : change.oldPath.length)
    if (this.patch.length >= this.#maxOperations || this.#pathCharacters > MAX_PATH_CHARACTERS)
      throw new TooManyOperations()
    this.changes.push(change)
    this.patch.push(operation)
  }

  #remove(old: JsonNode, oldPath: string, path: string): void {
    this.#push({ kind: "removed", oldPath, oldValue: old.value }, { op: "remove", path })
  }

  #add(next: JsonNode, newPath: string): void {
    this.#push({ kind: "added", newPath, newValue: next.value }, { op: "add", path: newPath, value: next.value })
  }

  #members(
    old: ReadonlyMap<string, JsonNode>,
    next: ReadonlyMap<string, JsonNode>,
    oldPath: string,
    newPath: string
  ): void {
    for (const [name, value] of old) {
      const other = next.get(name)
      if (other === undefined) this.#remove(value, pointerTo(oldPath, name), pointerTo(newPath, name))
      else if (other.number !== value.number)
        this.compare(value, other, pointerTo(oldPath, name), pointerTo(newPath, name))
    }
    for (const [name, value] of next) if (!old.has(name)) this.#add(value, pointerTo(newPath, name))
  }

  #items(old: ReadonlyArray<JsonNode>, next: ReadonlyArray<JsonNode>, oldPath: string, newPath: string): void {
    const { edits, isCut, isKeyed } = itemEdits(old, next, this.#keys, this.#limits)
    this.isCut ||= isCut
    let at = 0
    let newAt = 0
    for (const { newEnd, newStart, oldEnd, oldStart } of [
      ...edits,
      { oldStart: old.length, oldEnd: old.length, newStart: next.length, newEnd: next.length }
    ]) {
      if (isKeyed) for (; at < oldStart; at++, newAt++) this.#pair(old, next, at, newAt, oldPath, newPath)
      at = oldStart
      newAt = newStart
      // With keys, items with different keys are different items. Without keys, an item that replaces another item
      // counts as the same item.
      const paired = isKeyed ? 0 : Math.min(oldEnd - oldStart, newEnd - newStart)
      for (let n = 0; n < paired; n++, at++, newAt++) this.#pair(old, next, at, newAt, oldPath, newPath)
      for (; at < oldEnd; at++) {
        const item = old[at]
        if (item !== undefined) this.#remove(item, pointerTo(oldPath, at), pointerTo(newPath, newAt))
      }
      for (; newAt < newEnd; newAt++) {
        const item = next[newAt]
        if (item !== undefined) this.#add(item, pointerTo(newPath, newAt))
      }
    }
  }

  #pair(
    old: ReadonlyArray<JsonNode>,
    next: ReadonlyArray<JsonNode>,
    at: number,
    newAt: number,
    oldPath: string,
    newPath: string
  ): void {
    const item = old[at]
    const other = next[newAt]
    if (item === undefined || other === undefined || item.number === other.number) return
    this.compare(item, other, pointerTo(oldPath, at), pointerTo(newPath, newAt))
  }
}

const readDocument = (tree: JsonTree, name: "before" | "after", document: unknown): JsonNode => {
  try {
    return tree.read(document)
  } catch (error) {
    if (error instanceof JsonTooLarge) throw error
    if (!(error instanceof NoJson))
      throw argumentError(
        `diffJson: ${name} cannot be read, because one of its properties throws an error.`,
        undefined,
        {
          cause: error
        }
      )
    const got = typeof error.value === "object" ? "an instance of a class" : String(typeof error.value)
    const shown = typeof error.value === "number" ? String(error.value) : got
    const where = error.pointer === "" ? "" : ` at ${JSON.stringify(error.pointer.slice(0, 200))}`
    throw argumentError(`diffJson: ${name} must be a JSON value, as JSON.parse returns, but${where} it is ${shown}.`)
  }
}

/**
 * Compares two JSON documents by structure. Ignores the order of members. Returns the changes with their JSON Pointers
 * (RFC 6901), and the JSON Patch (RFC 6902) that turns the earlier document into the later one. Matches items of arrays
 * by their longest common subsequence or by a key. Sets `approximate` if the search reached a limit.
 *
 * @throws TypeError for a value that JSON cannot represent, such as undefined or a Date
 * @example
 * const diff = diffJson({ plans: [{ id: "a", price: 39 }] }, { plans: [{ id: "b" }, { id: "a", price: 49 }] }, { keys: ["id"] })
 * diff.state === "ok" ? diff.patch : [] // => [{ op: "add", path: "/plans/0", value: { id: "b" } }, { op: "replace", path: "/plans/1/price", value: 49 }]
 */
export const diffJson = (before: unknown, after: unknown, options: JsonDiffOptions = {}): JsonDiff => {
  acceptDiffJson(before, after, options)
  const { keys, maxOperations, maxValues } = withDefaults(DEFAULTS, options)
  const tree = new JsonTree(maxValues)
  let old: JsonNode
  let next: JsonNode
  try {
    old = readDocument(tree, "before", before)
    next = readDocument(tree, "after", after)
  } catch (error) {
    if (error instanceof JsonTooLarge) return { state: "too_large", reason: error.message }
    throw error
  }
  let comparison = new Comparison(keys, maxOperations)
  try {
    comparison.compare(old, next, "", "")
  } catch (error) {
    if (!(error instanceof TooManyOperations)) throw error
    comparison = new Comparison(keys, maxOperations)
    comparison.replace(old, next, "", "")
    comparison.isCut = true
  }
  const { changes, isCut, patch } = comparison
  return { state: "ok", changed: patch.length > 0, changes, patch, approximate: isCut }
}
