// Written by `npm run openapi`. Do not edit.
import type { Paged, RequestOptions } from "../Paged.ts"
import type {
  CreateStatusPost,
  CreateStatusUpdate,
  StatusPost,
  StatusPostDraft,
  UpdateStatusPost,
  UpdateStatusUpdate
} from "../records/statusPosts.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about statusPosts. */
export interface StatusPostsRequests {
  /** List posts */
  readonly list: (
    id: string,
    query?: { readonly page?: number; readonly limit?: number; readonly state?: "open" | "draft" | "closed" },
    options?: RequestOptions
  ) => Paged<StatusPost>
  /** Create a post */
  readonly create: (id: string, body: CreateStatusPost, options?: RequestOptions) => Promise<StatusPost>
  /** Drafts from incidents */
  readonly drafts: (id: string, options?: RequestOptions) => Promise<ReadonlyArray<StatusPostDraft>>
  /** One post */
  readonly get: (id: string, postId: string, options?: RequestOptions) => Promise<StatusPost>
  /** Change a post */
  readonly update: (id: string, postId: string, body: UpdateStatusPost, options?: RequestOptions) => Promise<StatusPost>
  /** Delete a post */
  readonly remove: (id: string, postId: string, options?: RequestOptions) => Promise<Deleted>
  /** Add an update */
  readonly addUpdate: (
    id: string,
    postId: string,
    body: CreateStatusUpdate,
    options?: RequestOptions
  ) => Promise<StatusPost>
  /** Change an update */
  readonly changeUpdate: (
    id: string,
    postId: string,
    updateId: string,
    body: UpdateStatusUpdate,
    options?: RequestOptions
  ) => Promise<StatusPost>
  /** Delete an update */
  readonly removeUpdate: (id: string, postId: string, updateId: string, options?: RequestOptions) => Promise<StatusPost>
}
