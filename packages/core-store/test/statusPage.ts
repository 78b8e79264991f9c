import * as Effect from "effect/Effect"
import {
  type AccessScope,
  type ComponentDraft,
  type LayoutDraft,
  type StatusPageFields,
  StatusPageDocuments,
  StatusPages,
  StatusPosts,
  type PostDraft
} from "../src/index.ts"

let made = 0

export const BASE = "https://mon.example"

export const component = (name: string, more: Partial<ComponentDraft> = {}): ComponentDraft => ({
  id: null,
  groupId: null,
  name,
  description: null,
  monitorIds: [],
  tagIds: [],
  showsMonitors: false,
  showsUptime: true,
  onlyIfDegraded: false,
  ...more
})

/** Returns the input of a new page. Every page has its own slug. */
export const pageInput = (more: Partial<StatusPageFields> & LayoutDraft = {}) => {
  made += 1
  return {
    id: `01981f6e-2a7b-7c31-9d1e-${String(made).padStart(12, "0")}`,
    slug: `page-${made}`,
    name: "Shop",
    description: null,
    language: "en",
    timezone: null,
    accentColor: "#2563eb",
    headerColor: null,
    links: [],
    logo: null,
    access: "public",
    passwordHash: null,
    emailDomains: [],
    showsWindowNames: false,
    automaticPosts: "draft",
    ...more
  } satisfies StatusPageFields & LayoutDraft & { readonly id: string }
}

export const newPage = Effect.fn("newPage")(function* (
  viewer: AccessScope,
  more: Partial<StatusPageFields> & LayoutDraft = {}
) {
  const result = yield* (yield* StatusPages).create(viewer, pageInput(more), 100)
  return result._tag === "Saved" ? result.page : yield* Effect.die(new Error(result._tag))
})

export const documentOf = Effect.fn("documentOf")(function* (id: string) {
  const served = yield* (yield* StatusPageDocuments).document({ id }, BASE)
  return served?.document ?? (yield* Effect.die(new Error("no document")))
})

const update = {
  state: "investigating",
  body: "We investigate.",
  displayAt: null,
  components: [],
  notifies: false
} as const

/** Creates a post. By default, the post is published without notifying anybody. */
export const newPost = Effect.fn("newPost")(function* (
  viewer: AccessScope,
  pageId: string,
  {
    update: ofUpdate = {},
    ...more
  }: Partial<Omit<PostDraft, "update">> & { update?: Partial<PostDraft["update"]> } = {}
) {
  const result = yield* (yield* StatusPosts).create(viewer, pageId, {
    kind: "incident",
    title: "Slow payments",
    impact: "minor",
    startedAt: null,
    endsAt: null,
    movesItself: false,
    componentIds: [],
    ...more,
    update: { ...update, ...ofUpdate }
  })
  return result._tag === "Saved" ? result.post : yield* Effect.die(new Error(result._tag))
})
