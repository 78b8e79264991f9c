import type {
  ComponentDay,
  ComponentState,
  StatusComponent,
  StatusPageDocument,
  StatusPost,
  StatusWindow
} from "../src/index.ts"
import { uptimePercentOf } from "../src/index.ts"

const NOW = "2026-11-23T05:53:42.000Z"
const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400

/** Returns a UUID that ends in a number. */
export const idOf = (kind: number, number: number): string =>
  `0193589e-7d5c-7${String(kind).padStart(3, "0")}-8000-${String(number).padStart(12, "0")}`

const dateOf = (daysAgo: number): string => new Date(Date.parse(NOW) - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** Returns the last days, from the oldest to today. `conditionOf` returns the condition of each day. */
export const makeDays = (
  count: number,
  conditionOf: (daysAgo: number) => Partial<Omit<ComponentDay, "date">>
): ReadonlyArray<ComponentDay> =>
  Array.from({ length: count }, (_, index) => {
    const daysAgo = count - 1 - index
    const { down = 0, maintenance = 0, unwatched = 0 } = conditionOf(daysAgo)
    return { date: dateOf(daysAgo), up: DAY_SECONDS - down - maintenance - unwatched, down, maintenance, unwatched }
  })

/** Makes a component with 90 days. `parts` replaces its fields. */
export const makeComponent = (number: number, parts: Partial<StatusComponent> = {}): StatusComponent => {
  const days = parts.days === undefined ? makeDays(90, () => ({})) : parts.days
  return {
    id: idOf(2, number),
    groupId: null,
    name: `Component ${number}`,
    description: null,
    position: number,
    state: "operational",
    stateSince: "2026-11-01T10:00:00.000Z",
    isOverridden: false,
    isShownOnlyIfDegraded: false,
    monitors: [],
    uptimePercent: days === null ? null : uptimePercentOf(days),
    startDate: days?.[0]?.date ?? null,
    createdAt: "2026-08-01T10:00:00.000Z",
    updatedAt: "2026-11-01T10:00:00.000Z",
    ...parts,
    days
  }
}

/** Makes an open incident. `parts` replaces its fields. */
export const makePost = (number: number, parts: Partial<StatusPost> = {}): StatusPost => ({
  id: idOf(3, number),
  kind: "incident",
  title: `Checkout answers slowly ${number}`,
  state: "identified",
  impact: "minor",
  startedAt: "2026-11-23T04:00:00.000Z",
  resolvedAt: null,
  monitoringAt: null,
  scheduledFor: null,
  scheduledUntil: null,
  componentIds: [idOf(2, 1)],
  updates: [
    {
      id: idOf(4, number * 10 + 2),
      state: "identified",
      body: "A disk is full.\nWe are moving data, see https://blog.example.com/disk?a=1&b=2.\n\nPayments are safe.",
      displayAt: "2026-11-23T04:30:00.000Z",
      createdAt: "2026-11-23T04:30:00.000Z",
      updatedAt: "2026-11-23T04:30:00.000Z",
      changes: [{ componentId: idOf(2, 1), oldState: "operational", newState: "degraded_performance" }],
      notifiesSubscribers: true
    },
    {
      id: idOf(4, number * 10 + 1),
      state: "investigating",
      body: "Some orders take longer than a minute.",
      displayAt: "2026-11-23T04:05:00.000Z",
      createdAt: "2026-11-23T04:05:00.000Z",
      updatedAt: "2026-11-23T04:05:00.000Z",
      changes: [],
      notifiesSubscribers: false
    }
  ],
  revision: 0,
  createdAt: "2026-11-23T04:05:00.000Z",
  updatedAt: "2026-11-23T04:30:00.000Z",
  ...parts
})

const update = (
  number: number,
  state: StatusPost["state"],
  at: string,
  body: string
): StatusPost["updates"][number] => ({
  id: idOf(4, number),
  state,
  body,
  displayAt: at,
  createdAt: at,
  updatedAt: at,
  changes: [],
  notifiesSubscribers: true
})

/** A resolved incident of a week ago. */
const resolvedPost = makePost(2, {
  title: "Login failed",
  state: "postmortem",
  impact: "major",
  startedAt: "2026-11-16T08:00:00.000Z",
  monitoringAt: "2026-11-16T08:40:00.000Z",
  resolvedAt: "2026-11-16T09:00:00.000Z",
  createdAt: "2026-11-16T08:05:00.000Z",
  updatedAt: "2026-11-17T12:00:00.000Z",
  componentIds: [idOf(2, 2)],
  updates: [
    update(24, "postmortem", "2026-11-17T12:00:00.000Z", "A certificate had expired. It is now renewed by itself."),
    update(23, "resolved", "2026-11-16T09:00:00.000Z", "Everybody can sign in again."),
    update(22, "monitoring", "2026-11-16T08:40:00.000Z", "The fix is deployed."),
    update(21, "investigating", "2026-11-16T08:05:00.000Z", "Nobody can sign in.")
  ]
})

/** Announced maintenance of next week. */
export const plannedPost = makePost(3, {
  kind: "maintenance",
  title: "Move to new servers",
  state: "scheduled",
  impact: "none",
  startedAt: "2026-11-30T22:00:00.000Z",
  scheduledFor: "2026-11-30T22:00:00.000Z",
  scheduledUntil: "2026-12-01T01:30:00.000Z",
  componentIds: [idOf(2, 1), idOf(2, 2)],
  revision: 2,
  updates: [
    update(
      31,
      "scheduled",
      "2026-11-20T09:00:00.000Z",
      "Expect interruptions of a few minutes; orders wait, none is lost."
    )
  ],
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: "2026-11-21T09:00:00.000Z"
})

/** A window every Sunday night in Berlin, whose own name readers do not see. */
export const weeklyWindow: StatusWindow = {
  id: idOf(5, 1),
  title: null,
  startsAt: "2026-10-18T00:30:00.000Z",
  minutes: 90,
  timeZone: "Europe/Berlin",
  recurrence: "FREQ=WEEKLY;BYDAY=SU",
  occurrences: [
    { startsAt: "2026-11-29T01:30:00.000Z", endsAt: "2026-11-29T03:00:00.000Z" },
    { startsAt: "2026-12-06T01:30:00.000Z", endsAt: "2026-12-06T03:00:00.000Z" }
  ],
  isCancelled: false,
  revision: 1,
  componentIds: [idOf(2, 3)],
  createdAt: "2026-10-01T00:00:00.000Z",
  updatedAt: "2026-10-02T00:00:00.000Z"
}

/** Makes an empty page. `parts` replaces its fields. */
export const makePage = (parts: Partial<StatusPageDocument> = {}): StatusPageDocument => ({
  id: idOf(0, 1),
  slug: "acme",
  name: "Acme",
  description: null,
  language: "en",
  timeZone: "Europe/Berlin",
  url: "https://mon.example.com/s/acme",
  colors: { accent: "#0b4f9e", header: null },
  logo: null,
  links: [],
  groups: [],
  components: [],
  posts: [],
  windows: [],
  createdAt: "2026-08-01T10:00:00.000Z",
  updatedAt: NOW,
  ...parts
})

/** A page with everything that a page can contain. */
export const fullPage = makePage({
  description: "The shop and its services.",
  colors: { accent: "#ffcc00", header: "#202a44" },
  logo: { hash: "0123456789abcdef0123456789abcdef", contentType: "image/png", width: 320, height: 80 },
  links: [
    { label: "Website", url: "https://www.example.com/" },
    { label: "Support", url: "mailto:support@example.com" }
  ],
  groups: [
    {
      id: idOf(1, 1),
      name: "Shop",
      description: "Everything that customers use.",
      position: 1,
      createdAt: "2026-08-01T10:00:00.000Z",
      updatedAt: "2026-08-01T10:00:00.000Z"
    }
  ],
  components: [
    makeComponent(1, {
      groupId: idOf(1, 1),
      name: "Checkout",
      description: "Payment and orders",
      state: "degraded_performance",
      stateSince: "2026-11-23T04:00:00.000Z",
      isOverridden: true,
      monitors: [
        { name: "Shop", state: "operational" },
        { name: "Payment", state: "degraded_performance" }
      ],
      days: makeDays(90, (daysAgo) =>
        daysAgo === 7 ? { down: 3_600 } : daysAgo % 30 === 3 ? { maintenance: 5_400 } : {}
      )
    }),
    makeComponent(2, {
      groupId: idOf(1, 1),
      position: 2,
      name: "Login",
      days: makeDays(40, (daysAgo) => (daysAgo === 7 ? { down: 20_000 } : daysAgo === 9 ? { unwatched: 86_400 } : {}))
    }),
    makeComponent(3, { position: 2, name: "API", state: "unknown", stateSince: null, days: [] }),
    makeComponent(4, { position: 3, name: "Phone support", days: null }),
    makeComponent(5, { position: 4, name: "Hidden while it works", isShownOnlyIfDegraded: true, days: null })
  ],
  posts: [plannedPost, makePost(1), resolvedPost],
  windows: [weeklyWindow]
})

const states: ReadonlyArray<ComponentState> = ["operational", "degraded_performance", "major_outage"]

/**
 * Makes a page of many components whose days differ in a repeatable way. About the share `trouble` of the days is not
 * completely up.
 */
export const largePage = (components: number, trouble: number): StatusPageDocument => {
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const condition = () => {
    if (random() >= trouble) return {}
    const seconds = Math.floor(random() * 20_000)
    return [{ down: seconds }, { maintenance: seconds }, { unwatched: seconds }][Math.floor(random() * 3)] ?? {}
  }
  return makePage({
    description: "All services of Acme, from the shop to the warehouse.",
    groups: Array.from({ length: 5 }, (_, index) => ({
      id: idOf(1, index + 1),
      name: `Region ${index + 1}`,
      description: null,
      position: index + 1,
      createdAt: "2026-08-01T10:00:00.000Z",
      updatedAt: "2026-08-01T10:00:00.000Z"
    })),
    components: Array.from({ length: components }, (_, index) =>
      makeComponent(index + 1, {
        groupId: idOf(1, (index % 5) + 1),
        name: `Service ${index + 1} in data centre ${(index % 7) + 1}`,
        description: index % 3 === 0 ? "Answers requests of customers and partners" : null,
        state: states[index % 17 === 0 ? 1 : 0] ?? "operational",
        days: makeDays(90, condition)
      })
    ),
    posts: [
      plannedPost,
      ...Array.from({ length: 12 }, (_, index) => makePost(index + 100, { ...resolvedPost, id: idOf(3, index + 100) }))
    ],
    windows: [weeklyWindow]
  })
}
