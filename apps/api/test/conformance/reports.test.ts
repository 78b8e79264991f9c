// The availability of domains in a period, as JSON and as CSV, for people who can see the domains.
import { BASE_PATH } from "@mon/api-contract"
import { ReportPrinter } from "@mon/notifications"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PATH = `${BASE_PATH}/reports/availability`
const OCTOBER = "from=2026-10-01&to=2026-10-31&timezone=UTC"
const OCTOBER_SECONDS = 31 * 86_400

let world: World
let api: TestApi
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
})
afterAll(() => world.close())

const get = ({ key }: Pick<TestAccount, "key">, query: string, path = PATH) =>
  api.send("GET", `${path}?${query}`, { key })

/** Makes a domain older than October, and down on the 10th from 10:00 to 11:00. */
const HISTORY = `
  with old as (
    update monitor set created_at = '2026-09-01' where public_id = $1::uuid returning id, account_id
  ), cleared as (
    delete from status_period where monitor_id in (select id from old)
  ), opened as (
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution)
    select gen_random_uuid(), account_id, id, '2026-10-10T10:00:00Z', '2026-10-10T10:01:00Z', '2026-10-10T11:00:00Z',
      '2026-10-10T11:01:00Z', 'recovered' from old
  )
  select id::text as key from old`
const PERIODS = `
  insert into status_period (monitor_id, since, state)
  select $1::bigint, s::timestamptz, state from (values ('2026-09-01T00:00:00Z', 1), ('2026-10-10T10:00:00Z', 2),
    ('2026-10-10T11:00:00Z', 1)) p(s, state)
  union all select $1::bigint, '2026-11-20T00:00:00Z', 3`

const team = async () => {
  const owner = await world.account("agency")
  const domain = await addDomain(api, owner, { name: "=Shop" })
  const [row] = await world.sql(HISTORY, domain.id)
  await world.sql(PERIODS, String(Reflect.get(row ?? {}, "key")))
  const tag = await api.send("POST", `${BASE_PATH}/tags`, { key: owner.key, body: { name: "Customer A" } })
  await api.send("PUT", `${BASE_PATH}/domains/${domain.id}/tags`, { key: owner.key, body: { tagIds: [tag.data.id] } })
  return {
    owner,
    domain,
    reader: await world.member(owner, [{ domainId: domain.id, canWrite: false }]),
    outsider: await world.member(owner, []),
    stranger: await world.account("agency"),
    readKey: { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
  }
}

describe("a report about availability", () => {
  it("has the same figures for the domain, its tag and the total, for everybody who sees the domain", async () => {
    const { domain, outsider, owner, reader, readKey, stranger } = await team()
    const share = {
      uptimePercent: 99.8655,
      watchedSeconds: OCTOBER_SECONDS,
      downSeconds: 3_600,
      incidents: 1,
      isTargetMet: false,
      repairs: 0,
      repairMedianSeconds: null,
      openRepairs: 0
    }
    for (const person of [owner, reader, readKey]) {
      const { data, status, text } = await get(person, `${OCTOBER}&target=99.9&tag=customer%20a`)
      expect(status, text).toBe(200)
      expect(data).toMatchObject({
        from: "2026-10-01T00:00:00.000Z",
        to: "2026-11-01T00:00:00.000Z",
        timezone: "UTC",
        targetPercent: 99.9,
        tag: "customer a",
        total: { domains: 1, ...share },
        tags: [{ name: "Customer A", domains: 1, ...share }],
        domains: [{ id: domain.id, name: "=Shop", tags: ["Customer A"], ...share, longestDownSeconds: 3_600 }],
        domainsLeftOut: 0,
        incidents: [{ domainId: domain.id, startedAt: "2026-10-10T10:00:00.000Z", downSeconds: 3_600, cause: null }],
        incidentsLeftOut: 0
      })
    }
    for (const person of [outsider, stranger]) {
      const { data } = await get(person, OCTOBER)
      expect(data).toMatchObject({ total: { domains: 0, uptimePercent: null }, tags: [], domains: [], incidents: [] })
    }
    expectError(
      await get(stranger, `${OCTOBER}&tag=customer%20a`),
      400,
      "tag must be the name of a tag of the account."
    )
  })

  it("is about the last whole month in the time zone of the settings by default", async () => {
    const owner = await world.account("agency")
    await api.send("PATCH", `${BASE_PATH}/settings`, { key: owner.key, body: { timezone: "Europe/Berlin" } })
    const { data } = await get(owner, "")
    const hour = new Intl.DateTimeFormat("en-US", {
      timeZone: "Europe/Berlin",
      day: "numeric",
      hour: "numeric",
      hourCycle: "h23"
    })
    for (const name of ["from", "to"]) {
      const parts = Object.fromEntries(
        hour.formatToParts(new Date(String(data[name]))).map(({ type, value }) => [type, Number(value)])
      )
      expect([parts["day"], parts["hour"]]).toEqual([1, 0])
    }
    expect(data).toMatchObject({ timezone: "Europe/Berlin", targetPercent: null, total: { isTargetMet: null } })
    expect(Date.parse(String(data["to"]))).toBeLessThanOrEqual(Date.now())
  })

  it.each([
    ["from=2026-10-01", "Enter both from and to, or neither."],
    ["from=2026-02-30&to=2026-03-01", "from must be a date, such as 2026-10-01."],
    ["from=2026-10-01&to=tomorrow", "to must be a date, such as 2026-10-01."],
    ["from=2026-10-02&to=2026-10-01", "to must not be before from, and the period must be at most 366 days long."],
    ["from=2025-01-01&to=2026-10-01", "to must not be before from, and the period must be at most 366 days long."],
    ["timezone=Mars/Base", "timezone must be an IANA time zone name such as Europe/Berlin."],
    ["target=0", "target must be a number above 0 and at most 100 with at most 4 decimals, such as 99.9."],
    ["target=100.1", "target must be a number above 0 and at most 100 with at most 4 decimals, such as 99.9."],
    ["target=1e1", "target must be a number above 0 and at most 100 with at most 4 decimals, such as 99.9."]
  ])("refuses %s with what it takes", async (query, message) => {
    const owner = await world.account("agency")
    expectError(await get(owner, query), 400, message)
    expectError(await get(owner, query, `${PATH}/export`), 400, message)
  })

  it("is a CSV whose texts no spreadsheet runs", async () => {
    const { domain, owner } = await team()
    const { headers, status, text } = await get(owner, OCTOBER, `${PATH}/export`)
    expect(status).toBe(200)
    expect(headers["content-disposition"]).toContain("availability.csv")
    const [heading = "", row = "", ...rest] = text.split("\r\n")
    expect(rest).toEqual([""])
    expect(heading.split(",")).toHaveLength(23)
    expect(row).toContain(`,${domain.id},'=Shop,`)
    expect(row).toContain(",99.8655,")
  })
})

describe("a printed report", () => {
  const PDF = `${PATH}/pdf`

  it("is a file with the days in its name, for everybody who sees the domains", async () => {
    const { owner, reader, readKey } = await team()
    for (const person of [owner, reader, readKey]) {
      const { headers, status, text } = await get(person, `${OCTOBER}&target=99.9&language=de`, PDF)
      expect([status, text]).toEqual([200, "%PDF-1.7"])
      expect(headers["content-type"]).toBe("application/pdf")
      expect(headers["content-disposition"]).toBe('attachment; filename="availability-2026-10-01-2026-10-31.pdf"')
    }
    expectError(await get(owner, `${OCTOBER}&language=fr`, PDF), 400, "language must be one of: en, de.")
    expectError(await get(owner, `${OCTOBER}&tag=none`, PDF), 400, "tag must be the name of a tag of the account.")
  })

  it("has the name of the own workspace, and only the domains that the caller sees", async () => {
    const seen: Array<{ readonly name: string | null | undefined; readonly domains: number }> = []
    const other = await world.startApi({
      printer: Layer.succeed(ReportPrinter, {
        print: ({ domains }, { workspace }) =>
          Effect.sync(() => {
            seen.push({ name: workspace?.name, domains: domains.length })
            return { _tag: "Printed" as const, pdf: Buffer.from("%PDF") }
          })
      })
    })
    const { outsider, owner, stranger } = await team()
    await other.send("PATCH", `${BASE_PATH}/settings/branding`, { key: owner.key, body: { name: "Blau" } })
    for (const { key } of [owner, outsider, stranger]) await other.send("GET", `${PDF}?${OCTOBER}`, { key })
    expect(seen).toEqual([
      { name: "Blau", domains: 1 },
      { name: "Blau", domains: 0 },
      { name: undefined, domains: 0 }
    ])
  })

  it.each([
    [
      "NoBrowser",
      "This service does not have Chromium, which it needs to print reports. Ask its operator to install Chromium, or download the CSV file."
    ],
    ["Failed", "The report could not be printed. Please try again in a minute, or download the CSV file."]
  ] as const)("says why there is none: %s", async (_tag, message) => {
    const none = await world.startApi({
      printer: Layer.succeed(ReportPrinter, { print: () => Effect.succeed({ _tag, message: "Path of a browser" }) })
    })
    const { owner } = await team()
    const response = await none.send("GET", `${PDF}?${OCTOBER}`, { key: owner.key })
    expectError(response, 503, message)
    expect(response.text).not.toContain("Path")
  })

  it("is also there for each tag as CSV", async () => {
    const { owner } = await team()
    const { text } = await get(owner, `${OCTOBER}&target=99.9&by=tag`, `${PATH}/export`)
    const [head, row, ...more] = text.trimEnd().split("\r\n")
    expect(head).toMatch(/^from,to,tag,domains,uptime_percent,target_percent,is_target_met,/u)
    expect(row).toContain(",Customer A,1,99.8655,99.9,false,")
    expect(more).toEqual([])
    expectError(await get(owner, `${OCTOBER}&by=owner`, `${PATH}/export`), 400, "by must be one of: domain, tag.")
  })
})
