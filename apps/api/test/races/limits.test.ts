import { planTable, tagLimits, webhookLimits } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ApiResponse } from "../ApiConnection.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const tally = (responses: ReadonlyArray<ApiResponse>) => {
  const counts: Record<string, number> = {}
  for (const { body, status } of responses) {
    const outcome = status === 201 ? "created" : String((body as { readonly message?: string } | null)?.message)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const many = <A>(count: number, one: (index: number) => A) => Array.from({ length: count }, (_, index) => one(index))

describe("concurrent creations in two processes", () => {
  let world: World
  let apis: readonly [TestApi, TestApi]
  beforeAll(async () => {
    world = await openWorld()
    const zone = { "hooks.example.com": { A: ["93.184.215.14"] } }
    apis = [await world.startApi({ zone }), await world.startApi({ zone })]
  })
  afterAll(() => world.close())

  const race = async ({ key }: TestAccount, path: string, bodies: ReadonlyArray<object>) =>
    tally(
      await Promise.all(
        bodies.map((body, index) => apis[index % 2 === 0 ? 0 : 1].send("POST", `/api/v1${path}`, { key, body }))
      )
    )

  /** Adds domains whose DNS the account already watches. */
  const watchedDomains = ({ id }: TestAccount, count: number) =>
    world.sql(
      `insert into monitor (account_id, kind, dedupe_key, public_id, url, hostname, name, check_interval_seconds,
        timeout_seconds, dns_watch)
      select a.id, 1, 'old-' || n, gen_random_uuid(), 'https://old', 'old', 'old', 300, 10, '{"types":["MX"]}'
      from account a, generate_series(1, $2::int) n where a.public_id = $1::uuid`,
      id,
      count
    )

  it("do not exceed the plan's URL limit", async () => {
    const urls = many(16, (index) => ({ url: `https://shop.example.com/${index}` }))
    expect(await race(await world.account("free"), "/urls", urls)).toEqual({
      created: 5,
      "Maximum URL limit reached. Upgrade your plan to add more URLs.": 11
    })
  })

  it("create the same URL monitor once", async () => {
    const urls = many(12, () => ({ url: "https://shop.example.com/same" }))
    expect(await race(await world.account(), "/urls", urls)).toEqual({
      created: 1,
      "This URL is already being monitored.": 11
    })
  })

  it("do not exceed the tag limit", async () => {
    const owner = await world.account()
    await world.sql(
      `insert into tag (public_id, account_id, name, name_key, color, sort_order)
      select gen_random_uuid(), a.id, 'tag ' || n, 'tag ' || n, '#6B7280', n from account a, generate_series(1, $2::int) n where a.public_id = $1::uuid`,
      owner.id,
      tagLimits.tags - 4
    )
    expect(
      await race(
        owner,
        "/tags",
        many(12, (index) => ({ name: `New ${index}` }))
      )
    ).toEqual({
      created: 4,
      "Maximum tag limit (1000) reached.": 8
    })
  })

  it("create the same tag once, whatever the case of its name", async () => {
    const tags = many(10, (index) => ({ name: index % 2 === 0 ? "Live" : " LIVE " }))
    expect(await race(await world.account(), "/tags", tags)).toEqual({
      created: 1,
      "A tag with this name already exists.": 9
    })
  })

  it("do not exceed a domain's webhook limit", async () => {
    const owner = await world.account()
    const { id: domainId } = await addDomain(apis[0], owner)
    await world.sql(
      `insert into webhook (public_id, account_id, monitor_id, url, label, events, secret)
      select gen_random_uuid(), m.account_id, m.id, 'https://hooks.example.com/', 'x', '{test}', '' from monitor m, generate_series(1, $2::int)
      where m.public_id = $1::uuid`,
      domainId,
      webhookLimits.perTarget - 3
    )
    const webhooks = many(10, (index) => ({
      domainId,
      url: `https://hooks.example.com/${index}`,
      events: ["status_change"]
    }))
    expect(await race(owner, "/webhooks", webhooks)).toEqual({
      created: 3,
      "Maximum webhook limit (50) for this domain reached.": 7
    })
  })

  it("do not exceed the plan's watched domains", async () => {
    const owner = await world.account()
    await world.sql(
      `with bought as (
        insert into payment_order (public_id, account_id, sku, description, amount_cents, currency, processor, status)
        select gen_random_uuid(), id, 'domains', 'Domains', 1, 'usd', 'local', 'paid' from account where public_id = $1::uuid
        returning id, account_id)
      insert into licence (account_id, order_id, kind, sku, domains, paid_at, starts_at, ends_at)
      select account_id, id, 'addon', 'domains', 50, mon_now(), mon_now(), mon_now() + interval '1 day' from bought`,
      owner.id
    )
    await watchedDomains(owner, planTable.pro.dnsWatches - 3)
    const domains = many(8, (index) => ({ url: `watched-${index}.example.com`, dnsWatch: { types: ["MX"] } }))
    expect(await race(owner, "/domains", domains)).toEqual({
      created: 3,
      "You can watch the DNS records of at most 100 domains on the Pro plan.": 5
    })
  })

  it("do not exceed the plan's watched domains by changes of several at once", async () => {
    const owner = await world.account()
    const ids = await Promise.all(many(6, async () => (await addDomain(apis[0], owner)).id))
    await watchedDomains(owner, planTable.pro.dnsWatches - 4)
    const change = (domainIds: ReadonlyArray<string>, index: number) =>
      apis[index % 2 === 0 ? 0 : 1].send("PATCH", "/api/v1/domains/bulk", {
        key: owner.key,
        body: { domainIds, updates: { dnsWatch: { types: ["MX"] } } }
      })
    await Promise.all([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)].map(change))
    const rows = await world.sql(
      `select 1 from monitor m join account a on a.id = m.account_id where a.public_id = $1::uuid and m.dns_watch is not null`,
      owner.id
    )
    expect(rows).toHaveLength(planTable.pro.dnsWatches)
  })

  it("do not exceed the plan's channels", async () => {
    const channels = many(14, (index) => ({ kind: "ntfy", settings: { topic: `topic-${index}` } }))
    expect(await race(await world.account(), "/channels", channels)).toEqual({
      created: 10,
      "Maximum number of channels (10) on the Pro plan reached. Delete a channel or get a larger plan.": 4
    })
  })

  it("do not exceed the plan's seats", async () => {
    const invites = many(12, (index) => ({ email: `seat${index}@friends.example` }))
    expect(await race(await world.account(), "/team/invite", invites)).toEqual({
      created: 5,
      "Maximum team member limit (5) reached. Upgrade your plan to add more members.": 7
    })
  })

  it("invite the same address once", async () => {
    const outcomes = await race(
      await world.account("agency"),
      "/team/invite",
      many(8, () => ({ email: "one@friends.example" }))
    )
    expect(outcomes["created"]).toBe(1)
    expect(Object.keys(outcomes)).toHaveLength(2)
  })
})
