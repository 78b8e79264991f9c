import type {
  ChosenComponentState,
  Language,
  PostFilter,
  PostImpact,
  PostKind,
  PostState,
  StatusPost
} from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Page } from "../../sql/Page.ts"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** What an update says about a component. `state` null: it follows monitors and maintenance again. */
export interface ComponentChangeDraft {
  readonly componentId: string
  readonly state: ChosenComponentState | null
}

/** An update to add. `notifies` null: a draft. Times are milliseconds since the epoch; null: now. */
export interface UpdateDraft {
  readonly state: PostState
  readonly body: string
  readonly displayAt: number | null
  readonly components: ReadonlyArray<ComponentChangeDraft>
  readonly notifies: boolean | null
}

/** A post to create, with its first update. If that is a draft, the post is one. */
export interface PostDraft {
  readonly kind: PostKind
  readonly title: string
  readonly impact: PostImpact
  readonly startedAt: number | null
  readonly endsAt: number | null
  readonly movesItself: boolean
  readonly componentIds: ReadonlyArray<string>
  readonly update: UpdateDraft
}

/** A change of a post. Absent fields stay. `publish`: publishes the post with its drafts. */
export interface PostPatch {
  readonly title?: string
  readonly impact?: PostImpact
  readonly startedAt?: number
  readonly endsAt?: number
  readonly movesItself?: boolean
  readonly componentIds?: ReadonlyArray<string>
  readonly publish?: { readonly notifies: boolean }
}

/** A change of an update. Absent fields stay. What is published stays published. */
export interface UpdatePatch {
  readonly state?: PostState
  readonly body?: string
  readonly displayAt?: number
  /** Only of a draft: what a publication has set stays as readers saw it. */
  readonly components?: ReadonlyArray<ComponentChangeDraft>
  readonly publish?: { readonly notifies: boolean }
}

/** A saved post, or why it was not saved. */
export type SavePostResult =
  | { readonly _tag: "Saved"; readonly post: StatusPost }
  | { readonly _tag: "AbsentPage" | "Absent" | "AbsentUpdate" }
  | { readonly _tag: "NoComponent" }
  | { readonly _tag: "LimitReached" }
  /** A post has at least one update. */
  | { readonly _tag: "LastUpdate" }
  /** The state does not belong to the kind of the post. */
  | { readonly _tag: "WrongState" }
  /** Planned maintenance ends after it begins; an incident has no end of its own. */
  | { readonly _tag: "WrongTimes" }
  /** What a published update says about components does not change. */
  | { readonly _tag: "UpdateIsPublished" }
  /** An update of a draft is published with the post. */
  | { readonly _tag: "PostIsDraft" }

/** Which posts of a page to list. */
export interface PostPage {
  readonly page: number
  readonly limit: number
  readonly state?: PostFilter
}

/** An incident that a post can be about. */
export interface IncidentToPost {
  /** Public id. */
  readonly id: string
  /** Never shown to readers. */
  readonly monitorName: string
  readonly startedAt: Date
  readonly resolvedAt: Date | null
  /** Open, but the last check was good. */
  readonly isRecovering: boolean
  /** Facts of @mon/diagnosis as stored, or null. Never shown to readers. */
  readonly diagnosisFacts: unknown
  /** The components of the page that follow the monitor: at least one. */
  readonly components: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** A status page with the incidents of its monitors. */
export interface PageToPost {
  readonly language: Language
  /** IANA name. */
  readonly timezone: string
  readonly incidents: ReadonlyArray<IncidentToPost>
}

/** What an automatic text is about. */
export interface AutomaticText {
  readonly language: Language
  readonly kind: PostKind
  readonly state: PostState
  /** Names of the affected components. */
  readonly components: ReadonlyArray<string>
}

/** Writes the title and the body of an automatic post or update. */
export type WriteText = (about: AutomaticText) => { readonly title: string; readonly body: string }

/** The posts of the status pages of an account, and what Mon posts by itself. */
export class StatusPosts extends Context.Service<
  StatusPosts,
  {
    /** Newest first. Null: there is no such page. */
    readonly list: (
      scope: AccessScope,
      pageId: string,
      page: PostPage
    ) => Effect.Effect<Page<StatusPost> | null, StoreError>
    readonly find: (scope: AccessScope, pageId: string, postId: string) => Effect.Effect<StatusPost | null, StoreError>
    /**
     * Announced incidents of monitors that components follow: open ones, and those that good checks ended in the last 7
     * days. Open ones come first, then the newest. Null: there is no such page.
     */
    readonly incidentsToPost: (
      scope: AccessScope,
      pageId: string,
      limit: number
    ) => Effect.Effect<PageToPost | null, StoreError>
    readonly create: (scope: AccessScope, pageId: string, post: PostDraft) => Effect.Effect<SavePostResult, StoreError>
    readonly update: (
      scope: AccessScope,
      pageId: string,
      postId: string,
      patch: PostPatch
    ) => Effect.Effect<SavePostResult, StoreError>
    /** False when there is no such post. */
    readonly remove: (scope: AccessScope, pageId: string, postId: string) => Effect.Effect<boolean, StoreError>
    readonly addUpdate: (
      scope: AccessScope,
      pageId: string,
      postId: string,
      update: UpdateDraft
    ) => Effect.Effect<SavePostResult, StoreError>
    readonly changeUpdate: (
      scope: AccessScope,
      pageId: string,
      postId: string,
      updateId: string,
      patch: UpdatePatch
    ) => Effect.Effect<SavePostResult, StoreError>
    readonly removeUpdate: (
      scope: AccessScope,
      pageId: string,
      postId: string,
      updateId: string
    ) => Effect.Effect<SavePostResult, StoreError>

    /**
     * Begins posts for incidents of monitors, adds incidents to the open automatic post of their page, and resolves
     * posts whose incidents are over; on at most `limit` pages. Says nothing about components that people have posted
     * about themselves. Returns on how many pages. Repeating it changes nothing.
     */
    readonly followIncidents: (write: WriteText, limit: number) => Effect.Effect<number, StoreError>
    /** Moves planned maintenance whose time has come to its next state; at most `limit` posts. Returns how many. */
    readonly moveMaintenance: (write: WriteText, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/StatusPosts") {}
