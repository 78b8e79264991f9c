import type { DemoApi } from "./DemoApi.ts"

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

interface Made {
  readonly id: string
  readonly components: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** The groups of the page. Each component has the host name of the domain that it follows. */
const groups = {
  Shops: { Bakery: "sjoblom-bakery-example.com", "Coffee roastery": "tindra-coffee-example.com" },
  "Bookings and appointments": {
    "Havn Hotel": "havn-hotel-example.com",
    "Fjord Dental": "fjord-dental-example.com",
    "Moss Optics": "moss-optics-example.com"
  }
} as const

const at = (offsetMs: number): string => new Date(Date.now() + offsetMs).toISOString()

export const makeStatusPage = async ({ send }: DemoApi, idOf: (hostname: string) => Promise<string>): Promise<void> => {
  const components: Array<object> = []
  for (const [group, members] of Object.entries(groups)) {
    for (const [name, hostname] of Object.entries(members))
      components.push({ name, groupId: group, monitorIds: [await idOf(hostname)] })
  }
  const page = await send<Made>("POST", "/status-pages", {
    name: "Lighthouse Agency",
    slug: "lighthouse",
    description: "The sites that we maintain for our customers.",
    timezone: "Europe/Oslo",
    accentColor: "#0b6e6e",
    links: [{ label: "Support", url: "mailto:help@lighthouse-agency-example.com" }],
    groups: Object.keys(groups).map((name) => ({ id: name, name })),
    components: [...components, { name: "Telephone support" }]
  })
  const componentOf = (name: string) => page.components.filter((one) => one.name === name).map(({ id }) => id)
  const posts = `/status-pages/${page.id}/posts`
  const incident = await send<{ readonly id: string }>("POST", posts, {
    kind: "incident",
    title: "Bookings were slow",
    impact: "minor",
    startedAt: at(-6 * DAY_MS),
    displayAt: at(-6 * DAY_MS + 10 * MINUTE_MS),
    componentIds: componentOf("Havn Hotel"),
    body: "Some bookings take longer than a minute. We are searching for the cause.",
    notifySubscribers: false
  })
  await send("POST", `${posts}/${incident.id}/updates`, {
    state: "resolved",
    body: "A search index was built anew at the wrong time. Bookings are as fast as before.",
    displayAt: at(-6 * DAY_MS + 95 * MINUTE_MS),
    notifySubscribers: false
  })
  await send("POST", posts, {
    kind: "maintenance",
    title: "Move of the shops to new servers",
    startedAt: at(5 * DAY_MS),
    endsAt: at(5 * DAY_MS + 90 * MINUTE_MS),
    componentIds: [...componentOf("Bakery"), ...componentOf("Coffee roastery")],
    body: "Expect interruptions of a few minutes. Orders that you have made are safe.",
    notifySubscribers: false
  })
}
