import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { codeFor, sharedSimulation } from "./SharedSimulation.ts"
import { behindProxy, type Visitor, visitor } from "./Visitor.ts"

const send = { do: "send" }
const enter = (code: string) => ({ do: "enter", code })

const not = (code: string, by = 1) => String((Number(code) + by) % 10_000).padStart(4, "0")
const bodyOf = ({
  headers,
  status,
  text
}: {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}) => {
  const { date: _, "x-request-id": __, ...rest } = headers
  return { status, text, headers: rest }
}

describe("the page of a shared simulation", () => {
  const statements: Array<string> = []
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy, statements })
    await world.sql("create table test_clock (ahead interval not null)")
    await world.sql("insert into test_clock values ('0')")
    await world.sql(
      "create or replace function mon_now() returns timestamptz language sql stable as $$ select statement_timestamp() + (select ahead from test_clock) $$"
    )
  })
  afterAll(() => world.close())

  /** Moves the clocks of the database and the server. */
  const pass = async (seconds: number) => {
    world.clock.advance(seconds * 1_000)
    await world.sql("update test_clock set ahead = ahead + $1 * interval '1 second'", seconds)
  }

  const shared = async () => {
    const owner = await world.account("agency")
    return { owner, ...(await sharedSimulation(world, api, owner)) }
  }

  /** Requests a code as a visitor. Returns the visitor, and the code that the owner got. */
  const requestCode = async (path: string, owner: TestAccount, person: Visitor = visitor(api)) => {
    await pass(61)
    const response = await person.post(path, send)
    expect([response.status, response.headers["location"]]).toEqual([303, path])
    return { person, code: codeFor(world, owner.email) }
  }

  it("emails a code to the owner on POST and never on GET, and shows the results for the code", async () => {
    const { owner, path } = await shared()
    const mailsBefore = world.mails.length
    const first = await visitor(api).get(path)
    expect(first.status).toBe(200)
    expect(first.text).toContain("Send a code to the owner")
    expect(first.text).not.toContain("Spring campaign")
    expect(first.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow"
    })
    expect(world.mails.length).toBe(mailsBefore)
    const { code, person } = await requestCode(path, owner)
    expect(code).toMatch(/^\d{4}$/u)
    expect((await person.get(path)).text).toContain("Show the results")
    const opened = await person.post(path, enter(code))
    expect([opened.status, opened.headers["location"]]).toEqual([303, path])
    expect(String(opened.headers["set-cookie"])).toMatch(
      new RegExp(`^mon_view=.*Max-Age=43200; Path=${path.replaceAll(".", "\\.")}; HttpOnly; SameSite=Lax`, "u")
    )
    const results = await person.get(path)
    expect(results.status).toBe(200)
    for (const text of [
      "Spring campaign",
      "Expected outcome",
      "Sending domains",
      "Who should send how much",
      "What to change",
      "_dmarc.hello.example.com TXT"
    ])
      expect(results.text).toContain(text)
    expect(results.text).not.toMatch(/<script| style="/u)
    await pass(12 * 3_600 + 1)
    expect((await person.get(path)).text).not.toContain("Sending domains")
  })

  it("accepts a code once, for ten minutes and three attempts, only in the browser that requested it", async () => {
    const { owner, path } = await shared()
    const once = await requestCode(path, owner)
    expect((await visitor(api).post(path, enter(once.code))).status).toBe(403)
    expect((await once.person.post(path, enter(once.code))).status).toBe(303)
    expect((await once.person.post(path, enter(once.code))).status).toBe(403)
    const late = await requestCode(path, owner)
    await pass(601)
    expect((await late.person.post(path, enter(late.code))).status).toBe(403)
    const tried = await requestCode(path, owner)
    for (const by of [1, 2, 3]) expect((await tried.person.post(path, enter(not(tried.code, by)))).status).toBe(403)
    expect((await tried.person.post(path, enter(tried.code))).status).toBe(403)
  })

  it("sends at most one code a minute and twenty a day per link, also with concurrent requests", async () => {
    const { owner, path } = await shared()
    await pass(61)
    const before = world.mails.length
    const responses = await Promise.all(Array.from({ length: 8 }, () => visitor(api).post(path, send)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 429, 429, 429, 429, 429, 429, 429])
    expect(world.mails.length).toBe(before + 1)
    const late = responses.find(({ status }) => status === 429)
    expect([late?.headers["set-cookie"], late?.headers["retry-after"]]).toEqual([undefined, "60"])
    for (let count = 1; count < 20; count++) await requestCode(path, owner)
    await pass(61)
    expect((await visitor(api).post(path, send)).status).toBe(429)
    await pass(86_400)
    expect((await visitor(api).post(path, send)).status).toBe(303)
  })

  it("locks the link after ten wrong codes in a day and notifies its owner; a new link works", async () => {
    const { jobId, owner, path, rotate } = await shared()
    const seen = await requestCode(path, owner)
    await seen.person.post(path, enter(seen.code))
    let wrong = 0
    while (wrong < 10) {
      const { code, person } = await requestCode(path, owner)
      for (const by of [1, 2, 3].slice(0, 10 - wrong)) {
        await person.post(path, enter(not(code, by)))
        wrong += 1
      }
    }
    expect(world.mails.filter(({ subject, to }) => to === owner.email && subject.includes("is locked"))).toHaveLength(1)
    await pass(86_400)
    const mails = world.mails.length
    const person = visitor(api)
    expect((await person.post(path, send)).status).toBe(303)
    expect(world.mails.length).toBe(mails)
    const next = await rotate()
    const fresh = await requestCode(next, owner)
    expect((await fresh.person.post(next, enter(fresh.code))).status).toBe(303)
    expect(await world.sql("select share_locked_at from simulation where public_id = $1::uuid", jobId)).toEqual([
      { share_locked_at: null }
    ])
  })

  it("locks the link after thirty wrong codes in thirty days", async () => {
    const { jobId, owner, path } = await shared()
    await world.sql(
      `insert into share_wrong_code (simulation_id, share_version, at)
      select id, share_version, mon_now() - n * interval '1 day' from simulation, generate_series(1, 29) n where public_id = $1::uuid`,
      jobId
    )
    const { code, person } = await requestCode(path, owner)
    await person.post(path, enter(not(code)))
    expect((await person.post(path, enter(code))).status).toBe(403)
  })

  it("runs the same statements for every code, and responds the same to wrong, expired and locked ones", async () => {
    const { jobId, owner, path } = await shared()
    const run = async (person: Visitor, code: string) => {
      statements.length = 0
      const response = await person.post(path, enter(code))
      // The process also reads the list of status pages from time to time.
      const ran = statements.filter((text) => !text.includes("status_page"))
      return { ran, response: bodyOf(response) }
    }
    const right = await requestCode(path, owner)
    const good = await run(right.person, right.code)
    const used = await run(right.person, right.code)
    const wrong = await run(right.person, not(right.code))
    const unasked = await run(visitor(api), "0000")
    const nonsense = await run(visitor(api), "none of yours")
    const expired = await requestCode(path, owner)
    await pass(601)
    const late = await run(expired.person, expired.code)
    const locked = await requestCode(path, owner)
    await world.sql("update simulation set share_locked_at = mon_now() where public_id = $1::uuid", jobId)
    const shut = await run(locked.person, locked.code)
    const live = await run(locked.person, not(locked.code))
    expect(good.response.status).toBe(303)
    expect(good.ran.length).toBeGreaterThan(5)
    for (const bad of [used, wrong, unasked, nonsense, late, shut, live]) {
      expect(bad.ran).toEqual(good.ran)
      expect(bad.response).toEqual(used.response)
    }
  })

  it("invalidates the old link, its codes and its opened views as soon as there is a new link", async () => {
    const { owner, path, rotate } = await shared()
    const viewer = await requestCode(path, owner)
    await viewer.person.post(path, enter(viewer.code))
    const waiting = await requestCode(path, owner)
    expect((await viewer.person.get(path)).text).toContain("Sending domains")
    const next = await rotate()
    for (const response of [
      await viewer.person.get(path),
      await waiting.person.post(path, enter(waiting.code)),
      await waiting.person.post(path, send)
    ])
      expect(response.status).toBe(404)
    for (const person of [viewer.person, waiting.person])
      expect((await person.get(next)).text).not.toContain("Sending domains")
    expect((await waiting.person.post(next, enter(waiting.code))).status).toBe(403)
  })

  it("returns 404 for results that another release stored in a different form", async () => {
    const { jobId, owner, path } = await shared()
    const viewer = await requestCode(path, owner)
    await viewer.person.post(path, enter(viewer.code))
    expect((await viewer.person.get(path)).text).toContain("Sending domains")
    for (const results of [{ modelVersion: "1" }, [], "results"]) {
      await world.sql(
        "update simulation set results = $2::text::jsonb where public_id = $1::uuid",
        jobId,
        JSON.stringify(results)
      )
      expect((await viewer.person.get(path)).status).toBe(404)
    }
  })

  it("returns the same 404 for a malformed, revoked, expired or unknown link", async () => {
    const { jobId, path, rotate } = await shared()
    const other = await shared()
    const current = await rotate()
    await world.sql("update simulation set status = 'expired', results = null where public_id = $1::uuid", jobId)
    const [, token = ""] = current.split("/share/")
    const mac = token.split(".")[1] ?? ""
    const paths = [
      path,
      current,
      "/share/nonsense",
      `/share/${jobId}.${"A".repeat(43)}`,
      `/share/${other.jobId}.${mac}`,
      `/share/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e.${mac}`,
      "/share/%00",
      `${other.path}x`,
      other.path.toUpperCase()
    ]
    const responses = await Promise.all(
      paths.flatMap((each) => [
        visitor(api).get(each),
        visitor(api).post(each, send),
        visitor(api).post(each, enter("1234"))
      ])
    )
    for (const response of responses)
      expect(bodyOf(response)).toEqual({ ...bodyOf(responses[0] ?? response), status: 404 })
    expect(responses[0]?.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow"
    })
  })

  it("says that a simulation is still running, and emails nothing", async () => {
    const { jobId, path } = await shared()
    await world.sql("update simulation set status = 'processing', results = null where public_id = $1::uuid", jobId)
    const mails = world.mails.length
    expect((await visitor(api).get(path)).text).toContain("still running")
    expect((await visitor(api).post(path, send)).text).toContain("still running")
    expect(world.mails.length).toBe(mails)
  })

  it("accepts its form from a browser that hides the origin, but not from another site", async () => {
    const { path } = await shared()
    await pass(61)
    const elsewhere: ReadonlyArray<Record<string, string>> = [
      { Origin: "https://evil.example" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
      { Origin: "null", "Sec-Fetch-Site": "same-site" }
    ]
    for (const headers of elsewhere) expect((await visitor(api).post(path, send, headers)).status).toBe(403)
    expect((await visitor(api).post(path, send, { Origin: "null" })).status).toBe(303)
    await pass(61)
    expect((await visitor(api).post(path, send, { Origin: "null", "Sec-Fetch-Site": "same-origin" })).status).toBe(303)
  })
})
