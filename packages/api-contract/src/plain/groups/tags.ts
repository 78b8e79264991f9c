// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { CreateTag, TagRecord, UpdateTag } from "../records/tags.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about tags. */
export interface TagsRequests {
  /** List tags */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<TagRecord>>
  /** Create a tag */
  readonly create: (body: CreateTag, options?: RequestOptions) => Promise<TagRecord>
  /** Change a tag */
  readonly update: (id: string, body: UpdateTag, options?: RequestOptions) => Promise<TagRecord>
  /** Delete a tag */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
}
