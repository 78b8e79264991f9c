// Written by `npm run openapi`. Do not edit.
import type { Listed, Paged, RequestOptions } from "../Paged.ts"
import type { AssignTags, BulkDeleted, BulkUpdated, Deleted } from "../records/several.ts"
import type {
  BulkDeleteUrls,
  BulkUpdateUrls,
  CheckedUrl,
  CreateUrl,
  PagePreview,
  SeenChanges,
  UpdateUrl,
  Url,
  UrlChange,
  UrlDetails,
  UrlScreenshot,
  UrlTimeline
} from "../records/urls.ts"

/** The requests about urls. */
export interface UrlsRequests {
  /** List URL monitors */
  readonly list: (query?: { readonly page?: number; readonly limit?: number }, options?: RequestOptions) => Paged<Url>
  /** Monitor a page */
  readonly create: (body: CreateUrl, options?: RequestOptions) => Promise<Url>
  /** Preview a page */
  readonly preview: (body: CreateUrl, options?: RequestOptions) => Promise<PagePreview>
  /** Change many URL monitors */
  readonly bulkUpdate: (body: BulkUpdateUrls, options?: RequestOptions) => Promise<BulkUpdated>
  /** Delete many URL monitors */
  readonly bulkRemove: (body: BulkDeleteUrls, options?: RequestOptions) => Promise<BulkDeleted>
  /** One URL monitor */
  readonly get: (id: string, options?: RequestOptions) => Promise<UrlDetails>
  /** Change a URL monitor */
  readonly update: (id: string, body: UpdateUrl, options?: RequestOptions) => Promise<Url>
  /** Delete a URL monitor */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
  /** Preview a change to a URL monitor */
  readonly previewChange: (id: string, body: UpdateUrl, options?: RequestOptions) => Promise<PagePreview>
  /** Pause a URL monitor */
  readonly pause: (id: string, options?: RequestOptions) => Promise<Url>
  /** Resume a URL monitor */
  readonly resume: (id: string, query?: { readonly undo?: boolean }, options?: RequestOptions) => Promise<Url>
  /** Check a URL monitor now */
  readonly checkNow: (id: string, options?: RequestOptions) => Promise<CheckedUrl>
  /** Changes of a page */
  readonly changes: (
    id: string,
    query?: { readonly limit?: number; readonly before?: string },
    options?: RequestOptions
  ) => Listed<UrlChange>
  /** One change to a page */
  readonly change: (id: string, changeId: string, options?: RequestOptions) => Promise<UrlChange>
  /** Mark all changes to a page as seen */
  readonly markAllSeen: (id: string, options?: RequestOptions) => Promise<SeenChanges>
  /** Mark a change as seen */
  readonly markSeen: (id: string, changeId: string, options?: RequestOptions) => Promise<SeenChanges>
  /** Mark a change as not seen */
  readonly markUnseen: (id: string, changeId: string, options?: RequestOptions) => Promise<SeenChanges>
  /** Timeline of a URL monitor */
  readonly timeline: (
    id: string,
    query?: { readonly range?: "24h" | "7d" | "30d" | "90d" },
    options?: RequestOptions
  ) => Promise<UrlTimeline>
  /** Screenshots of a page */
  readonly screenshots: (
    id: string,
    query?: { readonly limit?: number },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<UrlScreenshot>>
  /** Tag a URL monitor */
  readonly setTags: (id: string, body: AssignTags, options?: RequestOptions) => Promise<Url>
}
