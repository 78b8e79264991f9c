import type { StatusPage, StatusPost, StatusPostDraft, StatusSubscriber } from "@mon/model"

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

type Component = StatusPage["components"][number]

const component = (fields: Partial<Component> & Pick<Component, "id" | "name">): Component => ({
  groupId: null,
  description: null,
  monitorIds: [],
  tagIds: [],
  showsMonitors: false,
  showsUptime: true,
  onlyIfDegraded: false,
  state: "operational",
  override: null,
  ...fields
})

/** Returns a status page with a group, an override and a draft, and a status page that the plan does not allow. */
export const makeStatusPages = (): Array<StatusPage> => {
  const page: StatusPage = {
    id: "s1",
    slug: "fjord-shop",
    name: "Fjord Shop",
    url: "https://mon.example.com/s/fjord-shop",
    access: "public",
    stoppedBy: null,
    openPosts: 1,
    drafts: 1,
    description: "The shops of Fjord",
    language: "en",
    timezone: "Europe/Oslo",
    accentColor: "#1a5fc4",
    headerColor: null,
    logo: null,
    links: [{ label: "Support", url: "https://fjord.example/support" }],
    hasPassword: false,
    emailDomains: [],
    showsWindowNames: false,
    automaticPosts: "draft",
    host: {
      hostname: "status.fjord.example",
      displayName: "status.fjord.example",
      url: "https://status.fjord.example",
      state: "waiting_for_txt",
      stoppedBy: null,
      address: "absent",
      records: [
        { purpose: "proof", type: "TXT", name: "_mon.status.fjord.example", value: "mon-proof=Jq3Yl1wMWJ2n0dT8kqf5" },
        { purpose: "address", type: "CNAME", name: "status.fjord.example", value: "mon.example.com" }
      ],
      failingSince: null,
      releasesAt: null,
      checkedAt: at(-3),
      createdAt: at(-60)
    },
    subscribers: 12,
    pausedSubscribers: 0,
    groups: [{ id: "g1", name: "Shop", description: null }],
    components: [
      component({ id: "p1", name: "Checkout", groupId: "g1", monitorIds: ["id-0"] }),
      component({ id: "p2", name: "Search", groupId: "g1", monitorIds: ["id-1"], state: "major_outage" }),
      component({
        id: "p3",
        name: "Newsletter",
        state: "degraded_performance",
        override: { state: "degraded_performance", at: at(-90), by: "maria@example.com" }
      })
    ],
    createdAt: at(-90_000),
    updatedAt: at(-90)
  }
  return [
    page,
    {
      ...page,
      id: "s2",
      slug: "old-page",
      name: "Old page",
      stoppedBy: "plan",
      openPosts: 0,
      drafts: 0,
      groups: [],
      components: []
    }
  ]
}

const update = (
  fields: Partial<StatusPost["updates"][number]> & Pick<StatusPost["updates"][number], "id" | "state">
) => ({
  body: "Payments take longer than usual. We are investigating.",
  displayAt: at(-40),
  isDraft: false,
  notifySubscribers: true,
  components: [],
  author: "maria@example.com",
  createdAt: at(-40),
  updatedAt: at(-40),
  ...fields
})

/** The texts that Mon writes about an open incident and about an ended incident. */
export const statusDrafts: ReadonlyArray<StatusPostDraft> = [
  {
    incidentId: "incident-id-1",
    monitorName: "Shop 1",
    title: "Problem with Search",
    state: "identified",
    impact: "major",
    body: "There has been a problem with Search since 23 Nov 2026, 06:53 CET. The likely cause is a problem with our domain name.",
    startedAt: "2026-11-23T05:53:00.000Z",
    componentIds: ["p2"]
  },
  {
    incidentId: "incident-id-0",
    monitorName: "Shop 0",
    title: "Problem with Checkout",
    state: "resolved",
    impact: "major",
    body: "The problem with Checkout is resolved. It lasted from 22 Nov 2026, 06:53 CET to 22 Nov 2026, 07:10 CET.",
    startedAt: "2026-11-22T05:53:00.000Z",
    componentIds: ["p1"]
  }
]

/** Returns an open incident with a draft, an automatic draft, and planned maintenance. */
export const makeStatusPosts = (): Array<StatusPost> => [
  {
    id: "o1",
    kind: "incident",
    title: "Slow payments",
    state: "investigating",
    impact: "minor",
    isDraft: false,
    isAutomatic: false,
    startedAt: at(-45),
    endsAt: null,
    movesItself: false,
    componentIds: ["p1"],
    updates: [
      update({
        id: "u2",
        state: "identified",
        body: "A provider answers slowly.",
        isDraft: true,
        notifySubscribers: null,
        components: [{ componentId: "p1", state: "degraded_performance" }]
      }),
      update({ id: "u1", state: "investigating" })
    ],
    publishedAt: at(-40),
    createdAt: at(-45),
    updatedAt: at(-40)
  },
  {
    id: "o2",
    kind: "incident",
    title: "Problem with Search",
    state: "investigating",
    impact: "major",
    isDraft: true,
    isAutomatic: true,
    startedAt: at(-10),
    endsAt: null,
    movesItself: false,
    componentIds: ["p2"],
    updates: [update({ id: "u3", state: "investigating", isDraft: true, notifySubscribers: null, author: null })],
    publishedAt: null,
    createdAt: at(-10),
    updatedAt: at(-10)
  },
  {
    id: "o3",
    kind: "maintenance",
    title: "Move of the search index",
    state: "scheduled",
    impact: "none",
    isDraft: false,
    isAutomatic: false,
    startedAt: at(2_000),
    endsAt: at(2_060),
    movesItself: true,
    componentIds: ["p2"],
    updates: [update({ id: "u4", state: "scheduled", body: "Search is slower for an hour." })],
    publishedAt: at(-20),
    createdAt: at(-20),
    updatedAt: at(-20)
  }
]

const subscriber = (more: Partial<StatusSubscriber>): StatusSubscriber => ({
  id: "r1",
  kind: "email",
  address: "reader@kunde.example",
  language: "en",
  state: "confirmed",
  endedReason: null,
  isFailing: false,
  stoppedBy: null,
  componentIds: null,
  confirmedAt: at(-500),
  endedAt: null,
  createdAt: at(-501),
  ...more
})

/** Subscribers in every state. */
export const statusSubscribers: ReadonlyArray<StatusSubscriber> = [
  subscriber({ id: "r4", kind: "webhook", address: "https://hooks.kunde.example/fjord", stoppedBy: "plan" }),
  subscriber({ id: "r3", address: "gone@kunde.example", state: "ended", endedReason: "bounced", endedAt: at(-20) }),
  subscriber({ id: "r5", address: "paused@kunde.example", stoppedBy: "access" }),
  subscriber({ id: "r2", address: "new@kunde.example", state: "pending", confirmedAt: null, componentIds: ["p2"] }),
  subscriber({})
]
