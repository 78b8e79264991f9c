// Sends every endpoint of pages with a key of every kind of member that may see a page. A new endpoint needs a row.
import { BASE_PATH, messages } from "@mon/api-contract"
import { CheckPageNow } from "@mon/checks"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Endpoint, endpoints, sample } from "../Contract.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

/**
 * The page is shared with the first five callers, directly or by its tag. `other` sees another page, and `stranger`
 * sees no page.
 */
const callers = ["writer", "reader", "viewer", "tagWriter", "tagReader", "other", "stranger"] as const
type Caller = (typeof callers)[number]

const seeing = ["writer", "reader", "viewer", "tagWriter", "tagReader"] as const
const writing = ["writer", "tagWriter"] as const

/** The people who may use an endpoint, and the people who get 404. All other people get 403. */
const rules = {
  list: { allowed: [...seeing, "other"], unseen: [] },
  seen: { allowed: seeing, unseen: ["other"] },
  changed: { allowed: writing, unseen: ["other"] },
  /** The rule for endpoints of a page, which must exist. */
  changedByAdmins: { allowed: [], unseen: ["other"] },
  admins: { allowed: [], unseen: [] }
} as const satisfies Readonly<
  Record<string, { readonly allowed: ReadonlyArray<Caller>; readonly unseen: ReadonlyArray<Caller> }>
>

const table: { readonly [Rule in keyof typeof rules]: ReadonlyArray<string> } = {
  list: ["GET /urls", "PATCH /urls/bulk"],
  seen: [
    "GET /urls/:id",
    "GET /urls/:id/changes",
    "GET /urls/:id/changes/:changeId",
    "PUT /urls/:id/changes/seen",
    "PUT /urls/:id/changes/:changeId/seen",
    "DELETE /urls/:id/changes/:changeId/seen",
    "GET /urls/:id/timeline",
    "GET /urls/:id/screenshots"
  ],
  changed: [
    "PATCH /urls/:id",
    "PUT /urls/:id/tags",
    "POST /urls/:id/check-now",
    "POST /urls/:id/preview",
    "POST /urls/:id/pause",
    "POST /urls/:id/resume"
  ],
  changedByAdmins: ["DELETE /urls/:id"],
  admins: ["POST /urls", "POST /urls/preview", "DELETE /urls/bulk"]
}

const ruleNames = Object.keys(rules) as ReadonlyArray<keyof typeof rules>
const ofPages = endpoints.filter(({ path }) => path.startsWith("/urls"))
const rows = ruleNames.flatMap((rule) =>
  ofPages
    .filter(({ label }) => table[rule].includes(label))
    .map((endpoint) => ({ label: endpoint.label, rule, endpoint }))
)

describe("every endpoint of pages", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let people: Readonly<Record<Caller, TestAccount>>
  let page: string
  let tag: string

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `${BASE_PATH}${path}`, { key, ...(body === undefined ? {} : { body }) })
  const send = ({ body, label, method, path }: Endpoint, caller: Caller) => {
    const sampled = body === null ? undefined : sample(body, () => absent)
    const sent = label === "PUT /urls/:id/tags" ? { tagIds: [tag] } : sampled
    return as(people[caller])(method, path.replace(":id", page).replace(":changeId", absent), sent)
  }

  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      checkPageNow: Layer.succeed(CheckPageNow, {
        check: () => Effect.succeed({ _tag: "TooSoon", seconds: 1 } as const),
        preview: () => Effect.succeed(null)
      })
    })
    owner = await world.account("agency")
    page = (await as(owner)("POST", "/urls", { url: "https://shop.example.com/" })).data.id
    const otherPage = (await as(owner)("POST", "/urls", { url: "https://blog.example.com/" })).data.id
    tag = (await as(owner)("POST", "/tags", { name: "Shared" })).data.id
    await as(owner)("PUT", `/urls/${page}/tags`, { tagIds: [tag] })
    const withAccess = async (access: object, role: "editor" | "viewer" = "editor") => {
      const member = await world.member(owner, [], role)
      expect((await as(owner)("PATCH", `/team/${member.membershipId}`, access)).status).toBe(200)
      return member
    }
    people = {
      writer: await withAccess({ urlAccess: [{ urlId: page, canWrite: true }] }),
      reader: await withAccess({ urlAccess: [{ urlId: page, canWrite: false }] }),
      viewer: await withAccess({ urlAccess: [{ urlId: page, canWrite: true }] }, "viewer"),
      tagWriter: await withAccess({ tagAccess: [{ tagId: tag, canWrite: true }] }),
      tagReader: await withAccess({ tagAccess: [{ tagId: tag, canWrite: false }] }),
      other: await withAccess({ urlAccess: [{ urlId: otherPage, canWrite: true }] }),
      stranger: await world.member(owner, [])
    }
  })
  afterAll(() => world.close())

  it("has one row in the table", () => {
    expect(Object.values(table).flat().toSorted()).toEqual(ofPages.map(({ label }) => label).toSorted())
  })

  it.each(rows)("$label follows the rule `$rule`", async ({ endpoint, rule }) => {
    const allowed: ReadonlyArray<Caller> = rules[rule].allowed
    const unseen: ReadonlyArray<Caller> = rules[rule].unseen
    for (const caller of callers) {
      const { body, status } = await send(endpoint, caller)
      const message = Reflect.get(Object(body), "message")
      if (allowed.includes(caller)) {
        expect([caller, [401, 403].includes(status), message === messages.urlNotFound]).toEqual([caller, false, false])
      } else {
        const expected = unseen.includes(caller) ? [404, messages.urlNotFound] : [403, message]
        expect([caller, status, message]).toEqual([caller, ...expected])
      }
    }
  })

  it("lists only pages that are shared, and changes only those with the right", async () => {
    const listed = async (caller: Caller) =>
      ((await as(people[caller])("GET", "/urls")).data as unknown as ReadonlyArray<{ id: string }>).map(({ id }) => id)
    for (const caller of seeing) expect([caller, await listed(caller)]).toEqual([caller, [page]])
    expect(await listed("other")).not.toContain(page)
    const bulk = { urlIds: [page, absent], updates: { name: "Renamed" } }
    const unknown = { id: absent, message: messages.urlNotFound }
    const done = (await as(people.tagWriter)("PATCH", "/urls/bulk", bulk)).data as object
    expect(done).toEqual({ updated: 1, failed: 1, errors: [unknown] })
    const refused = (await as(people.reader)("PATCH", "/urls/bulk", bulk)).data as object
    const readOnly = { id: page, message: messages.readOnlyUrl }
    expect(refused).toEqual({ updated: 0, failed: 2, errors: [readOnly, unknown] })
  })

  it("counts pages, lists them among all monitors, and lets those who may write add webhooks and windows", async () => {
    const window = { name: "Update", minutes: 5, urlIds: [page] }
    const webhook = { urlId: page, url: "https://hooks.example.com/", events: ["status_change"] }
    for (const caller of seeing) {
      expect((await as(people[caller])("GET", "/account")).data["usage"]).toMatchObject({ urls: 1 })
      const access = (writing as ReadonlyArray<Caller>).includes(caller) ? "write" : "read"
      expect((await as(people[caller])("GET", `/urls/${page}`)).data["access"]).toBe(access)
      const { rows: monitors } = (await as(people[caller])("GET", "/monitors")).data as unknown as {
        readonly rows: unknown
      }
      expect(JSON.stringify(monitors)).toContain(page)
      const status = (writing as ReadonlyArray<Caller>).includes(caller) ? 201 : 403
      expect([caller, (await as(people[caller])("POST", "/webhooks", webhook)).status]).toEqual([caller, status])
      expect([caller, (await as(people[caller])("POST", "/maintenance-windows", window)).status]).toEqual([
        caller,
        status
      ])
    }
    expect((await as(people.other)("POST", "/webhooks", webhook)).status).toBe(404)
    expect((await as(people.other)("POST", "/maintenance-windows", window)).status).toBe(404)
    const hooks = (await as(people.reader)("GET", `/webhooks?urlId=${page}`)).data as unknown as ReadonlyArray<object>
    expect(hooks).toHaveLength(2)
    expect((await as(people.other)("GET", "/webhooks")).data).toEqual([])
  })

  it("refuses members who would change who sees a page", async () => {
    const response = await as(people.writer)("PUT", `/urls/${page}/tags`, { tagIds: [] })
    expect([response.status, Reflect.get(Object(response.body), "message")]).toEqual([403, messages.sharingTag])
    expect((await as(people.tagReader)("GET", `/urls/${page}`)).status).toBe(200)
  })
})
