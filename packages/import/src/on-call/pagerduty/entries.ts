import { type Entries, isEntries } from "../../reading/SourceObject.ts"
import type { OnCallDraft } from "../OnCallDraft.ts"
import { textIn } from "../textIn.ts"
import { instantFrom } from "../zoneTime.ts"

/** A shift or an override of one person. */
export interface Entry {
  readonly start: number
  readonly end: number
  readonly person: string
}

/** Returns the text that stands for a user in a reference, such as `{ id, summary }`. Null if it has no id. */
export const personIn = (draft: OnCallDraft, user: unknown): string | null => {
  const id = textIn(user, "id")
  const name = textIn(user, "email") ?? textIn(user, "summary") ?? textIn(user, "name")
  return id === undefined && name === undefined ? null : draft.people.of(id ?? name ?? "", name)
}

/** Reads an override or a rendered shift. Returns null if it is not valid. */
export const entryOf = (draft: OnCallDraft, values: Entries): Entry | null => {
  const start = instantFrom(values["start"])
  const end = instantFrom(values["end"])
  if (start === null || end === null || end <= start) return null
  const person = personIn(draft, values["user"])
  return person === null ? null : { start, end, person }
}

/** Returns the rendered shifts of a part of a schedule, such as its final schedule. */
export const entriesOf = (draft: OnCallDraft, part: unknown): ReadonlyArray<Entry> => {
  const entries = isEntries(part) ? part["rendered_schedule_entries"] : undefined
  return Array.isArray(entries) ? entries.flatMap((one) => (isEntries(one) ? (entryOf(draft, one) ?? []) : [])) : []
}
