import * as Schema from "effect/Schema"
import { Timestamp } from "./Domain.ts"

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
export const TagRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  color: Schema.String,
  sortOrder: Schema.Number,
  domainCount: Schema.Number,
  urlCount: Schema.Number,
  createdAt: Timestamp
})
export type TagRecord = typeof TagRecord.Type
