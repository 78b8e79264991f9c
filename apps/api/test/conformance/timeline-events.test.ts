// The events of a domain, and the markers that programs and people add.
import { BASE_PATH } from "@mon/api-contract"
import { timelineEventKinds } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { configClient } from "../ConfigFile.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const DAY_MS = 86_400_000
const NO_DOMAIN = "Domain not found."
const NO_MARKER = "Marker not found."
const READ_ONLY = "You have read-only access to this domain."
const TEXT = "text must be a string of 1 to 200 characters."
const TIME_RULE = "time must be a time in ISO 8601 within the last 90 days, such as 2026-11-21T08:15:00Z."
const LINK = "link must be null or an http or https URL of at most 2048 characters."

let world: World
let api: TestApi
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
})
afterAll(() => world.close())

type Sender = Pick<TestAccount, "key">
const send = ({ key }: Sender, method: string, path: string, body?: unknown, headers = {}) =>
  api.send(method, `${BASE_PATH}/domains${path}`, { key, headers, ...(body === undefined ? {} : { body }) })

/** Creates an owner with a domain, and people with less access. */
const team = async () => {
  const owner = await world.account("agency")
  const { id } = await addDomain(api, owner)
  return {
    owner,
    id,
    writer: await world.member(owner, [{ domainId: id, canWrite: true }]),
    reader: await world.member(owner, [{ domainId: id, canWrite: false }]),
    outsider: await world.member(owner, []),
    stranger: await world.account("agency"),
    readKey: { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
  }
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const listOf = async (sender: Sender, path: string) => {
  const answer = await send(sender, "GET", path)
  expect(answer.status, answer.text).toBe(200)
  return answer.data as unknown as ReadonlyArray<Record<string, unknown>>
}

describe("markers of a domain", () => {
  it("are added by those with write access, and read by those who see the domain", async () => {
    const { id, outsider, owner, readKey, reader, stranger, writer } = await team()
    const path = `/${id}/markers`
    const body = { text: " Deployed 4.2.0 ", link: "https://ci.example.com/runs/1" }
    const added = await send(writer, "POST", path, body)
    expectResponse(added, 201, {
      success: true,
      data: {
        id: ID,
        at: TIME,
        text: "Deployed 4.2.0",
        link: "https://ci.example.com/runs/1",
        by: expect.any(String),
        createdAt: TIME
      }
    })
    for (const person of [owner, writer, reader, readKey]) expect(await listOf(person, path)).toEqual([added.data])
    for (const person of [outsider, stranger]) {
      expectError(await send(person, "GET", path), 404, NO_DOMAIN)
      expectError(await send(person, "POST", path, body), 404, NO_DOMAIN)
      expectError(await send(person, "DELETE", `${path}/${added.data.id}`), 404, NO_DOMAIN)
    }
    expectError(await send(reader, "POST", path, body), 403, READ_ONLY)
    expectError(await send(reader, "DELETE", `${path}/${added.data.id}`), 403, READ_ONLY)
    expectError(await send(readKey, "POST", path, body), 403, "This API key is read-only.")
    expectError(await send(owner, "DELETE", `${path}/${absent}`), 404, NO_MARKER)
    const deleted = { success: true, data: { id: added.data.id, deleted: true } }
    expectResponse(await send(writer, "DELETE", `${path}/${added.data.id}`), 200, deleted)
    expect(await listOf(owner, path)).toEqual([])
  })

  it("have a text, a time of the last 90 days and a link of the web", async () => {
    const { id, owner } = await team()
    const time = ago(89 * DAY_MS)
    const added = await send(owner, "POST", `/${id}/markers`, { text: "Old", time, link: null })
    expect(added.data).toMatchObject({ at: time, link: null })
    const refused: ReadonlyArray<readonly [object, string]> = [
      [{}, TEXT],
      [{ text: "" }, TEXT],
      [{ text: "x".repeat(201) }, TEXT],
      [{ text: 1 }, TEXT],
      [{ text: "x", time: "yesterday" }, TIME_RULE],
      [{ text: "x", time: ago(91 * DAY_MS) }, TIME_RULE],
      [{ text: "x", time: ago(-600_000) }, TIME_RULE],
      [{ text: "x", link: "javascript:alert(1)" }, LINK],
      [{ text: "x", link: "https://" }, LINK],
      [{ text: "x", link: `https://a.example/${"x".repeat(2_048)}` }, LINK],
      [{ text: "x", link: "https://a.example/ b" }, LINK]
    ]
    for (const [body, message] of refused) expectError(await send(owner, "POST", `/${id}/markers`, body), 400, message)
    expect(await listOf(owner, `/${id}/markers`)).toHaveLength(1)
  })

  it("are added once for each Idempotency-Key", async () => {
    const { id, owner } = await team()
    const headers = { "Idempotency-Key": "deployment-17" }
    const [one, other] = [
      await send(owner, "POST", `/${id}/markers`, { text: "4.2.0" }, headers),
      await send(owner, "POST", `/${id}/markers`, { text: "4.2.0" }, headers)
    ]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(other.data).toEqual(one.data)
    expect(await listOf(owner, `/${id}/markers`)).toHaveLength(1)
  })

  it("are limited by the plan", async () => {
    const owner = await world.account("free")
    const { id } = await addDomain(api, owner)
    await world.sql(
      "insert into marker (account_id, monitor_id, at, text) select account_id, id, mon_now(), 'x' from monitor, generate_series(1, 10) where public_id = $1::uuid",
      id
    )
    const message = "The Free plan allows 10 new markers per 24 hours."
    expectError(await send(owner, "POST", `/${id}/markers`, { text: "x" }), 400, message)
    const account = await api.send("GET", `${BASE_PATH}/account`, { key: owner.key })
    expect(account.data).toMatchObject({ limits: { markersPerDay: 10 } })
  })
})

describe("the events of a domain", () => {
  it("contain edits of many domains with one request, of tags and of a configuration file", async () => {
    const { id, owner, reader } = await team()
    const { id: second } = await addDomain(api, owner)
    const updates = { checkInterval: 600, name: "s3cret name" }
    const changed = await send(owner, "PATCH", "/bulk", { domainIds: [id, second, absent], updates })
    expect(changed.data).toMatchObject({ updated: 2, failed: 1 })
    const edits = `timeline/events?kind=monitor_edited`
    const edited = {
      kind: "monitor_edited",
      code: "domains.update",
      by: expect.stringContaining("@"),
      changes: [
        { field: "checkInterval", before: null, after: null },
        { field: "name", before: null, after: null }
      ]
    }
    for (const [one, person] of [
      [id, owner],
      [id, reader],
      [second, owner]
    ] as const) {
      const [newest, ...older] = await listOf(person, `/${one}/${edits}`)
      expect(newest).toMatchObject(edited)
      expect(JSON.stringify(newest)).not.toContain("s3cret")
      expect(older.map(({ code }) => code)).toEqual(["domains.create"])
    }

    const tag = await api.send("POST", `${BASE_PATH}/tags`, { key: owner.key, body: { name: "clients" } })
    await send(owner, "PUT", `/${second}/tags`, { tagIds: [tag.data.id] })
    for (const interval of [300, 900]) {
      const shop = `{ url: https://in-a-file.example.org, checkInterval: ${interval} }`
      await configClient(api).applyFile(owner, `version: 1\nproject: acme\ndomains:\n  shop: ${shop}\n`)
    }
    const inFile = (await listOf(owner, "")).find(({ url }) => url === "https://in-a-file.example.org")
    expect(
      (await listOf(owner, `/${String(inFile?.["id"])}/${edits}`)).map(({ changes, code }) => [code, changes])
    ).toEqual([
      ["domains.update", [{ field: "checkInterval", before: null, after: null }]],
      ["domains.create", expect.any(Array)]
    ])
    expect((await listOf(owner, `/${second}/${edits}`)).map(({ code }) => code)).toEqual([
      "domains.setTags",
      "domains.update",
      "domains.create"
    ])
  })

  it("are read in pages and by kind, by those who see the domain", async () => {
    const { id, outsider, owner, readKey, reader, stranger } = await team()
    for (const text of ["one", "two", "three"]) await send(owner, "POST", `/${id}/markers`, { text })
    await send(owner, "PATCH", `/${id}`, { checkInterval: 600 })
    const path = `/${id}/timeline/events`
    const [edited, ...markers] = await listOf(owner, path)
    expect(edited).toEqual({
      id: expect.any(String),
      at: TIME,
      until: null,
      kind: "monitor_edited",
      code: "domains.update",
      text: null,
      by: expect.stringContaining("@"),
      link: null,
      subjectId: null,
      urlId: null,
      changes: [{ field: "checkInterval", before: null, after: null }]
    })
    expect(markers.map(({ kind, text }) => [kind, text])).toEqual([
      ["marker", "three"],
      ["marker", "two"],
      ["marker", "one"],
      ["monitor_edited", null]
    ])
    for (const person of [reader, readKey]) expect(await listOf(person, path)).toHaveLength(5)
    const first = await listOf(owner, `${path}?limit=2&kind=marker,dns_changed`)
    expect(first.map(({ text }) => text)).toEqual(["three", "two"])
    const rest = await listOf(owner, `${path}?limit=2&kind=marker&before=${String(first[1]?.["id"])}`)
    expect(rest.map(({ text }) => text)).toEqual(["one"])
    for (const person of [outsider, stranger]) expectError(await send(person, "GET", path), 404, NO_DOMAIN)
    expectError(
      await send(owner, "GET", `${path}?kind=marker,other`),
      400,
      `kind must be a list of these kinds, separated by commas: ${timelineEventKinds.join(", ")}.`
    )
    for (const before of ["1", "x.1.1", "1.99.1", absent])
      expectError(
        await send(owner, "GET", `${path}?before=${before}`),
        400,
        "before must be the id of an event in the timeline."
      )
    expectError(await send(owner, "GET", `${path}?limit=201`), 400, "limit must be a whole number between 1 and 200.")
  })

  it("name the likely cause of an incident that began after a deployment", async () => {
    const { id, owner } = await team()
    await send(owner, "POST", `/${id}/markers`, { text: "4.2.0", time: ago(300_000) })
    await world.sql(
      `with i as (
        insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, trigger_error_code, trigger_error_message)
        select gen_random_uuid(), account_id, id, mon_now() - interval '2 minutes', mon_now(), 'http_status', 'It answered 500.'
        from monitor where public_id = $1::uuid returning id, monitor_id, started_at
      )
      insert into incident_diagnosis (incident_id, facts)
      select id, monitor_evidence(monitor_id, started_at) || jsonb_build_object('subject', 'site', 'lastGood',
        '{"outcome":"ok"}'::jsonb, 'check', jsonb_build_object('outcome', 'http_status', 'statusCode', 500, 'at', mon_iso(started_at))) from i`,
      id
    )
    const [confirmed] = await listOf(owner, `/${id}/timeline/events?kind=incident_confirmed`)
    expect(confirmed).toMatchObject({
      code: "error_after_deployment",
      text: "The site has been failing since a deployment",
      subjectId: expect.any(String)
    })
  })
})
