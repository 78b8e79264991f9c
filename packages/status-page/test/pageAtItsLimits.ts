import type { StatusPageDocument, StatusPost, StatusWindow } from "../src/index.ts"
import { idOf, makeComponent, makeDays, makePage, makePost, plannedPost, weeklyWindow } from "./examplePage.ts"

/** The pieces of which texts consist. Each piece is expensive in another way. */
export const expensiveTexts: Readonly<Record<string, string>> = {
  ampersands: "&",
  quotes: '"',
  "angle brackets": "<",
  emoji: "😀",
  lines: "a\n",
  paragraphs: "a\n\n",
  "short addresses": "http://a ",
  "addresses of ampersands": `http://a/${"&".repeat(500)} `,
  "addresses that are none": "http://: ",
  "ends of sentences": `http://a${"!".repeat(2_000)}a `
}

/** Returns a text with the given number of code points, because the limits of texts count code points. */
const filled = (piece: string, length: number): string => {
  const characters = [...piece]
  const whole = Math.floor(length / characters.length)
  return piece.repeat(whole) + characters.slice(0, length - whole * characters.length).join("")
}

const oneLine = (piece: string, length: number): string => filled(piece, length).replaceAll("\n", " ")

/** The limits of `statusPageLimits` and `maintenanceLimits` of @mon/model. */
const limits = {
  name: 100,
  description: 500,
  links: { count: 10, label: 60, address: 500 },
  groups: 50,
  components: 200,
  componentName: 100,
  componentDescription: 300,
  monitors: 1_000,
  monitorName: 253,
  title: 150,
  update: 10_000,
  windows: 200,
  occurrences: 60
} as const

const NOW_MS = Date.parse("2026-11-23T05:53:42.000Z")
const HOUR_MS = 3_600_000
const zones = Intl.supportedValuesOf("timeZone")

interface Size {
  /**
   * The number of open incidents. There are as many resolved incidents, planned maintenance periods and active
   * maintenance periods.
   */
  readonly posts: number
  readonly updates: number
}

/** Makes posts with all components, updates of full length, and changes of all components. */
const postsOf = (piece: string, { posts, updates }: Size): ReadonlyArray<StatusPost> => {
  const componentIds = Array.from({ length: limits.components }, (_, place) => idOf(2, place + 1))
  const body = filled(piece, limits.update)
  const changes = componentIds.map((componentId) => ({
    componentId,
    oldState: "operational" as const,
    newState: "degraded_performance" as const
  }))
  const [first] = makePost(1).updates
  if (first === undefined) return []
  const update = (number: number) => ({ ...first, id: idOf(4, number), body, changes })
  const shared = (number: number) => ({
    id: idOf(3, number),
    title: oneLine(piece, limits.title),
    componentIds,
    updates: Array.from({ length: updates }, (_, place) => update(number * 1_000 + place))
  })
  return Array.from({ length: posts }, (_, place) => {
    const over = { state: "resolved" as const, resolvedAt: "2026-11-23T05:00:00.000Z" }
    const startsAt = new Date(NOW_MS + place * HOUR_MS).toISOString()
    return [
      makePost(1, shared(4 * place + 1)),
      makePost(1, { ...shared(4 * place + 2), ...over }),
      { ...plannedPost, ...shared(4 * place + 3), startedAt: startsAt, scheduledFor: startsAt },
      { ...plannedPost, ...shared(4 * place + 4), state: "in_progress" as const }
    ]
  }).flat()
}

const windowsOf = (piece: string): ReadonlyArray<StatusWindow> => {
  const componentIds = Array.from({ length: limits.components }, (_, place) => idOf(2, place + 1))
  const occurrences = Array.from({ length: limits.occurrences }, (_, time) => {
    const startMs = NOW_MS + (time - 1) * 24 * HOUR_MS
    return { startsAt: new Date(startMs).toISOString(), endsAt: new Date(startMs + 25 * HOUR_MS).toISOString() }
  })
  return Array.from({ length: limits.windows }, (_, place) => ({
    ...weeklyWindow,
    id: idOf(5, place + 1),
    title: oneLine(piece, limits.name),
    timeZone: zones[place % zones.length] ?? "UTC",
    startsAt: "2020-01-01T00:00:00.000Z",
    componentIds,
    occurrences
  }))
}

/**
 * Makes a page with as much of everything as a page may have, and with texts that repeat one piece. The page has more
 * posts and windows than a document of the store, so that its files are small for every document.
 */
export const pageAtItsLimits = (piece: string, size: Size = { posts: 125, updates: 2 }): StatusPageDocument => {
  const monitor = { name: oneLine(piece, limits.monitorName), state: "degraded_performance" as const }
  const monitors = Array.from({ length: limits.monitors }, () => monitor)
  return makePage({
    name: oneLine(piece, limits.name),
    description: oneLine(piece, limits.description),
    links: Array.from({ length: limits.links.count }, () => ({
      label: oneLine(piece, limits.links.label),
      url: `https://a.example/?${"&".repeat(limits.links.address - 20)}`
    })),
    groups: Array.from({ length: limits.groups }, (_, place) => ({
      id: idOf(1, place + 1),
      name: oneLine(piece, limits.componentName),
      description: oneLine(piece, limits.componentDescription),
      position: place + 1,
      createdAt: "2026-08-01T10:00:00.000Z",
      updatedAt: "2026-08-01T10:00:00.000Z"
    })),
    components: Array.from({ length: limits.components }, (_, place) =>
      makeComponent(place + 1, {
        groupId: place % 2 === 0 ? idOf(1, (place % limits.groups) + 1) : null,
        name: oneLine(piece, limits.componentName),
        description: oneLine(piece, limits.componentDescription),
        state: "degraded_performance",
        isOverridden: true,
        monitors,
        days: makeDays(90, (daysAgo) =>
          daysAgo % 2 === 0 ? { down: 3_660, maintenance: 7_260, unwatched: 7_260 } : { maintenance: 80_000 }
        )
      })
    ),
    posts: postsOf(piece, size),
    windows: windowsOf(piece)
  })
}
