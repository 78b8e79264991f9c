import type * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import { fieldsByKind, monitorKinds } from "./monitorKinds.ts"

const { count, id, record, text, time } = described

/** Limits of tags. */
export const tagLimits = {
  nameLength: 100,
  color: "#6B7280",
  sortOrder: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
  /** The maximum number of tags of an account. */
  tags: 1_000,
  /** The maximum number of tags of one monitor. */
  assigned: 100
} as const

/** The record of a tag. */
export const TagRecord = record("TagRecord", "A tag and the number of monitors that have it.", {
  id: id("Opaque id of the tag."),
  name: text("Name of the tag. Names are unique within the account and not case-sensitive.", "Production"),
  color: text("Colour of the tag in hexadecimal form.", "#6B7280"),
  sortOrder: count("Position in lists. Tags with smaller values come first.", 0),
  ...fieldsByKind("Count", (kind) =>
    count(`Number of ${monitorKinds[kind].nouns} with this tag that the caller can see.`, kind === "domain" ? 4 : 1)
  ),
  createdAt: time("Creation time, ISO 8601 UTC.")
})
export interface TagRecord extends Schema.Schema.Type<typeof TagRecord> {}
