// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type {
  CreateStatusPage,
  OverrideComponent,
  PreviewStatusPage,
  StatusPage,
  StatusPageDocument,
  StatusPageSummary,
  UpdateStatusPage
} from "../records/statusPages.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about statusPages. */
export interface StatusPagesRequests {
  /** List status pages */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<StatusPageSummary>>
  /** Create a status page */
  readonly create: (body: CreateStatusPage, options?: RequestOptions) => Promise<StatusPage>
  /** Preview a status page */
  readonly preview: (body: PreviewStatusPage, options?: RequestOptions) => Promise<StatusPageDocument>
  /** One status page */
  readonly get: (id: string, options?: RequestOptions) => Promise<StatusPage>
  /** Change a status page */
  readonly update: (id: string, body: UpdateStatusPage, options?: RequestOptions) => Promise<StatusPage>
  /** Delete a status page */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
  /** Set the state of a component */
  readonly override: (
    id: string,
    componentId: string,
    body: OverrideComponent,
    options?: RequestOptions
  ) => Promise<StatusPage>
}
