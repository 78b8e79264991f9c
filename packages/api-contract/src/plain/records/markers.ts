// Written by `npm run openapi`. Do not edit.

/** A new marker. */
export type CreateMarker = { readonly text: string; readonly time?: string; readonly link?: string | null }

/** A moment in the timeline of a domain, such as a deployment. */
export type Marker = {
  readonly id: string
  readonly at: string
  readonly text: string
  readonly link: string | null
  readonly by: string | null
  readonly createdAt: string
}
