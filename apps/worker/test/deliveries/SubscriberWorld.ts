import { StatusPages, StatusPosts, StatusSubscribers } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import { newAccount } from "./DeliveryWorld.ts"

const component = (name: string) => ({
  id: null,
  groupId: null,
  name,
  description: null,
  monitorIds: [],
  tagIds: [],
  showsMonitors: false,
  showsUptime: true,
  onlyIfDegraded: false
})

export const newPage = Effect.gen(function* () {
  const { viewer } = yield* newAccount
  const result = yield* (yield* StatusPages).create(
    viewer,
    {
      id: randomUUID(),
      slug: `s-${randomUUID().slice(0, 8)}`,
      name: "Example Shop",
      description: null,
      language: "en",
      timezone: "Europe/Berlin",
      accentColor: "#2563eb",
      headerColor: null,
      links: [],
      logo: null,
      access: "public",
      passwordHash: null,
      emailDomains: [],
      showsWindowNames: false,
      automaticPosts: "draft",
      components: [component("Checkout"), component("Wiki")]
    },
    100
  )
  return result._tag === "Saved" ? { viewer, page: result.page } : yield* Effect.die(new Error(result._tag))
})

export type Page = Effect.Success<typeof newPage>

export const publish = Effect.fn("publish")(function* ({ page, viewer }: Page, body: string) {
  const [checkout] = page.components
  const result = yield* (yield* StatusPosts).create(viewer, page.id, {
    kind: "incident",
    title: "Slow payments",
    impact: "minor",
    startedAt: null,
    endsAt: null,
    movesItself: false,
    componentIds: [],
    update: {
      state: "investigating",
      body,
      displayAt: null,
      components: [{ componentId: checkout?.id ?? "", state: "major_outage" }],
      notifies: true
    }
  })
  return result._tag === "Saved" ? result.post : yield* Effect.die(new Error(result._tag))
})

export const subscribe = Effect.fn("subscribe")(function* (
  { page }: Page,
  address: string,
  language: "en" | "de" = "en"
) {
  const subscribers = yield* StatusSubscribers
  const confirmHash = createHash("sha256").update(address).digest()
  yield* subscribers.requestEmail({ pageId: page.id, address, language, componentIds: null, confirmHash })
  const confirmed = yield* subscribers.confirm(confirmHash)
  return confirmed._tag === "Confirmed" ? confirmed.subscription.id : yield* Effect.die(new Error(confirmed._tag))
})
