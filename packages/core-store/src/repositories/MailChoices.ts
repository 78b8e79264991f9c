import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"
import type { Viewer } from "./Viewer.ts"

/** Which mails people want. */
export class MailChoices extends Context.Service<
  MailChoices,
  {
    /** Whether the viewer is told by mail of what happens to the domains shared with it. */
    readonly alertsByMail: (viewer: Viewer) => Effect.Effect<boolean, StoreError>
    readonly setAlertsByMail: (viewer: Viewer, wanted: boolean) => Effect.Effect<void, StoreError>
    /** Whether the person with this address, who is in the account (public id), wants weekly reports; null: there is no such person. */
    readonly weeklyReport: (accountId: string, address: string) => Effect.Effect<boolean | null, StoreError>
    /** Switches all weekly reports of that person on or off, those that wait included; false: there is no such person. */
    readonly setWeeklyReport: (
      accountId: string,
      address: string,
      wanted: boolean
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/MailChoices") {}
