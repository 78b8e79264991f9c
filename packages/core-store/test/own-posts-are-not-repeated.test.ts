import { assert, layer } from "@effect/vitest"
import type { PostState } from "@mon/model"
import * as Effect from "effect/Effect"
import { StatusPosts, type StoredStatusPage, type WriteText } from "../src/index.ts"
import { layerStore } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { component, documentOf, newPage, newPost } from "./statusPage.ts"
import { watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 2, minute)).toISOString()
const time = (minute: number) => Date.parse(at(minute))

const write: WriteText = ({ components, state }) => ({ title: "Automatic", body: `${state} ${components.join(", ")}` })

const follow = Effect.gen(function* () {
  yield* knownToBeDue("posts about incidents", (yield* StatusPosts).followIncidents(write, 100))
})

/**
 * A post of a person and its effect on the automatic post. Times are minutes: the first bad check is at 30, and the
 * confirmation at 32.
 */
interface Case {
  readonly when: string
  readonly kind?: "maintenance"
  readonly created: number
  readonly names?: ReadonlyArray<"Shop" | "Wiki" | "Other">
  readonly isDraft?: true
  readonly startedAt?: number
  readonly endsAt?: number
  /** The updates after the first update. They are published unless the post is a draft. */
  readonly updates?: ReadonlyArray<readonly [minute: number, state: PostState]>
  readonly removed?: number
  /** The components of the automatic post. Empty if there must be no automatic post. */
  readonly automatic: ReadonlyArray<"Shop" | "Wiki">
}

const both = ["Shop", "Wiki"] as const

const cases: ReadonlyArray<Case> = [
  { when: "is open since before the incident", created: 10, automatic: [] },
  { when: "is made before the incident is confirmed", created: 31, automatic: [] },
  { when: "is made between the incident and the draft", created: 33, automatic: [] },
  { when: "is resolved between the incident and the draft", created: 31, updates: [[33, "resolved"]], automatic: [] },
  { when: "names some of the components", created: 10, names: ["Shop"], automatic: ["Wiki"] },
  { when: "names another component", created: 10, names: ["Other"], automatic: both },
  { when: "names no component", created: 10, names: [], automatic: both },
  { when: "is resolved before the incident", created: 10, updates: [[20, "resolved"]], automatic: both },
  {
    when: "is about an earlier incident and explains it now",
    created: 10,
    updates: [
      [20, "resolved"],
      [33, "postmortem"]
    ],
    automatic: both
  },
  {
    when: "is open again",
    created: 10,
    updates: [
      [20, "resolved"],
      [25, "monitoring"]
    ],
    automatic: []
  },
  { when: "begins later than the incident", created: 31, startedAt: 59, automatic: both },
  { when: "is deleted", created: 10, removed: 33, automatic: both },
  { when: "is a draft of this day", created: 10, isDraft: true, automatic: [] },
  { when: "is a draft that changed last on an earlier day", created: -1_500, isDraft: true, automatic: both },
  { when: "is a draft of an end", created: 10, isDraft: true, updates: [[20, "resolved"]], automatic: both },
  { when: "is a draft that is deleted", created: 10, isDraft: true, removed: 33, automatic: both },
  { when: "is maintenance of this time", kind: "maintenance", created: 10, startedAt: 20, endsAt: 50, automatic: [] },
  { when: "is maintenance that is over", kind: "maintenance", created: 10, startedAt: 20, endsAt: 29, automatic: both },
  { when: "is later maintenance", kind: "maintenance", created: 10, startedAt: 50, endsAt: 59, automatic: both },
  {
    when: "is maintenance that was completed early",
    kind: "maintenance",
    created: 10,
    startedAt: 20,
    endsAt: 50,
    updates: [[33, "completed"]],
    automatic: both
  },
  {
    when: "is a draft of maintenance",
    kind: "maintenance",
    created: 10,
    isDraft: true,
    startedAt: 20,
    endsAt: 50,
    automatic: both
  }
]

const componentsOf = (page: StoredStatusPage, names: ReadonlyArray<string>) =>
  page.components.filter(({ name }) => names.includes(name)).map(({ id }) => id)

const shownDomain = Effect.gen(function* () {
  yield* Effect.ignore(installClock(at(0)))
  yield* setClock(at(-2_000))
  const domain = yield* watched("own.example")
  const monitorIds = [domain.id]
  const page = () =>
    newPage(domain.viewer, {
      automaticPosts: "publish",
      components: [component("Shop", { monitorIds }), component("Wiki", { monitorIds }), component("Other")]
    })
  const goDown = Effect.fn("goDown")(function* (minute: number) {
    for (const later of [0, 1, 2]) {
      yield* setClock(at(minute + later))
      yield* domain.check("down")
    }
  })
  const automatic = Effect.fn("automatic")(function* ({ id }: StoredStatusPage) {
    const posts = (yield* (yield* StatusPosts).list(domain.viewer, id, { page: 1, limit: 10 }))?.items ?? []
    return posts.filter(({ isAutomatic }) => isAutomatic)
  })
  return { ...domain, page, goDown, automatic }
})

layer(layerStore, { excludeTestServices: true })("an automatic post", (it) => {
  for (const one of cases) {
    const { automatic, created, endsAt, isDraft, kind = "incident", names = both, removed, startedAt, updates } = one
    it.effect(`is about ${automatic.join(" and ") || "nothing"} if the post of a person ${one.when}`, () =>
      Effect.gen(function* () {
        const posts = yield* StatusPosts
        const domain = yield* shownDomain
        const page = yield* domain.page()
        const notifies = isDraft === true ? null : false
        const post = Effect.gen(function* () {
          return (yield* newPost(domain.viewer, page.id, {
            kind,
            startedAt: startedAt === undefined ? null : time(startedAt),
            endsAt: endsAt === undefined ? null : time(endsAt),
            componentIds: componentsOf(page, names),
            update: { state: kind === "incident" ? "investigating" : "scheduled", notifies }
          })).id
        })
        let id = ""
        const steps = [
          { minute: created, act: Effect.map(post, (made) => void (id = made)) },
          { minute: 30, act: domain.goDown(30) },
          ...(updates ?? []).map(([minute, state]) => {
            const update = { state, body: "More.", displayAt: null, components: [], notifies }
            return { minute, act: Effect.suspend(() => posts.addUpdate(domain.viewer, page.id, id, update)) }
          }),
          ...(removed === undefined
            ? []
            : [{ minute: removed, act: Effect.suspend(() => posts.remove(domain.viewer, page.id, id)) }])
        ].sort((first, second) => first.minute - second.minute)
        for (const { act, minute } of steps) {
          yield* setClock(at(minute))
          yield* act
        }
        yield* setClock(at(40))
        yield* follow
        yield* follow
        const found = yield* domain.automatic(page)
        assert.deepStrictEqual(
          found.map(({ componentIds }) => componentIds),
          automatic.length === 0 ? [] : [componentsOf(page, automatic)]
        )
      })
    )
  }

  it.effect("is made only on the page where no person has posted", () =>
    Effect.gen(function* () {
      const domain = yield* shownDomain
      const [own, other] = [yield* domain.page(), yield* domain.page()]
      yield* setClock(at(10))
      yield* newPost(domain.viewer, own.id, { componentIds: componentsOf(own, both) })
      yield* domain.goDown(30)
      yield* follow
      assert.deepStrictEqual(
        (yield* documentOf(own.id)).posts.map(({ title }) => title),
        ["Slow payments"]
      )
      assert.deepStrictEqual(
        (yield* documentOf(other.id)).posts.map(({ title }) => title),
        ["Automatic"]
      )
    })
  )

  it.effect("does not begin when a person ends the own post while the incident goes on", () =>
    Effect.gen(function* () {
      const posts = yield* StatusPosts
      const domain = yield* shownDomain
      const page = yield* domain.page()
      yield* setClock(at(10))
      const { id } = yield* newPost(domain.viewer, page.id, { componentIds: componentsOf(page, both) })
      yield* domain.goDown(30)
      yield* follow
      yield* setClock(at(40))
      const resolved = { state: "resolved", body: "Over.", displayAt: null, components: [], notifies: false } as const
      yield* posts.addUpdate(domain.viewer, page.id, id, resolved)
      yield* follow
      assert.deepStrictEqual(yield* domain.automatic(page), [])
    })
  )

  it.effect("begins after maintenance if the incident goes on", () =>
    Effect.gen(function* () {
      const domain = yield* shownDomain
      const page = yield* domain.page()
      yield* setClock(at(10))
      const maintenance = { kind: "maintenance", startedAt: time(20), endsAt: time(50) } as const
      const componentIds = componentsOf(page, both)
      yield* newPost(domain.viewer, page.id, { ...maintenance, componentIds, update: { state: "scheduled" } })
      yield* domain.goDown(30)
      yield* follow
      assert.deepStrictEqual(yield* domain.automatic(page), [])
      yield* setClock(at(51))
      yield* follow
      assert.lengthOf(yield* domain.automatic(page), 1)
    })
  )
})
