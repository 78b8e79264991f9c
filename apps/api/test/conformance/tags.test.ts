// Interface 2.6, 4.3, PUT /domains/:id/tags of 4.2; decisions section 6.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectAnswer, expectError, ID, newDomainRecord, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const nameMessage = "name must be a text of 1 to 100 characters."
const ownerOnly = "Only the account owner can do this."

const record = (fields: object) => ({
  id: ID,
  color: "#6B7280",
  sortOrder: 0,
  domainCount: 0,
  urlCount: 0,
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
      api.ask(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const addTag = async (owner: TestAccount, name: string) => (await as(owner)("POST", "/tags", { name })).data.id

  it("POST /tags: 201 with the tag, grey by default, last in order", async () => {
    const ask = as(await world.account())
    expectAnswer(await ask("POST", "/tags", { name: "Production" }), 201, {
      success: true,
      data: record({ name: "Production" })
    })
    expectAnswer(await ask("POST", "/tags", { name: " Tests ", color: "#f00", unknown: 1 }), 201, {
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
  ])("POST /tags with %j: 400", async (body, message) => {
    expectError(await as(await world.account())("POST", "/tags", body), 400, message)
  })

  it.each(["Twice", "tWICE", "twice "])(
    "POST and PATCH /tags with the name %j when there is Twice: 400",
    async (name) => {
      const ask = as(await world.account())
      await ask("POST", "/tags", { name: "Twice" })
      const other = (await ask("POST", "/tags", { name: "Other" })).data.id
      expectError(await ask("POST", "/tags", { name }), 400, "A tag with this name already exists.")
      expectError(await ask("PATCH", `/tags/${other}`, { name }), 400, "A tag with this name already exists.")
    }
  )

  it("GET /tags: all tags with their counts, in their order", async () => {
    const owner = await world.account()
    expectAnswer(await as(owner)("GET", "/tags"), 200, { success: true, data: [] })
    const [first, second] = [await addTag(owner, "First"), await addTag(owner, "Second")]
    const { id } = await addDomain(api, owner)
    await as(owner)("PUT", `/domains/${id}/tags`, { tagIds: [second] })
    await as(owner)("PATCH", `/tags/${first}`, { sortOrder: 9 })
    expectAnswer(await as(owner)("GET", "/tags"), 200, {
      success: true,
      data: [
        record({ id: second, name: "Second", sortOrder: 1, domainCount: 1 }),
        record({ id: first, name: "First", sortOrder: 9 })
      ]
    })
  })

  it("PATCH /tags/:id: only the sent fields change", async () => {
    const owner = await world.account()
    const id = await addTag(owner, "Old")
    const ask = as(owner)
    expectAnswer(await ask("PATCH", `/tags/${id}`, {}), 200, { success: true, data: record({ id, name: "Old" }) })
    expectAnswer(await ask("PATCH", `/tags/${id}`, { name: "old", sortOrder: -3 }), 200, {
      success: true,
      data: record({ id, name: "old", sortOrder: -3 })
    })
    expectAnswer(await ask("PATCH", `/tags/${id}`, { color: "#abcdef" }), 200, {
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
  ])("PATCH /tags/:id with %j: 400", async (body) => {
    const owner = await world.account()
    const id = await addTag(owner, "Sorted")
    const message = "sortOrder must be a whole number between -2147483648 and 2147483647."
    expectError(await as(owner)("PATCH", `/tags/${id}`, body), 400, message)
  })

  it("DELETE /tags/:id: takes it off all domains, which stay", async () => {
    const owner = await world.account()
    const tag = await addTag(owner, "Going")
    const { id } = await addDomain(api, owner)
    const tagged = await as(owner)("PUT", `/domains/${id}/tags`, { tagIds: [tag] })
    expect(tagged.data["tags"]).toEqual([{ id: tag, name: "Going", color: "#6B7280" }])
    expectAnswer(await as(owner)("DELETE", `/tags/${tag}`), 200, { success: true, data: { id: tag, deleted: true } })
    expect((await as(owner)("GET", `/domains/${id}`)).data["tags"]).toEqual([])
    expectError(await as(owner)("DELETE", `/tags/${tag}`), 404, "Tag not found.")
  })

  it.each(["x", absent, "%00", "'; drop table tag; --"])("PATCH and DELETE /tags/%s: 404", async (id) => {
    const ask = as(await world.account())
    expectError(await ask("PATCH", `/tags/${encodeURIComponent(id)}`, {}), 404, "Tag not found.")
    expectError(await ask("DELETE", `/tags/${encodeURIComponent(id)}`), 404, "Tag not found.")
  })

  it("another account's tag: 404, and it stays as it is", async () => {
    const [owner, stranger] = [await world.account(), await world.account()]
    const id = await addTag(owner, "Mine")
    expectError(await as(stranger)("PATCH", `/tags/${id}`, { name: "Theirs" }), 404, "Tag not found.")
    expectError(await as(stranger)("DELETE", `/tags/${id}`), 404, "Tag not found.")
    expect((await as(owner)("GET", "/tags")).body).toMatchObject({ data: [{ id, name: "Mine" }] })
  })

  it("a member reads tags and changes none", async () => {
    const owner = await world.account()
    const id = await addTag(owner, "Read")
    const member = await world.member(owner, [])
    expectAnswer(await as(member)("GET", "/tags"), 200, { success: true, data: [record({ id, name: "Read" })] })
    expectError(await as(member)("POST", "/tags", { name: "Own" }), 403, ownerOnly)
    expectError(await as(member)("PATCH", `/tags/${id}`, { name: "Own" }), 403, ownerOnly)
    expectError(await as(member)("DELETE", `/tags/${id}`), 403, ownerOnly)
  })

  describe("PUT /urls/:id/tags", () => {
    it("replaces all tags and answers the URL monitor; an empty array removes all", async () => {
      const owner = await world.account()
      const [a, b] = [await addTag(owner, "A"), await addTag(owner, "B")]
      const url = (await as(owner)("POST", "/urls", { url: "tagged.example.com/page" })).data
      const put = (tagIds: ReadonlyArray<string>) => as(owner)("PUT", `/urls/${url.id}/tags`, { tagIds })
      const shown = (tags: ReadonlyArray<object>) => ({ success: true, data: { ...url, tags, updatedAt: TIME } })
      expectAnswer(
        await put([b, a]),
        200,
        shown([
          { id: a, name: "A", color: "#6B7280" },
          { id: b, name: "B", color: "#6B7280" }
        ])
      )
      expect((await as(owner)("GET", "/tags")).body).toMatchObject({
        data: [{ urlCount: 1, domainCount: 0 }, { urlCount: 1 }]
      })
      expectAnswer(await put([]), 200, shown([]))
    })

    it("of what is absent or not the account's: 404; by a member: 403", async () => {
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
    it("replaces all tags and answers the domain; an empty array removes all", async () => {
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
      expectAnswer(await put([b, a, b]), 200, shown([tagA, tagB]))
      expectAnswer(await put([b]), 200, shown([tagB]))
      expectAnswer(await put([]), 200, shown([]))
    })

    it.each([[undefined], [{}], [{ tagIds: null }], [{ tagIds: "x" }], [{ tagIds: [1] }], [{ tagIds: {} }]])(
      "with %j: 400",
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

    it("with a tag that is absent, malformed or another account's: 404, and nothing changes", async () => {
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

    it("by a member: 200 with write access, 403 with read access, 404 without", async () => {
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
