import * as Schema from "effect/Schema"
import { HttpApiSchema } from "./EffectHttp.ts"

const success = Schema.tag(true).annotate({ description: "Always true on success." })

export const ok = <S extends Schema.Top>(data: S) => Schema.Struct({ success, data })

export const created = <S extends Schema.Top>(data: S) => ok(data).pipe(HttpApiSchema.status(201))

const count = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

/** The schema of the pagination block. */
export const Pagination = Schema.Struct({
  total: count("Number of items on all pages.", 23),
  page: count("Number of this page, starting at 1.", 1),
  limit: count("Maximum number of items per page.", 10),
  totalPages: count("Number of pages. 0 if there are no items.", 3)
}).annotate({
  identifier: "Pagination",
  title: "Pagination",
  description: "Position of the page in the complete list."
})
export type Pagination = typeof Pagination.Type

export const paged = <S extends Schema.Top>(item: S) =>
  Schema.Struct({ success, data: Schema.Array(item), pagination: Pagination })

/**
 * Returns the pagination block of a page.
 *
 * @example
 * ```ts
 * pagination(23, 3, 10) // => { total: 23, page: 3, limit: 10, totalPages: 3 }
 * pagination(0, 1, 10).totalPages // => 0
 * ```
 */
export const pagination = (total: number, page: number, limit: number): Pagination => ({
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit)
})
