import type * as Schema from "effect/Schema"
import type {
  Account,
  AlertChannel,
  AlertRoute,
  BillingStanding,
  ChangedTeamMember,
  ChannelDeliveryRecord,
  ChosenComponentState,
  ChannelKindRecord,
  ChannelTest,
  CheckedUrl,
  DomainTrial,
  PagePreview,
  Checkout,
  CheckRecord,
  DnsWatchRecord,
  Domain,
  EndedAdditions,
  Incident,
  IncidentDetails,
  IncidentRepair,
  InvitationLink,
  Language,
  LiveEvent,
  LocationAdvisory,
  MaintenancePreview,
  MaintenanceWindow,
  MonitorList,
  NewWebhook,
  Notification,
  NotificationDelivery,
  PauseState,
  Payment,
  PriceTable,
  SeenChanges,
  RoutePerson,
  RouteSimulation,
  ServiceStatus,
  Settings,
  SimulationCredits,
  StatusPage,
  StatusAudience,
  StatusPageSummary,
  StatusPost,
  StatusPostDraft,
  StatusSubscriber,
  SimulationEstimate,
  SimulationJob,
  TagRecord,
  TeamMember,
  Timeline,
  TimelineRange,
  TranslatedChannel,
  UrlChange,
  UrlDetails,
  UrlMonitor,
  UrlScreenshot,
  UrlTimeline,
  Webhook,
  WebhookDeliveryRecord,
  WebhookTest,
  WhatsAppNumbers
} from "@mon/model"
import type { CreateCheckout } from "./BillingApi.ts"
import type { CreateChannel, ImportChannels, TestChannel, UpdateChannel } from "./ChannelInput.ts"
import type { DisposableEmailRecord } from "./DisposableEmailApi.ts"
import type { CreateDomain, UpdateDomain } from "./DomainInput.ts"
import type { EmailHealthPoint, EmailHealthStanding } from "./EmailHealthStandings.ts"
import type { EmailHealthVerification } from "./EmailHealthVerification.ts"
import type { EmailHealthRecord } from "./EmailHealthRecord.ts"
import type { CheckEmailMessage } from "./EmailMessageInput.ts"
import type { EmailMessageRecord } from "./EmailMessageRecord.ts"
import type { Pagination } from "./Envelope.ts"
import type { CreateMaintenanceWindow, UpdateMaintenanceWindow } from "./MaintenanceInput.ts"
import type {
  ChangeQuery,
  IncidentQuery,
  MaintenanceDraft,
  MaintenanceQuery,
  NotificationQuery,
  PageRequest,
  RouteSimulationQuery,
  StatusPostQuery,
  StatusSubscriberQuery
} from "./ListQuery.ts"
import type { BulkDeleted, BulkUpdated } from "./Outcome.ts"
import type { UpdateAccount } from "./AccountInput.ts"
import type { UpdateSettings } from "./SettingsInput.ts"
import type { CreateRoute, UpdateRoute } from "./RouteInput.ts"
import type { DeletedRoute, RouteTrial, SavedRoute } from "./RouteRecord.ts"
import type { CreateStatusPage, PreviewStatusPage, UpdateStatusPage } from "./StatusPageInput.ts"
import type { CreateStatusPost, CreateStatusUpdate, UpdateStatusPost, UpdateStatusUpdate } from "./StatusPostInput.ts"
import type { StartSimulation } from "./SimulationInput.ts"
import type { SimulationRecord } from "./SimulationResultRecord.ts"
import type { CreateTag, UpdateTag } from "./TagInput.ts"
import type { InviteMember, UpdateMember } from "./TeamInput.ts"
import type { CreateUrl, UpdateUrl } from "./UrlInput.ts"
import type { CreateWebhook } from "./WebhookInput.ts"

/** Whether a cached report may answer. */
interface FreshOption {
  readonly fresh?: boolean
}

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination: Pagination
}

/** The service as promises of `data`; they reject with the errors of the contract. */
export interface MonConnection {
  readonly status: () => Promise<ServiceStatus>
  /** Newest first. A number is a limit. `limit` 1 to 50, default 10. */
  readonly incidents: (query?: number | IncidentQuery) => Promise<ReadonlyArray<Incident>>
  /** An incident with the checks of its beginning and end, and the deliveries of its notifications. */
  readonly incident: (id: string) => Promise<IncidentDetails>
  /** Says that somebody takes care of an open incident. */
  readonly acknowledgeIncident: (id: string, note?: string | null) => Promise<Incident>
  /** Says that an incident is repaired, so that the service checks its domain at once. */
  readonly verifyIncident: (id: string) => Promise<IncidentRepair>
  /** Takes the acknowledgement of an open incident back. */
  readonly unacknowledgeIncident: (id: string) => Promise<Incident>
  /** All domains and URL monitors that the caller can see, as rows of values. */
  readonly monitors: () => Promise<MonitorList>
  /** What changes, as it changes, until the API key is revoked, the service restarts, or the signal aborts. */
  readonly events: (signal?: AbortSignal) => AsyncIterable<LiveEvent>
  readonly account: () => Promise<Account>
  /** Sets or removes the name of the caller. */
  readonly updateAccount: (changes: UpdateAccount) => Promise<Account>
  readonly settings: () => Promise<Settings>
  readonly updateSettings: (changes: UpdateSettings) => Promise<Settings>
  /** The WhatsApp number for alerts; for the owner of the account. */
  readonly whatsApp: {
    readonly get: () => Promise<WhatsAppNumbers>
    /** Sends a code to the number. */
    readonly set: (number: string) => Promise<WhatsAppNumbers>
    readonly confirm: (code: string) => Promise<WhatsAppNumbers>
    readonly remove: () => Promise<WhatsAppNumbers>
  }
  readonly domains: {
    readonly list: (page?: PageRequest) => Promise<Page<Domain>>
    readonly get: (id: string) => Promise<Domain>
    readonly create: (domain: CreateDomain) => Promise<Domain>
    readonly update: (id: string, changes: UpdateDomain) => Promise<Domain>
    /** Checks it once as it would be created, and stores nothing. */
    readonly tryNew: (domain: CreateDomain) => Promise<DomainTrial>
    /** Checks it once as it would be after the changes, and stores nothing. */
    readonly tryChange: (id: string, changes: UpdateDomain) => Promise<DomainTrial>
    readonly remove: (id: string) => Promise<void>
    readonly pause: (id: string) => Promise<Domain>
    readonly resume: (id: string) => Promise<Domain>
    readonly incidents: (id: string) => Promise<ReadonlyArray<Incident>>
    /** `fresh` makes a new check instead of using a cached report. */
    readonly emailHealth: (id: string, options?: FreshOption) => Promise<EmailHealthRecord>
    /** Asks the name servers whether they have the records of the repair plan. At most once a minute per domain. */
    readonly verifyRepair: (id: string) => Promise<EmailHealthVerification>
    /** The stored results, newest first. `limit` 1 to 365, default 90. */
    readonly emailHealthHistory: (id: string, limit?: number) => Promise<ReadonlyArray<EmailHealthPoint>>
    /** `hours` 1 to 720, default 24. */
    readonly history: (id: string, hours?: number) => Promise<ReadonlyArray<CheckRecord>>
    /** Response times, uptime, incidents and gaps for charts. Default: 24h. */
    readonly timeline: (id: string, range?: TimelineRange) => Promise<Timeline>
    /** What a minority of the locations sees. */
    readonly advisories: (id: string) => Promise<ReadonlyArray<LocationAdvisory>>
    /** The watched DNS records and their changes. */
    readonly dns: (id: string) => Promise<DnsWatchRecord>
    /** Replaces all its tags. */
    readonly setTags: (id: string, tagIds: ReadonlyArray<string>) => Promise<Domain>
    readonly bulkUpdate: (ids: ReadonlyArray<string>, changes: UpdateDomain) => Promise<typeof BulkUpdated.Type>
    readonly bulkRemove: (ids: ReadonlyArray<string>) => Promise<typeof BulkDeleted.Type>
  }
  /** Watched pages; for the owner of the account. */
  readonly urls: {
    readonly list: (page?: PageRequest) => Promise<Page<UrlMonitor>>
    readonly get: (id: string) => Promise<UrlDetails>
    readonly create: (url: CreateUrl) => Promise<UrlMonitor>
    readonly update: (id: string, changes: UpdateUrl) => Promise<UrlMonitor>
    readonly remove: (id: string) => Promise<void>
    readonly pause: (id: string) => Promise<UrlMonitor>
    readonly resume: (id: string) => Promise<UrlMonitor>
    /** Checks it at once; rejects with `TooManyRequests` within 30 s of the last time. */
    readonly checkNow: (id: string) => Promise<CheckedUrl>
    /** Checks it once as it would be created, and stores nothing. */
    readonly preview: (page: CreateUrl) => Promise<PagePreview>
    /** Checks it once as it would be after the changes, and stores nothing. */
    readonly previewChange: (id: string, changes: UpdateUrl) => Promise<PagePreview>
    /** Newest first. A number is a limit. `limit` 1 to 50, default 20. */
    readonly changes: (id: string, query?: number | ChangeQuery) => Promise<ReadonlyArray<UrlChange>>
    readonly change: (id: string, changeId: string) => Promise<UrlChange>
    /** Marks a change as seen by the caller, or as not seen; all changes of the page without a change. */
    readonly markSeen: (id: string, changeId?: string, isSeen?: boolean) => Promise<SeenChanges>
    readonly timeline: (id: string, range?: TimelineRange) => Promise<UrlTimeline>
    /** `limit` 1 to 50, default 20. */
    readonly screenshots: (id: string, limit?: number) => Promise<ReadonlyArray<UrlScreenshot>>
    /** Replaces all its tags. */
    readonly setTags: (id: string, tagIds: ReadonlyArray<string>) => Promise<UrlMonitor>
    readonly bulkUpdate: (ids: ReadonlyArray<string>, changes: UpdateUrl) => Promise<typeof BulkUpdated.Type>
    readonly bulkRemove: (ids: ReadonlyArray<string>) => Promise<typeof BulkDeleted.Type>
  }
  /** Plan and payments; for the owner of the account. */
  readonly billing: {
    readonly get: () => Promise<BillingStanding>
    readonly history: () => Promise<ReadonlyArray<Payment>>
    /** What can be bought, and what each plan allows. Also for members. */
    readonly prices: () => Promise<PriceTable>
    /** Where to pay, for 24 hours. */
    readonly checkout: (what: CreateCheckout) => Promise<Checkout>
  }
  /** Members and invites; for the owner of the account. */
  readonly team: {
    readonly list: () => Promise<ReadonlyArray<TeamMember>>
    readonly invite: (member: InviteMember) => Promise<TeamMember>
    readonly resend: (membershipId: string) => Promise<TeamMember>
    /** Replaces the domains that the member can see. */
    readonly update: (membershipId: string, changes: UpdateMember) => Promise<ChangedTeamMember>
    /** A new link for an invitation; the link in the email stops working. */
    readonly link: (membershipId: string) => Promise<InvitationLink>
    /** What the member had added that ended with the membership. */
    readonly remove: (membershipId: string) => Promise<EndedAdditions>
  }
  readonly tags: {
    readonly list: () => Promise<ReadonlyArray<TagRecord>>
    readonly create: (tag: CreateTag) => Promise<TagRecord>
    readonly update: (id: string, changes: UpdateTag) => Promise<TagRecord>
    readonly remove: (id: string) => Promise<void>
  }
  /** Alert channels; for the owner of the account. */
  readonly channels: {
    readonly list: () => Promise<ReadonlyArray<AlertChannel>>
    /** What each kind needs and can do. */
    /** Default: English. */
    readonly kinds: (language?: Language) => Promise<ReadonlyArray<ChannelKindRecord>>
    readonly get: (id: string) => Promise<AlertChannel>
    readonly create: (channel: CreateChannel) => Promise<AlertChannel>
    /** One channel for each destination of an Apprise URL. `ignored`: the parts of the URL that Mon ignores. */
    readonly fromUrl: (url: ImportChannels) => Promise<ReadonlyArray<TranslatedChannel>>
    readonly update: (id: string, changes: UpdateChannel) => Promise<AlertChannel>
    readonly remove: (id: string) => Promise<void>
    /** Sends a test message at once, once: to a channel, or with settings that are not saved. */
    readonly test: (channel: string | TestChannel) => Promise<ChannelTest>
    /** The newest messages with their attempts; `limit` 1 to 50, default 20. */
    readonly deliveries: (id: string, limit?: number) => Promise<ReadonlyArray<ChannelDeliveryRecord>>
  }
  /** Times in which alerts are suppressed. */
  readonly maintenance: {
    /** Active ones first. */
    readonly list: (query?: MaintenanceQuery) => Promise<Page<MaintenanceWindow>>
    readonly get: (id: string) => Promise<MaintenanceWindow>
    /** With `name`, `minutes` and `domainIds`, it begins now. */
    readonly create: (window: CreateMaintenanceWindow) => Promise<MaintenanceWindow>
    readonly update: (id: string, changes: UpdateMaintenanceWindow) => Promise<MaintenanceWindow>
    /** Ends the active occurrence now. */
    readonly end: (id: string) => Promise<MaintenanceWindow>
    readonly remove: (id: string) => Promise<void>
    /** The next occurrences of a window that need not exist. */
    readonly preview: (window: MaintenanceDraft) => Promise<MaintenancePreview>
  }
  /** Which alerts go where, and when; for the owner of the account. */
  readonly routes: {
    /** By position: the first one that takes an alert decides. */
    readonly list: () => Promise<ReadonlyArray<AlertRoute>>
    /** The owner and the members of the account: steps can name them. */
    readonly people: () => Promise<ReadonlyArray<RoutePerson>>
    /** Answers with the monitors whose alerts others than before will receive, as do the next two. */
    readonly create: (route: CreateRoute) => Promise<SavedRoute>
    readonly update: (id: string, changes: UpdateRoute) => Promise<SavedRoute>
    readonly remove: (id: string) => Promise<DeletedRoute>
    /** What a new route, a change or a deletion would mean. Nothing changes. */
    readonly tryNew: (route: CreateRoute) => Promise<RouteTrial>
    readonly tryChange: (id: string, changes: UpdateRoute) => Promise<RouteTrial>
    readonly tryRemoval: (id: string) => Promise<RouteTrial>
    /** Who would be notified, by which channel, and when. Sends nothing. */
    readonly simulate: (alert: RouteSimulationQuery) => Promise<RouteSimulation>
  }
  /** Pages on which readers see how services are, and their posts; for the owner of the account. */
  readonly statusPages: {
    readonly list: () => Promise<ReadonlyArray<StatusPageSummary>>
    readonly get: (id: string) => Promise<StatusPage>
    readonly create: (page: CreateStatusPage) => Promise<StatusPage>
    readonly update: (id: string, changes: UpdateStatusPage) => Promise<StatusPage>
    readonly remove: (id: string) => Promise<void>
    /** What readers would see: `StatusPageDocument` of @mon/status-page. */
    readonly preview: (page: PreviewStatusPage) => Promise<Readonly<Record<string, Schema.Json>>>
    /** Null: the state follows monitors and maintenance again. */
    readonly override: (id: string, componentId: string, state: ChosenComponentState | null) => Promise<StatusPage>
    /** Gives the page an own host name. `host.records` of the answer says what to publish in the DNS. */
    readonly setHost: (id: string, hostname: string) => Promise<StatusPage>
    readonly removeHost: (id: string) => Promise<StatusPage>
    /** Queries the DNS records of the host name now; once in 10 s. */
    readonly checkHost: (id: string) => Promise<StatusPage>
    readonly posts: (id: string, query?: StatusPostQuery) => Promise<Page<StatusPost>>
    readonly post: (id: string, postId: string) => Promise<StatusPost>
    /** A post for each incident of the page: open, or of the last 7 days. Nothing is saved. */
    readonly draftPosts: (id: string) => Promise<ReadonlyArray<StatusPostDraft>>
    readonly createPost: (id: string, post: CreateStatusPost) => Promise<StatusPost>
    readonly updatePost: (id: string, postId: string, changes: UpdateStatusPost) => Promise<StatusPost>
    readonly removePost: (id: string, postId: string) => Promise<void>
    readonly addUpdate: (id: string, postId: string, update: CreateStatusUpdate) => Promise<StatusPost>
    readonly changeUpdate: (
      id: string,
      postId: string,
      updateId: string,
      changes: UpdateStatusUpdate
    ) => Promise<StatusPost>
    readonly removeUpdate: (id: string, postId: string, updateId: string) => Promise<StatusPost>
    readonly subscribers: (id: string, query?: StatusSubscriberQuery) => Promise<Page<StatusSubscriber>>
    readonly removeSubscriber: (id: string, subscriberId: string) => Promise<void>
    /** A CSV of all subscribers. */
    readonly downloadSubscribers: (id: string) => Promise<string>
    /** How many subscribers a post that affects these components would notify. None: everybody. */
    readonly audience: (id: string, componentIds?: ReadonlyArray<string>) => Promise<StatusAudience>
  }
  readonly webhooks: {
    /** Of one domain, or of all. */
    readonly list: (domainId?: string) => Promise<ReadonlyArray<Webhook>>
    /** The only answer with the signing secret. */
    readonly create: (webhook: CreateWebhook) => Promise<NewWebhook>
    readonly remove: (id: string) => Promise<void>
    /** Sends a `test` event at once, once. */
    readonly test: (id: string) => Promise<WebhookTest>
    /** The newest events with their bodies; `limit` 1 to 50, default 20. */
    readonly deliveries: (id: string, limit?: number) => Promise<ReadonlyArray<WebhookDeliveryRecord>>
  }
  readonly notifications: {
    /** `limit` 1 to 50, default 20. */
    readonly list: (page?: PageRequest & NotificationQuery) => Promise<Page<Notification>>
    /** To whom it was sent, and what became of it. */
    readonly deliveries: (id: string) => Promise<ReadonlyArray<NotificationDelivery>>
    /** How many are still to be sent. */
    readonly pending: () => Promise<number>
    /** `until`: when the pause ends by itself, ISO 8601. */
    readonly pause: (until?: string) => Promise<PauseState>
    readonly resume: () => Promise<PauseState>
    readonly pauseState: () => Promise<PauseState>
  }
  /** Cold email campaigns, predicted; for the owner of the account. */
  readonly simulations: {
    /** Takes the credits; rejects with `PaymentRequired` when there are too few. */
    readonly start: (campaign: StartSimulation) => Promise<SimulationRecord>
    /** What it would cost; starts nothing. */
    readonly estimate: (campaign: StartSimulation) => Promise<SimulationEstimate>
    /** Ask every 3 to 5 seconds until `status` is `completed` or `failed`. */
    readonly get: (jobId: string) => Promise<SimulationRecord>
    /** Without results; `limit` 1 to 50, default 20. */
    readonly list: (page?: PageRequest) => Promise<Page<SimulationJob>>
    readonly credits: () => Promise<SimulationCredits>
    /** The whole file as a text. */
    readonly csv: (jobId: string, type: "campaign" | "sender" | "suggestion") => Promise<string>
    /** Null before a link was created. */
    readonly shareUrl: (jobId: string) => Promise<string | null>
    /** Creates a new link; the one before stops working. */
    readonly renewShareUrl: (jobId: string) => Promise<string | null>
  }
  /** The newest email health result of every domain that the caller can see. */
  readonly emailHealthOfAll: () => Promise<ReadonlyArray<EmailHealthStanding>>
  /** The email health of any domain; `fresh` makes a new check instead of using a cached report. */
  readonly emailHealth: (domain: string, options?: FreshOption) => Promise<EmailHealthRecord>
  /** The verdict on a received message, of which nothing is stored. */
  readonly checkEmailMessage: (message: CheckEmailMessage) => Promise<EmailMessageRecord>
  /** Whether an address or a domain is disposable. */
  readonly checkDisposableEmail: (email: string) => Promise<DisposableEmailRecord>
  /** Releases the resources of the connection. */
  readonly close: () => Promise<void>
}
