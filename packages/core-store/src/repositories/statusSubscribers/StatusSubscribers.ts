import type { Language, StatusAudience, StatusSubscriber, SubscriberState } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Page } from "../../sql/Page.ts"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"
import type { PageReaders } from "./pageReaders.ts"

/** Components of a page that somebody can choose. */
export interface ChoosableComponent {
  readonly id: string
  readonly name: string
  /** The name of its group. Null: it stands alone. */
  readonly group: string | null
}

/** A subscription as the subscriber sees it. */
export interface Subscription {
  /** Public id of the subscriber. */
  readonly id: string
  readonly kind: "email" | "webhook"
  /** An email address or the URL of a webhook. */
  readonly address: string
  readonly language: Language
  readonly state: "pending" | "confirmed" | "unsubscribed" | "ended"
  readonly page: { readonly id: string; readonly slug: string; readonly name: string }
  /** None if the page is paused for the subscriber, or closed. */
  readonly components: ReadonlyArray<ChoosableComponent>
  /** The chosen components. Null: all, also future ones. */
  readonly componentIds: ReadonlyArray<string> | null
  /** Not notified, because the page is private now. */
  readonly isPaused: boolean
  /** Nobody can read the page: its account or plan has stopped it. */
  readonly isClosed: boolean
}

/** What somebody subscribes to. `componentIds` null: all components, also future ones. */
export interface SubscriptionChoice {
  readonly pageId: string
  readonly language: Language
  readonly componentIds: ReadonlyArray<string> | null
  /** Who may read the page, when the sender was admitted. A page with other readers is absent for the sender. */
  readonly readers?: PageReaders
}

/** A request to subscribe an email address. */
export interface EmailRequest extends SubscriptionChoice {
  readonly address: string
  /** SHA-256 of the token in the email. */
  readonly confirmHash: Uint8Array
}

/**
 * What becomes of a request to subscribe an email address. `Confirm`: the address gets the token. `Known`: it is
 * subscribed already. `Quiet`: it got too many emails, which nobody but its owner may learn.
 */
export type EmailRequestResult =
  | { readonly _tag: "Confirm" | "Known"; readonly subscriberId: string }
  | { readonly _tag: "Quiet" }
  | SubscriptionRefusal

/** Why a subscription is refused, whatever the address. `Busy`: too many requests for the page within an hour. */
export interface SubscriptionRefusal {
  readonly _tag: "Absent" | "Full" | "Busy" | "NoComponent" | "WrongDomain"
}

/** A webhook that has echoed the challenge. */
export interface ConfirmedWebhook extends SubscriptionChoice {
  /** The id of the subscriber, if the address is new. */
  readonly id: string
  readonly url: string
  /** The registrable domain of the URL. */
  readonly site: string
  /** Encrypts the secret for the subscriber with this id. */
  readonly seal: (id: string) => Effect.Effect<string>
}

/** What becomes of a webhook. `SiteFull`: its registrable domain has too many webhooks at the page. */
export type WebhookResult =
  | { readonly _tag: "Confirmed"; readonly subscriberId: string }
  | { readonly _tag: "SiteFull" }
  | SubscriptionRefusal

/** The subscribers of status pages. Absent, foreign and malformed ids are alike. */
export class StatusSubscribers extends Context.Service<
  StatusSubscribers,
  {
    /** The components of a page that can be chosen. Null: there is no such page. */
    readonly choices: (pageId: string) => Effect.Effect<ReadonlyArray<ChoosableComponent> | null, StoreError>
    /** Counts a request to subscribe an address, and stores it until it is confirmed. */
    readonly requestEmail: (request: EmailRequest) => Effect.Effect<EmailRequestResult, StoreError>
    /** Who would confirm with this token. Null: it was used, or has expired. */
    readonly awaiting: (confirmHash: Uint8Array) => Effect.Effect<Subscription | null, StoreError>
    /** Confirms an email address, once. */
    readonly confirm: (
      confirmHash: Uint8Array
    ) => Effect.Effect<
      { readonly _tag: "Confirmed"; readonly subscription: Subscription } | { readonly _tag: "Expired" | "Full" },
      StoreError
    >
    /** Counts a request to subscribe a webhook, before the challenge is sent. */
    readonly requestWebhook: (
      pageId: string,
      url: string,
      site: string
    ) => Effect.Effect<{ readonly _tag: "Allowed" | "SiteFull" } | SubscriptionRefusal, StoreError>
    readonly confirmWebhook: (webhook: ConfirmedWebhook) => Effect.Effect<WebhookResult, StoreError>
    readonly find: (subscriberId: string) => Effect.Effect<Subscription | null, StoreError>
    /** Chooses components. False: there is no such confirmed subscriber, or the page lacks one of the components. */
    readonly choose: (
      subscriberId: string,
      componentIds: ReadonlyArray<string> | null
    ) => Effect.Effect<boolean, StoreError>
    /** Ends a subscription. Nothing is sent to it from then on. False: there is no such subscriber. */
    readonly leave: (subscriberId: string) => Effect.Effect<boolean, StoreError>

    /** Newest first. Null: the account has no such page. */
    readonly list: (
      scope: AccessScope,
      pageId: string,
      page: { readonly page: number; readonly limit: number; readonly state?: SubscriberState }
    ) => Effect.Effect<Page<StatusSubscriber> | null, StoreError>
    /** Everybody, oldest first. Null: the account has no such page. */
    readonly all: (
      scope: AccessScope,
      pageId: string
    ) => Effect.Effect<ReadonlyArray<StatusSubscriber> | null, StoreError>
    /**
     * Whom a publication about components would notify; everybody if there are none. `readers`: if the page had these.
     * Null: the account has no such page.
     */
    readonly audience: (
      scope: AccessScope,
      pageId: string,
      componentIds: ReadonlyArray<string>,
      readers?: PageReaders
    ) => Effect.Effect<StatusAudience | null, StoreError>
    /** Deletes a subscriber. False: the page has none with this id. */
    readonly remove: (scope: AccessScope, pageId: string, subscriberId: string) => Effect.Effect<boolean, StoreError>
  }
>()("@mon/core-store/StatusSubscribers") {}
