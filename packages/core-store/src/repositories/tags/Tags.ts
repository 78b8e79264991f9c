import type { TagRecord } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A tag to be made; `color` is `#RRGGBB`. */
export interface NewTag {
  readonly name: string
  readonly color: string
}

/** Only the fields that are there change. */
export interface TagPatch {
  readonly name?: string
  readonly color?: string
  readonly sortOrder?: number
}

/** `Duplicate`: the account has a tag whose name differs in case at most. */
export type SaveTagResult =
  | { readonly _tag: "Saved"; readonly tag: TagRecord }
  | { readonly _tag: "Duplicate" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }

/** What tags hang on. */
export type Tagged = "domain" | "url"

/** `NoTag`: one of the tags is not the account's, and nothing was changed. */
export type AssignTagsResult = "Assigned" | "NoMonitor" | "NoTag"

/**
 * Tags of an account and what they hang on. Everybody of the account sees them; the counts are of what the caller sees.
 * Absent, foreign and malformed ids are all the same.
 */
export class Tags extends Context.Service<
  Tags,
  {
    /** In the order of `sortOrder`, then of creation. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<TagRecord>, StoreError>
    /** Makes a tag that comes last. The limit and the rule of names hold under concurrent creates. */
    readonly create: (scope: AccessScope, tag: NewTag, limit: number) => Effect.Effect<SaveTagResult, StoreError>
    readonly update: (scope: AccessScope, id: string, patch: TagPatch) => Effect.Effect<SaveTagResult, StoreError>
    /** Takes the tag off everything; false when there is no such tag. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** Replaces all tags of one monitor that the caller can see; the same id counts once. */
    readonly assign: (
      scope: AccessScope,
      kind: Tagged,
      monitorId: string,
      tagIds: ReadonlyArray<string>
    ) => Effect.Effect<AssignTagsResult, StoreError>
  }
>()("@mon/core-store/Tags") {}
