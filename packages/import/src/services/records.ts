import type { ImportDraft } from "../document/ImportDraft.ts"
import { readJson } from "../reading/readJson.ts"
import { type Entries, isEntries } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"

const LISTS = ["data", "monitors", "checks", "tests"] as const

/**
 * Returns the objects in API responses. A response is a list, or an object with a list. Several pages are several
 * files, or one list of responses. Reports the other fields of a response.
 */
export const recordsOf = (files: ReadonlyMap<string, string>, draft: ImportDraft): ReadonlyArray<Entries> => {
  const records: Array<Entries> = []
  const add = (value: unknown, name: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) add(one, name)
      return
    }
    if (!isEntries(value)) throw new UnreadableSource(`${name} has a value that is not an object.`)
    const list = LISTS.find((key) => Array.isArray(value[key]) && value["type"] === undefined)
    if (list === undefined) {
      records.push(value)
      return
    }
    add(value[list], name)
    const group = draft.group("file", name, name)
    for (const key of Object.keys(value)) if (key !== list) group.unset(key)
  }
  for (const [name, text] of files) {
    const value = readJson(text, name)
    if (!Array.isArray(value) && !(isEntries(value) && LISTS.some((key) => Array.isArray(value[key]))))
      throw new UnreadableSource(`${name} has no list of monitors.`)
    add(value, name)
  }
  return records
}

export const tagNames = (value: unknown): ReadonlyArray<string> => {
  const list = Array.isArray(value)
    ? (value as ReadonlyArray<unknown>)
    : typeof value === "string"
      ? value.split(/[\s,]+/u)
      : []
  return list.flatMap((one) => {
    const name = isEntries(one) ? (one["name"] ?? one["tag"]) : one
    return typeof name === "string" && name !== "" ? [name] : []
  })
}
