import type { Notification, NotificationType, PauseState } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Page } from "./Domains.ts"
import type { Viewer } from "./Viewer.ts"

/** Notifications: the whole account's for its owner, those of the shared domains for a member, and everybody's own. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Newest first; of one type, or of all. */
    readonly list: (
      viewer: Viewer,
      page: { readonly page: number; readonly limit: number; readonly type: NotificationType | null }
    ) => Effect.Effect<Page<Notification>, StoreError>
    /** How many are still to be sent. */
    readonly pending: (viewer: Viewer) => Effect.Effect<number, StoreError>
    /** Whether the alerts of the viewer's account are held back. */
    readonly pauseState: (viewer: Viewer) => Effect.Effect<PauseState, StoreError>
    /** Holds the account's alerts back, or lets them go again; what is so already stays as it is. */
    readonly setPaused: (viewer: Viewer, paused: boolean) => Effect.Effect<PauseState, StoreError>
  }
>()("@mon/core-store/Notifications") {}
