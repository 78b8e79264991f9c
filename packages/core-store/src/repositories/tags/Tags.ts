import type { TagRecord } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** A tag to create; `color` is `#RRGGBB`. */
export interface NewTag {
  readonly name: string
  readonly color: string
}

/** Absent fields stay unchanged. */
export interface TagPatch {
  readonly name?: string
  readonly color?: string
  readonly sortOrder?: number
}

/** `Duplicate`: the account has a tag with the same name, ignoring case. */
export type SaveTagResult =
  | { readonly _tag: "Saved"; readonly tag: TagRecord }
  | { readonly _tag: "Duplicate" }
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Absent" }

/** What can have tags. */
export type Tagged = "domain" | "url"

/**
 * `NoTag`: one of the tags does not belong to the account. `SharingTag`: a member would add or remove a tag that
 * decides who can see its monitors. In both cases, nothing was changed.
 */
export type AssignTagsResult = "Assigned" | "NoMonitor" | "NoTag" | "SharingTag"

/**
 * Tags of an account and their monitors. All members see all tags; counts include only monitors that the caller can
 * see. Absent, foreign and malformed ids give the same result.
 */
export class Tags extends Context.Service<
  Tags,
  {
    /** In the order of `sortOrder`, then of creation. */
    readonly list: (scope: AccessScope) => Effect.Effect<ReadonlyArray<TagRecord>, StoreError>
    /** Creates a tag at the end of the order. The limit and unique names are enforced under concurrent creates. */
    readonly create: (scope: AccessScope, tag: NewTag, limit: number) => Effect.Effect<SaveTagResult, StoreError>
    readonly update: (scope: AccessScope, id: string, patch: TagPatch) => Effect.Effect<SaveTagResult, StoreError>
    /** Deletes a tag and removes it from all monitors; false when there is no such tag. */
    readonly remove: (scope: AccessScope, id: string) => Effect.Effect<boolean, StoreError>
    /** Replaces all tags of a monitor that the caller can see. Repeated ids count once. */
    readonly assign: (
      scope: AccessScope,
      kind: Tagged,
      monitorId: string,
      tagIds: ReadonlyArray<string>
    ) => Effect.Effect<AssignTagsResult, StoreError>
    /** Replaces the tags of monitors of both kinds of the caller's account, in the caller's transaction. */
    readonly assignEach: (
      scope: AccessScope,
      monitors: ReadonlyArray<{ readonly id: string; readonly tagIds: ReadonlyArray<string> }>
    ) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/Tags") {}
