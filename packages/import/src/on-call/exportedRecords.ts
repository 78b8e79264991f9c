import { readJson } from "../reading/readJson.ts"
import { type Entries, isEntries } from "../reading/SourceObject.ts"
import { UnreadableSource } from "../reading/UnreadableSource.ts"
import type { OnCallDraft } from "./OnCallDraft.ts"

/** An object of an export. */
export interface ExportedRecord {
  readonly values: Entries
  /** The name of its list in the response, or of the property that contains it. Empty if there is none. */
  readonly list: string
  readonly file: string
}

const MOST_RECORDS = 20_000

/**
 * Returns the objects of JSON files. A file is an object, a list of objects, a response with lists or objects in the
 * given properties, or a list of responses. Other properties of a response are reported for the file.
 */
export const exportedRecords = (
  files: ReadonlyMap<string, string>,
  draft: OnCallDraft,
  properties: ReadonlySet<string>
): ReadonlyArray<ExportedRecord> => {
  const records: Array<ExportedRecord> = []
  const add = (value: unknown, list: string, file: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) add(one, list, file)
      return
    }
    if (!isEntries(value)) throw new UnreadableSource(`${file} has a value that is not an object.`)
    if (records.length >= MOST_RECORDS) throw new UnreadableSource(`The files have more than ${MOST_RECORDS} objects.`)
    // A response has no id. An object of a response can have properties with the same names, such as users.
    const isResponse = list === "" && !Object.hasOwn(value, "id")
    const inner = isResponse ? Object.keys(value).filter((key) => properties.has(key) && isNested(value[key])) : []
    if (inner.length === 0) records.push({ values: value, list, file })
    else {
      const group = draft.group("file", file, file)
      for (const key of Object.keys(value)) {
        if (inner.includes(key)) add(value[key], key, file)
        else group.unset(key)
      }
    }
  }
  for (const [file, text] of files) add(readJson(text, file), "", file)
  return records
}

const isNested = (value: unknown): boolean => isEntries(value) || (Array.isArray(value) && value.every(isEntries))

/** Returns the ids that the name of a file contains, such as `schedules-PABC123-overrides.json`. */
export const idInName = (file: string, ids: Iterable<string>): string | null => {
  const found = [...ids].filter((id) => id !== "" && file.includes(id))
  return found.toSorted((a, b) => b.length - a.length)[0] ?? null
}
