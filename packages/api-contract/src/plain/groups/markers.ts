// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type { CreateMarker, Marker } from "../records/markers.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about markers. */
export interface MarkersRequests {
  /** List markers */
  readonly list: (
    domainId: string,
    query?: { readonly limit?: number },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<Marker>>
  /** Add a marker */
  readonly create: (domainId: string, body: CreateMarker, options?: RequestOptions) => Promise<Marker>
  /** Delete a marker */
  readonly remove: (domainId: string, id: string, options?: RequestOptions) => Promise<Deleted>
}
