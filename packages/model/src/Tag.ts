import { described } from "./Described.ts"

const { count, id, record, text, time } = described

/** Limits of tags. */
export const tagLimits = {
  nameLength: 100,
  color: "#6B7280",
  sortOrder: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
  /** Tags of an account. */
  tags: 1_000,
  /** Tags that are put on one monitor. */
  assigned: 100
} as const

/** The record of a tag. */
export const TagRecord = record("TagRecord", "A tag and how often it is used.", {
  id: id("Id of the tag, opaque."),
  name: text("Name, unique within the account whatever its case.", "Production"),
  color: text("Hex colour.", "#6B7280"),
  sortOrder: count("Position in lists: smaller ones come first.", 0),
  domainCount: count("Number of domains with it, of those that the caller can see.", 4),
  urlCount: count("Number of URL monitors with it; 0 for members.", 1),
  createdAt: time("When it was created, ISO 8601 UTC.")
})
export type TagRecord = typeof TagRecord.Type
