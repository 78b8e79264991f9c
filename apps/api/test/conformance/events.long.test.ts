import { createClient, type LiveEvent, TooManyRequests, Unauthorized } from "@mon/api-contract/plain"
import { EventStreams, eventStreamSeconds } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, revokeKeys, type TestAccount, type TestApi, type World } from "../World.ts"

const ready = { name: "ready", data: {} }

/** Matches no event, so that a stream is read to its end. */
const never = () => false
const isOf = (id: string) => (event: LiveEvent) => "id" in event.data && event.data.id === id

describe("GET /events", () => {
  let world: World
  let api: TestApi
  const closing: Array<() => Promise<void>> = []
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await world.close()
  })

  /**
   * Inserts a notification for only one person, and returns its id. When its signal arrives, all earlier signals have
   * arrived.
   */
  const mark = async ({ email }: TestAccount): Promise<string> => {
    const [row] = await world.sql(
      `insert into notification (public_id, account_id, user_id, key, type, kind, data)
      select mon_uuidv7(), ms.account_id, u.id, 'mark:' || mon_uuidv7(), 'weekly_report', 'weekly_report', '{}'
      from app_user u join membership ms on ms.user_id = u.id where u.email = $1 returning public_id as id`,
      email
    )
    return (row as { readonly id: string }).id
  }

  /**
   * Opens a stream and waits until it has begun. `until` reads up to an event, and returns all events since the last
   * call. `passed` returns all events that are due by now. Both leave out `resync` events.
   */
  const listen = async (account: TestAccount, server = api) => {
    const mon = createClient({ baseUrl: server.origin, apiKey: account.key })
    const abort = new AbortController()
    const lost = Promise.withResolvers<void>()
    const stream = mon.events.stream({ signal: abort.signal, onDisconnect: () => lost.resolve() })
    const events = stream[Symbol.asyncIterator]()
    const close = async () => {
      abort.abort()
      await events.next().catch(() => undefined)
    }
    closing.push(close)
    expect((await events.next()).value).toEqual(ready)
    const until = async (isLast: (event: LiveEvent) => boolean): Promise<ReadonlyArray<LiveEvent>> => {
      const seen: Array<LiveEvent> = []
      for (;;) {
        const { done, value } = await events.next()
        if (done === true) return seen
        if (value.name !== "resync") seen.push(value)
        if (isLast(value)) return seen
      }
    }
    const passed = async () => (await until(isOf(await mark(account)))).slice(0, -1)
    // Signals from before the stream may still be on their way.
    await passed()
    return { until, passed, close, lost: lost.promise }
  }

  it("names a monitor with its new state, and what belongs to it", async () => {
    const owner = await world.account("agency")
    const { until } = await listen(owner)
    const { id } = await addDomain(api, owner)
    expect(await until(isOf(id))).toEqual([
      { name: "domain", data: { id, state: "unknown", since: null, reason: null } }
    ])
    await world.sql(
      `update monitor_schedule s set state = 2, last_error_code = 'http_status', status_changed_at = to_timestamp(1800000000)
      from monitor m where m.id = s.monitor_id and m.public_id = $1::uuid`,
      id
    )
    expect(await until(isOf(id))).toEqual([
      { name: "domain", data: { id, state: "down", since: 1_800_000_000, reason: "http_status" } }
    ])
    await api.send("POST", `/api/v1/domains/${id}/pause`, { key: owner.key })
    expect(await until(isOf(id))).toMatchObject([{ name: "domain", data: { id, state: "paused" } }])
    await api.send("DELETE", `/api/v1/domains/${id}`, { key: owner.key })
    expect(await until(isOf(id))).toMatchObject([{ name: "domain", data: { id, state: "deleted" } }])
  })

  it("names a domain whose watched DNS records changed, also when its state stays", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId: id, canWrite: false }])
    const outsider = await world.member(owner, [])
    const [all, some, none] = [await listen(owner), await listen(member), await listen(outsider)]
    await world.sql(
      `insert into dns_change (public_id, monitor_id, detected_at, changes)
      select mon_uuidv7(), id, mon_now(), '[]' from monitor where public_id = $1::uuid`,
      id
    )
    const event = { name: "domain", data: { id, state: "unknown", since: null, reason: null } }
    expect(await all.passed()).toEqual([event])
    expect(await some.passed()).toEqual([event])
    expect(await none.passed()).toEqual([])
  })

  /** Inserts an incident, a page change, a simulation and a notification. Returns their ids by event name. */
  const changes = async (domainId: string, urlId: string) => {
    const [row] = await world.sql(
      `with d as (select id, account_id from monitor where public_id = $1::uuid),
      u as (select id, account_id from monitor where public_id = $2::uuid),
      i as (insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at)
        select mon_uuidv7(), account_id, id, mon_now(), mon_now() from d returning public_id),
      c as (insert into url_change (public_id, account_id, monitor_id, detected_at, summary, change_count, added_lines,
          removed_lines, similarity, approximate, diff, hunks)
        select mon_uuidv7(), account_id, id, mon_now(), 'one', 1, 1, 1, 0.9, false, '', '[]' from u returning public_id),
      j as (insert into simulation (public_id, account_id, name, sending_domains, prospect_count, credits, total)
        select mon_uuidv7(), account_id, 'One', '{a.example}', 1, 1, 1 from d returning public_id),
      n as (insert into notification (public_id, account_id, key, type, kind, monitor_id, data)
        select mon_uuidv7(), account_id, 'events:' || id, 'status_change', 'down', id, '{}' from d returning public_id)
      select i.public_id as incident, c.public_id as change, j.public_id as job, n.public_id as notification from i, c, j, n`,
      domainId,
      urlId
    )
    return row as Readonly<Record<"incident" | "change" | "job" | "notification", string>>
  }

  it("shows each event to the owner, and to a member only what belongs to shared domains", async () => {
    const owner = await world.account("agency")
    const shared = (await addDomain(api, owner)).id
    const other = (await addDomain(api, owner)).id
    const page = (await api.send("POST", "/api/v1/urls", { key: owner.key, body: { url: "e.example.com" } })).data.id
    const member = await world.member(owner, [{ domainId: shared, canWrite: false }])
    const stranger = await world.account("agency")
    const [all, some, none] = [await listen(owner), await listen(member), await listen(stranger)]
    const hidden = await changes(other, page)
    const shown = await changes(shared, page)
    await world.sql("update monitor set name = 'Last' where public_id = $1::uuid", shared)
    const seen = await all.passed()
    for (const [name, id] of [...Object.entries(hidden), ...Object.entries(shown)])
      expect(seen).toContainEqual(expect.objectContaining({ name, data: expect.objectContaining({ id }) }))
    expect(seen).toContainEqual({ name: "incident", data: { id: hidden.incident, domainId: other } })
    expect(seen).toContainEqual({ name: "change", data: { id: hidden.change, urlId: page } })
    expect((await some.passed()).map(({ name, data }) => [name, "id" in data ? data.id : null])).toEqual([
      ["incident", shown.incident],
      ["notification", shown.notification],
      ["domain", shared]
    ])
    expect(await none.passed()).toEqual([])
  })

  it("shows what is meant for one person to that person alone", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId: id, canWrite: true }])
    const [all, one] = [await listen(owner), await listen(member)]
    const own = await mark(member)
    expect(await one.passed()).toEqual([{ name: "notification", data: { id: own } }])
    expect(await all.passed()).toEqual([])
  })

  it("reaches the clients of every process", async () => {
    const owner = await world.account("agency")
    const second = await world.startApi()
    const { until } = await listen(owner, second)
    const { id } = await addDomain(api, owner)
    expect(await until(isOf(id))).toHaveLength(1)
    await second.close()
  })

  it("ends when the API key is revoked, and asks to read again when rights change", async () => {
    const owner = await world.account("agency")
    const { id } = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId: id, canWrite: false }])
    const [all, some] = [await listen(owner), await listen(member)]
    await world.sql(
      "delete from domain_access da using monitor m where m.id = da.monitor_id and m.public_id = $1::uuid",
      id
    )
    await some.until(({ name }) => name === "resync")
    await world.sql("update monitor set name = 'Hidden' where public_id = $1::uuid", id)
    await revokeKeys(world, member)
    expect(await some.until(never)).toEqual([])
    expect(await all.passed()).toMatchObject([{ name: "domain", data: { id } }])
  })

  it("shows what a tag shares as long as a monitor has the tag", async () => {
    const owner = await world.account("agency")
    const send = (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })
    const member = await world.member(owner, [])
    const tag = (await send("POST", "/tags", { name: "Shared" })).data.id
    const page = (await send("POST", "/urls", { url: "https://shop.example.com/" })).data.id
    const { passed, until } = await listen(member)
    await send("PATCH", `/team/${member.membershipId}`, { tagAccess: [{ tagId: tag, canWrite: false }] })
    await until(({ name }) => name === "resync")
    await send("PUT", `/urls/${page}/tags`, { tagIds: [tag] })
    await until(({ name }) => name === "resync")
    await send("POST", `/urls/${page}/pause`)
    await until(isOf(page))
    await send("DELETE", `/tags/${tag}`)
    await until(({ name }) => name === "resync")
    await send("POST", `/urls/${page}/resume`)
    await mark(member)
    expect((await passed()).filter(isOf(page))).toEqual([])
  })

  it("shows no more than a new role allows, without an end", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [], "admin")
    const { passed, until } = await listen(member)
    const { id } = await addDomain(api, owner)
    await until(isOf(id))
    await api.send("PATCH", `/api/v1/team/${member.membershipId}`, {
      key: owner.key,
      body: { memberRole: "editor" }
    })
    await until(({ name }) => name === "resync")
    await api.send("POST", `/api/v1/domains/${id}/pause`, { key: owner.key })
    expect(await passed()).toEqual([])
  })

  it("ends when a member is removed", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const stream = await listen(member)
    await world.sql("update membership set removed_at = mon_now() where public_id = $1::uuid", member.membershipId)
    expect(await stream.until(never)).toEqual([])
  })

  it("has as many streams of a person as the plan allows, over all processes", async () => {
    const owner = await world.account("free")
    const second = await world.startApi()
    const streams = [await listen(owner), await listen(owner, second)]
    const mon = createClient({ baseUrl: api.origin, apiKey: owner.key, retries: 0 })
    const refused = mon.events.stream()[Symbol.asyncIterator]().next()
    await expect(refused).rejects.toBeInstanceOf(TooManyRequests)
    await expect(refused).rejects.toMatchObject({
      message: "Maximum number of event streams (2) reached. Close another stream first."
    })
    for (const { close } of streams) await close()
    // The servers notice on their own that the connections have ended.
    for (;;) {
      const [row] = await world.sql(
        "select count(*)::int as n from event_stream e join app_user u on u.id = e.user_id where u.email = $1",
        owner.email
      )
      if ((row as { readonly n: number }).n === 0) break
    }
    await listen(owner)
    await second.close()
  })

  it("does not count streams of a process that crashed", async () => {
    const owner = await world.account("free")
    const open = (id: string) =>
      world.run(
        Effect.gen(function* () {
          const { userKey } = (yield* Effect.promise(() =>
            world.sql('select id::text as "userKey" from app_user where email = $1', owner.email)
          ))[0] as { readonly userKey: string }
          const scope = { accountKey: "0", userKey, membershipKey: "0", role: "owner" } as const
          return yield* (yield* EventStreams).open(scope, id, 1)
        })
      )
    expect(await open("00000000-0000-4000-8000-000000000001")).toBe(true)
    expect(await open("00000000-0000-4000-8000-000000000002")).toBe(false)
    await world.sql("update event_stream set expires_at = expires_at - make_interval(secs => $1)", eventStreamSeconds)
    expect(await open("00000000-0000-4000-8000-000000000002")).toBe(true)
  })

  it("is refused without a valid key, and has the headers of a stream", async () => {
    const mon = createClient({ baseUrl: api.origin, apiKey: "nonsense" })
    await expect(mon.events.stream()[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(Unauthorized)
    const owner = await world.account("agency")
    const { headers, status } = await api.send("HEAD", "/api/v1/events", { key: owner.key })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no"
    })
    expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/u)
    expect(headers["access-control-allow-origin"]).toBeUndefined()
  })

  it("ends when the server stops", async () => {
    const owner = await world.account("agency")
    const stopping = await world.startApi()
    const stream = await listen(owner, stopping)
    // The client would connect again after the server has stopped, so the test ends the stream itself.
    const end = stream.until(never).catch((error: unknown) => error)
    const stopped = stopping.close()
    await stream.lost
    await stream.close()
    expect(await end).toMatchObject({ name: "AbortError" })
    await stopped
  })
})
