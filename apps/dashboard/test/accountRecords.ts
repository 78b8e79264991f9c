import type {
  AlertChannel,
  ApiKeyRecord,
  SecondFactorRecord,
  SessionRecord,
  BillingStanding,
  Branding,
  Notification,
  OwnChannel,
  ContactRules,
  NotificationDelivery,
  DeliveryOutcome,
  Payment,
  PriceTable,
  Settings,
  SimulationCredits,
  TagRecord,
  TeamMember,
  Webhook,
  WebhookDeliveryRecord
} from "@mon/model"
import { scheduledReport } from "./reportRecords.ts"
import { channels } from "./channelRecords.ts"
import { someWindows } from "./answerMaintenance.ts"
import { makeOverrides, makeShiftRequests, makeSchedules } from "./onCallRecords.ts"
import { makeRoutes, noReceivers } from "./routeRecords.ts"
import { makeSourceIncidents, makeSources } from "./sourceRecords.ts"
import { makeStatusPages, makeStatusPosts } from "./statusPageRecords.ts"

const MINUTE = 60_000
const DAY = 86_400_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

const limits = (scale: number) => ({
  domains: 100 * scale,
  urls: 100 * scale,
  services: 100 * scale,
  minCheckIntervalDomains: scale > 1 ? 59 : 300,
  minCheckIntervalUrls: 3_600,
  teamMembers: 5 * scale,
  dkimSelectors: scale > 1 ? 10 : 3,
  expectations: 20,
  dnsWatches: 100 * scale,
  maintenanceWindows: 100 * scale,
  requestMethods: ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"],
  pageRendering: true,
  apiKeys: 10 * scale,
  channels: 10 * scale,
  paidChannels: true,
  routes: 20 * scale,
  alertSources: 5 * scale,
  statusPages: 5 * scale,
  statusPageHosts: scale,
  onCallSchedules: scale,
  statusPageSubscribers: 2_000 * scale,
  annualSimulationCredits: 1_200 * scale,
  requestsPerMinute: 100 * scale,
  eventStreams: 5,
  markersPerDay: 100,
  auditLogDays: 90
})

const recipient = (name: string, outcome: DeliveryOutcome) => ({
  name,
  kind: null,
  isHidden: false,
  outcome,
  reason: null
})

/** The notifications of the stand-in, newest first. There are 70 notifications, so that the list has three pages. */
export const notifications: ReadonlyArray<Notification> = Array.from({ length: 70 }, (_, index) => ({
  id: `n${index}`,
  type: index % 7 === 3 ? "ssl_expiry" : index % 11 === 5 ? "email_health_alert" : "status_change",
  kind: index % 7 === 3 ? "certificate_expiring" : "down",
  title: index === 1 ? "DOWN <img src=x onerror=alert(1)>" : `DOWN Shop ${index}`,
  message: "No connection to 192.0.2.7 port 443 within 30 s.",
  link: "https://mon.example.com/app/incidents/i1",
  domainId: "id-1",
  urlId: null,
  heartbeatId: null,
  serviceId: null,
  status: index % 9 === 4 ? "failed" : "sent",
  outcome: index % 9 === 4 ? "failed" : "delivered",
  reason: null,
  maintenanceWindow: null,
  suppressedBy: null,
  channels: [
    {
      channel: "email",
      status: "sent",
      error: null,
      recipients: [recipient("maria@lighthouse-agency.com", "delivered")],
      recipientCount: 1
    },
    ...(index % 9 === 4
      ? [
          {
            channel: "webhook" as const,
            status: "failed" as const,
            error: { code: "500", message: "The receiver returned an error. HTTP 500" },
            recipients: [recipient("Ticket system", "failed")],
            recipientCount: 1
          }
        ]
      : [])
  ],
  createdAt: ago((index + 1) * 37 * MINUTE),
  sentAt: ago((index + 1) * 37 * MINUTE)
}))

const delivered = {
  id: "d1",
  notificationId: "n0",
  event: "down",
  channel: "email",
  recipient: "maria@lighthouse-agency.com",
  kind: null,
  name: "maria@lighthouse-agency.com",
  status: "sent",
  outcome: "delivered",
  reason: null,
  attempts: 1,
  error: null,
  createdAt: ago(37 * MINUTE),
  step: null,
  reminder: null,
  onCall: null,
  isUpdate: false,
  settledAt: ago(36 * MINUTE)
} as const

export const deliveries: ReadonlyArray<NotificationDelivery> = [
  delivered,
  {
    ...delivered,
    id: "d2",
    channel: "webhook",
    recipient: "w1",
    name: "Ticket system",
    status: "failed",
    outcome: "failed",
    attempts: 8,
    error: { code: "500", message: "The receiver returned an error. HTTP 500" },
    settledAt: ago(20 * MINUTE)
  }
]

/** Returns the initial state of the stand-in's account. Tests change this state. */
export const makeAccountState = () => ({
  timezone: "UTC",
  language: null as Settings["language"],
  name: "Maria" as string | null,
  /** Whether the service has a payment processor. */
  canBuy: true,
  /** Whether the service has a browser, which prints reports. */
  hasBrowser: true,
  branding: { name: null, logo: null } as Branding,
  weekly: true,
  number: null as string | null,
  pendingNumber: null as string | null,
  /** Whether the service asks for the password before it creates a key. */
  asksPassword: false,
  hasLeft: false,
  windows: someWindows(),
  schedules: [scheduledReport(0, {})],
  passwords: [] as Array<Readonly<Record<string, unknown>>>,
  keys: [] as Array<ApiKeyRecord>,
  secondFactor: { enabledAt: null, recoveryCodesLeft: 0, isRequired: false } as SecondFactorRecord,
  sessions: sessions(),
  bought: [] as Array<Readonly<Record<string, unknown>>>,
  invited: [] as Array<Readonly<Record<string, unknown>>>,
  tags: [
    {
      id: "0",
      name: "Care plan",
      color: "#1a5fc4",
      sortOrder: 0,
      domainCount: 4,
      urlCount: 1,
      heartbeatCount: 2,
      serviceCount: 0,
      createdAt: ago(9 * DAY)
    },
    {
      id: "1",
      name: "No contract",
      color: "#6b7280",
      sortOrder: 1,
      domainCount: 3,
      urlCount: 0,
      heartbeatCount: 0,
      serviceCount: 0,
      createdAt: ago(DAY)
    }
  ] as Array<TagRecord>,
  team: [
    {
      membershipId: "m1",
      email: "ann@example.com",
      name: "Ann Berg",
      status: "accepted",
      memberRole: "editor",
      domainAccess: [
        { domainId: "id-0", canWrite: true },
        { domainId: "id-2", canWrite: false }
      ],
      urlAccess: [],
      heartbeatAccess: [],
      serviceAccess: [],
      tagAccess: [],
      invitedAt: ago(20 * DAY),
      expiresAt: null,
      acceptedAt: ago(19 * DAY)
    },
    {
      membershipId: "m2",
      email: "client@fjord-dental.example",
      name: null,
      status: "pending",
      memberRole: "viewer",
      domainAccess: [],
      urlAccess: [],
      heartbeatAccess: [],
      serviceAccess: [],
      tagAccess: [],
      invitedAt: ago(2 * DAY),
      expiresAt: ago(-5 * DAY),
      acceptedAt: null
    }
  ] as Array<TeamMember>,
  channels: [...channels] as Array<AlertChannel>,
  ownChannels: [] as ReadonlyArray<OwnChannel>,
  contactRules: {
    high: [{ afterMinutes: 0, via: "email" }],
    low: [{ afterMinutes: 0, via: "email" }]
  } as ContactRules,
  routes: makeRoutes(),
  statusPages: makeStatusPages(),
  statusPosts: makeStatusPosts(),
  savedPages: [] as Array<Readonly<Record<string, unknown>>>,
  removedSubscribers: new Set<string>(),
  savedPosts: [] as Array<Readonly<Record<string, unknown>>>,
  savedRoutes: [] as Array<Readonly<Record<string, unknown>>>,
  receiversOfTrials: noReceivers,
  sources: makeSources(),
  sourceIncidents: makeSourceIncidents(),
  onCall: makeSchedules(),
  overrides: makeOverrides(),
  shiftRequests: makeShiftRequests(),
  /** The addresses of calendars, by the id of the schedule, or "own". */
  calendars: new Map<string, string>(),
  savedOnCall: [] as Array<Readonly<Record<string, unknown>>>,
  savedOverrides: [] as Array<Readonly<Record<string, unknown>>>,
  /** The requests that the configuration file screen sent. */
  configFile: [] as Array<Readonly<Record<string, unknown>>>,
  webhooks: [
    {
      id: "w1",
      domainId: "id-1",
      heartbeatId: null,
      serviceId: null,
      urlId: null,
      scope: "domain" as const,
      url: "https://hooks.example.com/services/T00/B00/mon",
      label: "Chat of the team",
      events: ["status_change", "ssl_expiry"],
      isActive: true,
      createdAt: ago(30 * DAY),
      lastDeliveryAt: ago(37 * MINUTE),
      lastDeliveryStatus: "500"
    },
    {
      id: "w2",
      domainId: "id-2",
      heartbeatId: null,
      serviceId: null,
      urlId: null,
      scope: "domain" as const,
      url: "https://old.example.com/mon",
      label: "old.example.com",
      events: ["status_change"],
      isActive: false,
      createdAt: ago(90 * DAY),
      lastDeliveryAt: ago(9 * DAY),
      lastDeliveryStatus: "failed"
    }
  ] as Array<Webhook>
})

export type AccountState = ReturnType<typeof makeAccountState>

export const webhookDeliveries: ReadonlyArray<WebhookDeliveryRecord> = [
  {
    id: "wd1",
    event: "status_change",
    title: "DOWN Fjord Legal",
    status: "failed",
    outcome: "failed",
    reason: null,
    body: JSON.stringify({
      id: "wd1",
      type: "status_change",
      createdAt: ago(37 * MINUTE),
      data: { kind: "down", title: "DOWN Fjord Legal", domain: { id: "id-1", name: "</script><b>Fjord</b>" } }
    }),
    createdAt: ago(37 * MINUTE),
    attempts: [
      {
        at: ago(37 * MINUTE),
        status: "failed",
        statusCode: 500,
        durationMs: 212,
        error: { code: "500", message: "The receiver returned an error. HTTP 500" }
      },
      {
        at: ago(36 * MINUTE),
        status: "failed",
        statusCode: null,
        durationMs: 15_003,
        error: { code: "header_timeout", message: "The receiver did not respond in time." }
      }
    ]
  }
]

export const billing: BillingStanding = {
  plan: "agency",
  limits: limits(10),
  expiresAt: ago(-200 * DAY),
  addons: [{ type: "domains_50", quantity: 2, expiresAt: ago(-100 * DAY) }]
}

export const payments: ReadonlyArray<Payment> = [
  {
    id: "p1",
    type: "agency",
    description: "Mon Agency, 365 days",
    amountCents: 69_900,
    currency: "usd",
    status: "paid",
    createdAt: ago(165 * DAY),
    receiptUrl: "https://pay.example.com/receipts/1"
  },
  {
    id: "p2",
    type: "credits_1000",
    description: "1,000 simulation credits",
    amountCents: 950,
    currency: "usd",
    status: "refunded",
    createdAt: ago(170 * DAY),
    receiptUrl: "javascript:alert(1)"
  }
]

export const prices: PriceTable = {
  canBuy: true,
  currency: "usd",
  articles: [
    { type: "pro", kind: "plan", title: "Mon Pro, 365 days", amountCents: 9_900, quantity: 1 },
    { type: "agency", kind: "plan", title: "Mon Agency, 365 days", amountCents: 69_900, quantity: 1 },
    { type: "credits_1000", kind: "credits", title: "1,000 simulation credits", amountCents: 950, quantity: 1_000 },
    { type: "domains_10", kind: "addon", title: "10 more domain monitors", amountCents: 4_900, quantity: 10 }
  ],
  plans: [
    { name: "free", title: "Free", limits: { ...limits(1), domains: 5, urls: 5, teamMembers: 0 } },
    { name: "pro", title: "Pro", limits: limits(1) },
    { name: "agency", title: "Agency", limits: limits(10) }
  ]
}

export const credits: SimulationCredits = {
  balance: 6_907,
  annualAllowance: 12_000,
  renewsAt: ago(-200 * DAY),
  transactions: [
    {
      id: "t1",
      amount: -5_093,
      type: "usage",
      description: "Campaign simulation: Spring campaign",
      jobId: "j1",
      createdAt: ago(3 * DAY)
    },
    { id: "t2", amount: 12_000, type: "grant", description: "Agency", jobId: null, createdAt: ago(165 * DAY) }
  ]
}

/** Returns the sessions of a person: the current session, one on a phone, and one from before an upgrade. */
const sessions = (): Array<SessionRecord> => [
  {
    id: "s1",
    isCurrent: true,
    isWithProvider: false,
    browser: "Firefox",
    system: "Windows",
    address: "203.0.113.9",
    signedInAt: ago(3 * DAY),
    lastUsedAt: ago(MINUTE / 2)
  },
  {
    id: "s2",
    isCurrent: false,
    isWithProvider: true,
    browser: "Safari",
    system: "iOS",
    address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    signedInAt: ago(20 * DAY),
    lastUsedAt: ago(5.5 * MINUTE)
  },
  {
    id: "s3",
    isCurrent: false,
    isWithProvider: false,
    browser: null,
    system: null,
    address: "",
    signedInAt: ago(40 * DAY),
    lastUsedAt: ago(9 * DAY)
  }
]

/**
 * Returns the API keys of a person: one in use, one about to expire, one expired, and one beyond the limit of the plan.
 */
export const apiKeys = (): Array<ApiKeyRecord> => {
  const key = (id: string, name: string, more: Partial<ApiKeyRecord>): ApiKeyRecord => ({
    id,
    name,
    scope: "read",
    state: "active",
    shown: "mon_0123…BnzHq",
    createdAt: ago(80 * DAY),
    expiresAt: null,
    lastUsedAt: null,
    ...more
  })
  return [
    key("k1", "Deployment", { scope: "write", lastUsedAt: ago(5.5 * MINUTE) }),
    key("k2", "Nightly report", { expiresAt: ago(-3 * DAY), lastUsedAt: ago(DAY) }),
    key("k3", "Old laptop", { state: "expired", expiresAt: ago(DAY) }),
    key("k4", "Grafana", { state: "over_limit" })
  ]
}
