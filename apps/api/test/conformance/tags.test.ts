import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, newDomainRecord, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const nameMessage = "name must be a string of 1 to 100 characters."
const ownerOnly = "Only the account owner can do this."

const record = (fields: object) => ({
  id: ID,
  color: "#6B7280",
  sortOrder: 0,
  domainCount: 0,
  urlCount: 0,
  heartbeatCount: 0,
  serviceCount: 0,
  createdAt: TIME,
  ...fields
})

describe("tags", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: TestAccount) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const addTag = async (owner: TestAccount, name: string) => (await as(owner)("POST", "/tags", { name })).data.id

  it("POST /tags returns 201 with the tag, grey by default, last in order", async () => {
    const send = as(await world.account())
    expectResponse(await send("POST", "/tags", { name: "Production" }), 201, {
      success: true,
      data: record({ name: "Production" })
    })
    expectResponse(await send("POST", "/tags", { name: " Tests ", color: "#f00", unknown: 1 }), 201, {
      success: true,
      data: record({ name: "Tests", color: "#f00", sortOrder: 1 })
    })
  })

  it.each([
    [undefined, nameMessage],
    [{}, nameMessage],
    [{ name: "" }, nameMessage],
    [{ name: "   " }, nameMessage],
    [{ name: null }, nameMessage],
    [{ name: 5 }, nameMessage],
    [{ name: "x".repeat(101) }, nameMessage],
    [{ name: "x", color: "red" }, "color must be a hex colour such as #6B7280."],
    [{ name: "x", color: "#12345" }, "color must be a hex colour such as #6B7280."],
    [{ name: "x", color: null }, "color must be a hex colour such as #6B7280."]
  ])("POST /tags returns 400 for %j", async (body, message) => {
    expectError(await as(await world.account())("POST", "/tags", body), 400, message)
  })

  it.each(["Twice", "tWICE", "twice "])(
    "POST and PATCH /tags return 400 for the name %j if Twice exists",
    async (name) => {
      const send = as(await world.account())
      await send("POST", "/tags", { name: "Twice" })
      const other = (await send("POST", "/tags", { name: "Other" })).data.id
      expectError(await send("POST", "/tags", { name }), 400, "A tag with this name already exists.")
      expectError(await send("PATCH", `/tags/${other}`, { name }), 400, "A tag with this name already exists.")
    }
  )

  it("GET /tags returns all tags with their counts, in order", async () => {
    const owner = await world.account()
    expectResponse(await as(owner)("GET", "/tags"), 200, { success: true, data: [] })
    const [first, second] = [await addTag(owner, "First"), await addTag(owner, "Second")]
    const { id } = await addDomain(api, owner)
    await as(owner)("PUT", `/domains/${id}/tags`, { tagIds: [second] })
    await as(owner)("PATCH", `/tags/${first}`, { sortOrder: 9 })
    expectResponse(await as(owner)("GET", "/tags"), 200, {
      success: true,
      data: [
        record({ id: second, name: "Second", sortOrder: 1, domainCount: 1 }),
        record({ id: first, name: "First", sortOrder: 9 })
      ]
    })
  })

  it("PATCH /tags/:id changes only the sent fields", async () => {
    const owner = await world.account()
    const id = await addTag(owner, "Old")
    const send = as(owner)
    expectResponse(await send("PATCH", `/tags/${id}`, {}), 200, { success: true, data: record({ id, name: "Old" }) })
    expectResponse(await send("PATCH", `/tags/${id}`, { name: "old", sortOrder: -3 }), 200, {
      success: true,
      data: record({ id, name: "old", sortOrder: -3 })
    })
    expectResponse(await send("PATCH", `/tags/${id}`, { color: "#abcdef" }), 200, {
      success: true,
      data: record({ id, name: "old", sortOrder: -3, color: "#abcdef" })
    })
  })

  it.each([
    [{ sortOrder: 1.5 }],
    [{ sortOrder: "1" }],
    [{ sortOrder: null }],
    [{ sortOrder: 2_147_483_648 }],
    [{ sortOrder: -1e300 }]
  ])("PATCH /tags/:id returns 400 for %j", async (body) => {
    const owner = await world.account()
    const id = await addTag(owner, "Sorted")
    const message = "sortOrder must be a whole number between -2147483648 and 2147483647."
    expectError(await as(owner)("PATCH", `/tags/${id}`, body), 400, message)
  })

  it("DELETE /tags/:id removes the tag from all domains", async () => {
    const owner = await world.account()
    const tag = await addTag(owner, "Going")
    const { id } = await addDomain(api, owner)
    const tagged = await as(owner)("PUT", `/domains/${id}/tags`, { tagIds: [tag] })
    expect(tagged.data["tags"]).toEqual([{ id: tag, name: "Going", color: "#6B7280" }])
    expectResponse(await as(owner)("DELETE", `/tags/${tag}`), 200, { success: true, data: { id: tag, deleted: true } })
    expect((await as(owner)("GET", `/domains/${id}`)).data["tags"]).toEqual([])
    expectError(await as(owner)("DELETE", `/tags/${tag}`), 404, "Tag not found.")
  })

  it.each(["x", absent, "%00", "'; drop table tag; --"])("PATCH and DELETE /tags/%s return 404", async (id) => {
    const send = as(await world.account())
    expectError(await send("PATCH", `/tags/${encodeURIComponent(id)}`, {}), 404, "Tag not found.")
    expectError(await send("DELETE", `/tags/${encodeURIComponent(id)}`), 404, "Tag not found.")
  })

  it("another account's tag is a 404 and does not change", async () => {
    const [owner, stranger] = [await world.account(), await world.account()]
    const id = await addTag(owner, "Mine")
    expectError(await as(stranger)("PATCH", `/tags/${id}`, { name: "Theirs" }), 404, "Tag not found.")
    expectError(await as(stranger)("DELETE", `/tags/${id}`), 404, "Tag not found.")
    expect((await as(owner)("GET", "/tags")).body).toMatchObject({ data: [{ id, name: "Mine" }] })
  })

  it("members can read tags but not change them", async () => {
    const owner = await world.account()
    const id = await addTag(owner, "Read")
    const member = await world.member(owner, [])
    expectResponse(await as(member)("GET", "/tags"), 200, { success: true, data: [record({ id, name: "Read" })] })
    expectError(await as(member)("POST", "/tags", { name: "Own" }), 403, ownerOnly)
    expectError(await as(member)("PATCH", `/tags/${id}`, { name: "Own" }), 403, ownerOnly)
    expectError(await as(member)("DELETE", `/tags/${id}`), 403, ownerOnly)
  })

  describe("PUT /urls/:id/tags", () => {
    it("replaces all tags and returns the URL monitor; an empty array removes all", async () => {
      const owner = await world.account()
      const [a, b] = [await addTag(owner, "A"), await addTag(owner, "B")]
      const url = (await as(owner)("POST", "/urls", { url: "tagged.example.com/page" })).data
      const put = (tagIds: ReadonlyArray<string>) => as(owner)("PUT", `/urls/${url.id}/tags`, { tagIds })
      const shown = (tags: ReadonlyArray<object>) => ({ success: true, data: { ...url, tags, updatedAt: TIME } })
      expectResponse(
        await put([b, a]),
        200,
        shown([
          { id: a, name: "A", color: "#6B7280" },
          { id: b, name: "B", color: "#6B7280" }
        ])
      )
      const { data: heartbeat } = await as(owner)("POST", "/heartbeats", { name: "Backup", schedule: { every: 60 } })
      await as(owner)("PUT", `/heartbeats/${heartbeat.id}/tags`, { tagIds: [b] })
      expect((await as(owner)("GET", "/tags")).body).toMatchObject({
        data: [
          { urlCount: 1, domainCount: 0, heartbeatCount: 0, serviceCount: 0 },
          { urlCount: 1, heartbeatCount: 1, serviceCount: 0 }
        ]
      })
      expectResponse(await put([]), 200, shown([]))
    })

    it("returns 404 for unknown ids or those of another account, and 403 for members", async () => {
      const [owner, stranger] = [await world.account(), await world.account()]
      const { id } = (await as(owner)("POST", "/urls", { url: "mine.example.com" })).data
      const { id: domain } = await addDomain(api, owner)
      const put = (account: TestAccount, path: string, tagIds: ReadonlyArray<string> = []) =>
        as(account)("PUT", `/urls/${path}/tags`, { tagIds })
      expectError(await put(owner, id, [await addTag(stranger, "Theirs")]), 404, "Tag not found.")
      for (const wrong of [absent, "x", domain]) expectError(await put(owner, wrong), 404, "URL not found.")
      expectError(await put(stranger, id), 404, "URL not found.")
      expectError(await put(await world.member(owner, []), id), 403, ownerOnly)
      expectError(
        await as(owner)("PUT", `/urls/${id}/tags`, {}),
        400,
        "tagIds is required (array of at most 100 tag ids)"
      )
    })
  })

  describe("PUT /domains/:id/tags", () => {
    it("replaces all tags and returns the domain; an empty array removes all", async () => {
      const owner = await world.account()
      const [a, b] = [await addTag(owner, "A"), await addTag(owner, "B")]
      const domain = await addDomain(api, owner)
      const shown = (tags: ReadonlyArray<object>) => ({
        success: true,
        data: newDomainRecord({
          id: domain.id,
          url: domain["url"],
          hostname: domain["hostname"],
          name: domain["name"],
          tags
        })
      })
      const put = (tagIds: ReadonlyArray<string>) => as(owner)("PUT", `/domains/${domain.id}/tags`, { tagIds })
      const [tagA, tagB] = [
        { id: a, name: "A", color: "#6B7280" },
        { id: b, name: "B", color: "#6B7280" }
      ]
      expectResponse(await put([b, a, b]), 200, shown([tagA, tagB]))
      expectResponse(await put([b]), 200, shown([tagB]))
      expectResponse(await put([]), 200, shown([]))
    })

    it.each([[undefined], [{}], [{ tagIds: null }], [{ tagIds: "x" }], [{ tagIds: [1] }], [{ tagIds: {} }]])(
      "returns 400 for the body %j",
      async (body) => {
        const owner = await world.account()
        const { id } = await addDomain(api, owner)
        expectError(
          await as(owner)("PUT", `/domains/${id}/tags`, body),
          400,
          "tagIds is required (array of at most 100 tag ids)"
        )
      }
    )

    it("returns 404 if a tag is unknown, malformed or another account's, and changes nothing", async () => {
      const [owner, stranger] = [await world.account(), await world.account()]
      const own = await addTag(owner, "Own")
      const theirs = await addTag(stranger, "Theirs")
      const { id } = await addDomain(api, owner)
      await as(owner)("PUT", `/domains/${id}/tags`, { tagIds: [own] })
      for (const wrong of [absent, "x", "\u0000", theirs]) {
        expectError(await as(owner)("PUT", `/domains/${id}/tags`, { tagIds: [wrong] }), 404, "Tag not found.")
      }
      expect((await as(owner)("GET", `/domains/${id}`)).data["tags"]).toHaveLength(1)
      expectError(await as(stranger)("PUT", `/domains/${id}/tags`, { tagIds: [] }), 404, "Domain not found.")
    })

    it("returns 200 to members with write access, 403 with read access, 404 without access", async () => {
      const owner = await world.account()
      const tag = await addTag(owner, "Shared")
      const [write, read, hidden] = [
        (await addDomain(api, owner)).id,
        (await addDomain(api, owner)).id,
        (await addDomain(api, owner)).id
      ]
      const member = await world.member(owner, [
        { domainId: write, canWrite: true },
        { domainId: read, canWrite: false }
      ])
      const put = (id: string) => as(member)("PUT", `/domains/${id}/tags`, { tagIds: [tag] })
      expect((await put(write)).data["tags"]).toHaveLength(1)
      expectError(await put(read), 403, "You have read-only access to this domain.")
      expectError(await put(hidden), 404, "Domain not found.")
    })
  })
})
