import type { ReceiverChange } from "@mon/api-contract"
import type { AlertRoute, RoutePerson, RouteSimulation } from "@mon/model"

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** The initial result of a trial of a route: the receivers of all alerts stay unchanged. */
export const noReceivers: ReadonlyArray<ReceiverChange> = []

/**
 * Returns routes with steps and reminders: one for a tag, one for chosen monitors, and one that the plan does not
 * allow.
 */
export const makeRoutes = (): Array<AlertRoute> => [
  {
    id: "r1",
    name: "Care plans at night",
    position: 0,
    kinds: ["down"],
    severities: [],
    scope: "chosen",
    monitorIds: [],
    tagIds: ["0"],
    steps: [
      { afterMinutes: 0, targets: ["c1"], hours: null },
      { afterMinutes: 10, targets: ["email", "whatsapp"], hours: null }
    ],
    reminderMinutes: 60,
    repeat: null,
    fallback: [],
    stoppedBy: null,
    createdAt: at(-9_000)
  },
  {
    id: "r2",
    name: "Certificates",
    position: 1,
    kinds: ["certificate_expiring", "certificate_invalid"],
    severities: ["error"],
    scope: "all",
    monitorIds: [],
    tagIds: [],
    steps: [{ afterMinutes: 0, targets: ["email"], hours: null }],
    reminderMinutes: null,
    repeat: null,
    fallback: [],
    stoppedBy: "plan",
    createdAt: at(-8_000)
  }
]

export const simulationOf = (monitorId: string, kind: RouteSimulation["kind"]): RouteSimulation => ({
  monitorId,
  kind,
  severity: "critical",
  at: at(0),
  routeId: "r1",
  routeName: "Care plans at night",
  notes: [{ code: "flood", message: "Many alerts become one message.", blocks: false }],
  moments: [
    {
      at: at(0),
      afterMinutes: 0,
      step: 1,
      reminder: null,
      recipients: [
        { target: "c1", kind: "slack", name: "Chat of operations", sendsAt: at(0), reason: null },
        { target: "c9", kind: "ntfy", name: "Old phone", sendsAt: null, reason: "channel_off" }
      ]
    },
    {
      at: at(10),
      afterMinutes: 10,
      step: 2,
      reminder: null,
      recipients: [
        { target: "email", kind: null, name: "maria@example.com", sendsAt: at(10), reason: null },
        { target: "c2", kind: "ntfy", name: "Phone of Ann", sendsAt: at(300), reason: "quiet_hours" }
      ]
    },
    {
      at: at(60),
      afterMinutes: 60,
      step: null,
      reminder: 1,
      recipients: [{ target: "email", kind: null, name: "maria@example.com", sendsAt: at(60), reason: null }]
    }
  ],
  hasMore: true,
  recovery: [
    { target: "c1", kind: "slack", name: "Chat of operations" },
    { target: "email", kind: null, name: "maria@example.com" }
  ]
})

export const routePeople: ReadonlyArray<RoutePerson> = [
  { membershipId: "p1", name: "Grace Hopper", email: "grace@example.org", getsAlerts: true },
  { membershipId: "p2", name: null, email: "ada@example.org", getsAlerts: false }
]
