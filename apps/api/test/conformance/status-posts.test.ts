import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PATH = "/status-pages"

describe("posts of status pages", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let made = 0
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  type Sender = { readonly key: string }
  const send = (sender: Sender, method: string, path: string, body?: unknown) =>
    api.send(method, `${BASE_PATH}${path}`, { key: sender.key, ...(body === undefined ? {} : { body }) })
  const open = async (sender: Sender, more: object = {}) => {
    made += 1
    const answer = await send(sender, "POST", PATH, { name: "Shop", slug: `shop-${made}`, ...more })
    expect(answer.status, answer.text).toBe(201)
    return answer.data as unknown as {
      readonly id: string
      readonly components: ReadonlyArray<{ readonly id: string; readonly name: string; readonly state: string }>
    }
  }
  const post = { kind: "incident", title: "Slow payments", body: "We investigate." }

  it("have posts whose publication says whether subscribers are notified", async () => {
    const { components, id } = await open(owner, { components: [{ name: "Checkout" }] })
    const componentId = components[0]?.id
    const NOTIFY = "notifySubscribers must be true or false: say whether subscribers are notified."
    expectError(await send(owner, "POST", `${PATH}/${id}/posts`, post), 400, NOTIFY)
    const draft = await send(owner, "POST", `${PATH}/${id}/posts`, {
      ...post,
      isDraft: true,
      components: [{ componentId, state: "major_outage" }]
    })
    expect(draft.status, draft.text).toBe(201)
    expect(draft.data).toMatchObject({
      state: "investigating",
      impact: "minor",
      isDraft: true,
      publishedAt: null,
      componentIds: [componentId],
      updates: [{ isDraft: true, notifySubscribers: null, components: [{ componentId, state: "major_outage" }] }]
    })
    const ofPost = `${PATH}/${id}/posts/${draft.data.id}`
    expectError(await send(owner, "PATCH", ofPost, { isDraft: false }), 400, NOTIFY)
    const published = await send(owner, "PATCH", ofPost, { isDraft: false, notifySubscribers: true })
    expect(published.data).toMatchObject({
      isDraft: false,
      publishedAt: TIME,
      updates: [{ isDraft: false, notifySubscribers: true }]
    })
    expect((await send(owner, "GET", `${PATH}/${id}`)).data).toMatchObject({
      openPosts: 1,
      components: [{ state: "major_outage" }]
    })
    const over = { state: "resolved", body: "Over.", components: [{ componentId, state: null }] }
    expectError(await send(owner, "POST", `${ofPost}/updates`, over), 400, NOTIFY)
    const resolved = await send(owner, "POST", `${ofPost}/updates`, { ...over, notifySubscribers: false })
    expect(resolved.status, resolved.text).toBe(201)
    expect(resolved.data).toMatchObject({
      state: "resolved",
      updates: [{ state: "resolved" }, { state: "investigating" }]
    })
    expect((await send(owner, "GET", `${PATH}/${id}`)).data).toMatchObject({
      openPosts: 0,
      components: [{ state: "operational" }]
    })
    expectError(
      await send(owner, "PATCH", ofPost, { isDraft: true }),
      400,
      expect.stringMatching(/^isDraft cannot be true/u)
    )
    const list = await send(owner, "GET", `${PATH}/${id}/posts?state=closed&limit=5`)
    expect(list.body).toMatchObject({ data: [{ id: draft.data.id }], pagination: { total: 1, limit: 5 } })
  })

  it("have planned maintenance with a begin and an end", async () => {
    const { id } = await open(owner)
    const maintenance = { kind: "maintenance", title: "New disks", body: "We replace disks.", notifySubscribers: false }
    const TIMES = "Maintenance needs an endsAt after startedAt. An incident has no endsAt."
    const startedAt = "2027-01-03T01:00:00Z"
    expectError(await send(owner, "POST", `${PATH}/${id}/posts`, maintenance), 400, TIMES)
    expectError(
      await send(owner, "POST", `${PATH}/${id}/posts`, { ...maintenance, startedAt, endsAt: startedAt }),
      400,
      TIMES
    )
    expectError(
      await send(owner, "POST", `${PATH}/${id}/posts`, { ...post, notifySubscribers: false, endsAt: startedAt }),
      400,
      TIMES
    )
    const planned = await send(owner, "POST", `${PATH}/${id}/posts`, {
      ...maintenance,
      startedAt,
      endsAt: "2027-01-03T04:00:00+01:00"
    })
    expect(planned.data).toMatchObject({
      kind: "maintenance",
      state: "scheduled",
      impact: "none",
      movesItself: true,
      startedAt: "2027-01-03T01:00:00.000Z",
      endsAt: "2027-01-03T03:00:00.000Z"
    })
    expectError(
      await send(owner, "PATCH", `${PATH}/${id}/posts/${planned.data.id}`, { endsAt: "2026-01-01T00:00:00Z" }),
      400,
      TIMES
    )
    expectError(
      await send(owner, "POST", `${PATH}/${id}/posts/${planned.data.id}/updates`, {
        state: "resolved",
        body: "Over.",
        notifySubscribers: false
      }),
      400,
      "state does not belong to the kind of the post."
    )
  })
})
