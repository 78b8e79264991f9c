import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PATH = "/status-pages"

/** Inserts an open incident of the monitor $1, with the facts $2 of its diagnosis. */
const HAPPENED = `
  with i as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
    select gen_random_uuid(), account_id, id, mon_now() - interval '5 minutes', mon_now()
    from monitor where public_id = $1::uuid returning id
  ) insert into incident_diagnosis (incident_id, facts) select id, $2::text::jsonb from i`

const FACTS = JSON.stringify({
  at: "2026-11-23T05:53:00Z",
  target: { url: "https://www.example.com/?token=s3cret", domain: "example.com" },
  check: { outcome: "dns_nxdomain" },
  registration: { outcome: "registered", expiresAt: "2026-11-20T00:00:00Z", registrar: "Blamed Registrar" }
})

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
    const NOTIFY = "notifySubscribers must be true or false. It says whether subscribers are notified."
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
      components: [{ state: "unknown" }]
    })
    expectError(
      await send(owner, "PATCH", ofPost, { isDraft: true }),
      400,
      expect.stringMatching(/^isDraft cannot be true/u)
    )
    const list = await send(owner, "GET", `${PATH}/${id}/posts?state=closed&limit=5`)
    expect(list.body).toMatchObject({ data: [{ id: draft.data.id }], pagination: { total: 1, limit: 5 } })
  })

  it("change in every part that readers see, but not in the states that a publication has set", async () => {
    const { components, id } = await open(owner, { components: [{ name: "Checkout" }, { name: "Search" }] })
    const [checkout = "", search = ""] = components.map((component) => component.id)
    const first = await send(owner, "POST", `${PATH}/${id}/posts`, { ...post, notifySubscribers: false })
    const ofPost = `${PATH}/${id}/posts/${first.data.id}`
    const startedAt = "2026-11-20T08:00:00.000Z"
    const changes = { title: "Payments fail", impact: "major", startedAt, componentIds: [search] }
    expect((await send(owner, "PATCH", ofPost, changes)).data).toMatchObject(changes)
    const states = (state: string) => ({ components: [{ componentId: checkout, state }] })
    const draft = { state: "identified", body: "Found.", isDraft: true, ...states("major_outage") }
    const added = (await send(owner, "POST", `${ofPost}/updates`, draft)).data as { updates?: Array<{ id: string }> }
    const ofUpdate = `${ofPost}/updates/${added.updates?.[0]?.id}`
    const displayAt = "2026-11-20T08:05:00.000Z"
    const text = { state: "monitoring", body: "Fixed.", displayAt, ...states("partial_outage") }
    const edited = await send(owner, "PATCH", ofUpdate, text)
    expect((edited.data as { updates?: unknown }).updates).toContainEqual(expect.objectContaining(text))
    expectError(
      await send(owner, "PATCH", ofUpdate, { components: [{ componentId: id, state: "operational" }] }),
      400,
      "componentIds and components must contain only components on the page, each with a state or null."
    )
    expect((await send(owner, "PATCH", ofUpdate, { isDraft: false, notifySubscribers: false })).status).toBe(200)
    expect((await send(owner, "GET", `${PATH}/${id}`)).data).toMatchObject({
      components: [{ state: "partial_outage" }, {}]
    })
    expectError(
      await send(owner, "PATCH", ofUpdate, states("operational")),
      400,
      "components of a published update cannot be changed. Add an update with the new states."
    )
  })

  it("have drafts from incidents of monitors that components follow, without what checks saw", async () => {
    const account = await world.account("agency")
    const { id: domainId } = await addDomain(api, account)
    const { id: otherId } = await addDomain(api, account)
    const { components, id } = await open(account, {
      language: "de",
      timezone: "Europe/Berlin",
      components: [{ name: "Kasse", monitorIds: [domainId] }, { name: "Wiki" }]
    })
    const drafts = async (sender: Sender = account) => await send(sender, "GET", `${PATH}/${id}/drafts`)
    expectResponse(await drafts(), 200, { success: true, data: [] })
    for (const monitorId of [domainId, otherId]) await world.sql(HAPPENED, monitorId, FACTS)
    const answer = await drafts()
    expectResponse(answer, 200, {
      success: true,
      data: [
        {
          incidentId: expect.any(String),
          monitorName: expect.any(String),
          title: "Störung: Kasse",
          state: "identified",
          impact: "major",
          body: expect.stringMatching(
            /^Störung: Kasse\. Beginn: .+ ME.?Z\. Die wahrscheinliche Ursache ist ein Problem mit unserem Domainnamen\./u
          ),
          startedAt: TIME,
          componentIds: [components[0]?.id]
        }
      ]
    })
    expect(answer.text).not.toMatch(/Blamed|s3cret/u)
    const { body, componentIds, impact, startedAt, state, title } = (
      answer.data as unknown as ReadonlyArray<Readonly<Record<string, unknown>>>
    )[0] as Readonly<Record<string, unknown>>
    const used = { kind: "incident", title, body, state, impact, startedAt, componentIds, isDraft: true }
    const saved = await send(account, "POST", `${PATH}/${id}/posts`, used)
    expect(saved.status, saved.text).toBe(201)
    await world.sql("update incident set resolved_at = mon_now(), resolution = 'recovered'")
    expect((await drafts()).data).toMatchObject([{ state: "resolved" }])
    await world.sql("update incident set resolution = 'paused'")
    expect((await drafts()).data).toEqual([])
    const member = await world.member(account, [{ domainId, canWrite: true }])
    expectError(await drafts(member), 403, "Only the account owner can do this.")
    expectError(await drafts(owner), 404, "Status page not found.")
    expectError(await send(account, "GET", `${PATH}/${domainId}/drafts`), 404, "Status page not found.")
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
      "state is not valid for this kind of post."
    )
  })
})
