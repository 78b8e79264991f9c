import { englishIn, shownIn, textsOf } from "@mon/tooling/english"
import { describe, expect, it } from "vitest"
import { type ComponentState, pageFiles, type StatusPageDocument, type StatusPost } from "../src/index.ts"
import { fullPage, makeComponent, makeDays, makePage, makePost, plannedPost } from "./examplePage.ts"

const states: ReadonlyArray<ComponentState> = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
  "unknown"
]
const incidents: ReadonlyArray<StatusPost["state"]> = [
  "investigating",
  "identified",
  "monitoring",
  "resolved",
  "postmortem"
]
const maintenance: ReadonlyArray<StatusPost["state"]> = [
  "scheduled",
  "in_progress",
  "verifying",
  "completed",
  "cancelled"
]
const impacts: ReadonlyArray<StatusPost["impact"]> = ["none", "minor", "major", "critical"]

/** Returns a post in a state, with an update in this state. */
const inState = (post: StatusPost, state: StatusPost["state"], impact: StatusPost["impact"]): StatusPost => ({
  ...post,
  state,
  impact,
  resolvedAt: ["resolved", "postmortem", "completed"].includes(state) ? "2026-11-23T05:00:00.000Z" : null,
  updates: post.updates.map((update) => ({ ...update, state }))
})

const RECURRENCES = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,SU",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1"
]

const documents: ReadonlyArray<readonly [string, StatusPageDocument]> = [
  ["everything", fullPage],
  ["nothing", makePage()],
  ...states.map(
    (state) =>
      [`components: ${state}`, makePage({ components: [makeComponent(1, { state, isOverridden: true })] })] as const
  ),
  [
    "outages that nobody posted",
    makePage({
      components: [
        makeComponent(1, {
          state: "major_outage",
          days: makeDays(90, (daysAgo) => ({ down: daysAgo * 900, maintenance: daysAgo * 30, unwatched: daysAgo * 30 }))
        })
      ]
    })
  ],
  ...impacts.flatMap((impact) => [
    ...incidents.map(
      (state) => [`incident: ${state}, ${impact}`, makePage({ posts: [inState(makePost(1), state, impact)] })] as const
    ),
    ...maintenance.map(
      (state) =>
        [`maintenance: ${state}, ${impact}`, makePage({ posts: [inState(plannedPost, state, impact)] })] as const
    )
  ]),
  ...RECURRENCES.map(
    (recurrence) =>
      [`window: ${recurrence}`, makePage({ windows: fullPage.windows.map((one) => ({ ...one, recurrence })) })] as const
  )
]

/** The names and texts that the people who run the page wrote. */
const written = documents.flatMap(([, { components, description, groups, links, name, posts }]) => [
  name,
  description ?? "",
  ...textsOf(links),
  ...[...components, ...groups].flatMap((part) => [part.name, part.description ?? ""]),
  ...posts.flatMap(({ title, updates }) => [title, ...updates.flatMap(({ body }) => body.split(/\n|https?:\S+/u))])
])

const unfolded = (calendar: string): ReadonlyArray<string> =>
  [...calendar.replaceAll("\r\n ", "").matchAll(/^(?:SUMMARY|DESCRIPTION|NAME|X-WR-CALNAME)[^:\n]*:(.*)$/gmu)].map(
    ([, text = ""]) => text.replaceAll("\\n", " ").replaceAll(/\\([;,])/gu, "$1")
  )

const textsIn = ({
  body,
  contentType
}: {
  readonly body: string
  readonly contentType: string
}): ReadonlyArray<string> => {
  if (contentType.startsWith("application/json")) return []
  if (contentType.startsWith("text/calendar")) return unfolded(body)
  // Feeds contain posts as escaped HTML.
  return shownIn(body.replaceAll("&lt;", "<").replaceAll("&gt;", ">"))
}

describe("a status page in German", () => {
  it.each(documents)("has no English text: %s", (_, document) => {
    const files = pageFiles({ ...document, language: "de" }, { subscribeUrl: "subscribe/" })
    const texts = [...files.values()].flatMap((write) => textsIn(write()))
    expect(texts.length).toBeGreaterThan(20)
    expect(
      englishIn(
        texts,
        written.filter((text) => text.trim() !== "")
      )
    ).toEqual([])
  })
})
