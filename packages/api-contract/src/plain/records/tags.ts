// Written by `npm run openapi`. Do not edit.

/** A new tag. */
export type CreateTag = { readonly name: string; readonly color?: string }

/** A tag and the number of monitors that have it. */
export type TagRecord = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly sortOrder: number
  readonly domainCount: number
  readonly urlCount: number
  readonly createdAt: string
}

/** The fields to change. Fields that are absent stay unchanged. */
export type UpdateTag = { readonly name?: string; readonly color?: string; readonly sortOrder?: number }
