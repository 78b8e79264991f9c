import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { acknowledgePath, alertLink } from "../acknowledgeLink.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { behindProxy, visitor } from "./Visitor.ts"

const NOTE = "Provider is informed <script>alert(1)</script>"

describe("a link that acknowledges", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  const add = async (fields: Readonly<Record<string, unknown>> = {}) => {
    domainId = (await addDomain(api, owner, fields)).id
  }
  /** Sends an alert about the incident of the newest domain, and returns the path of its link. */
  const linkIn = (channel: string, target: string, person: string | null = null) =>
    alertLink(world, domainId, { channel, target, person })
  const standing = async (key = owner.key) => {
    const { data } = await api.send("GET", `/api/v1/domains/${domainId}/incidents`, { key })
    return (data as unknown as ReadonlyArray<{ readonly acknowledgement: unknown }>)[0]?.acknowledgement
  }

  it("shows the name and the state, and changes nothing until its button is used", async () => {
    await add({ name: "Shop <i>" })
    const link = await linkIn("email", owner.email, owner.email)
    const reader = visitor(api)
    for (const scanner of [visitor(api), reader]) {
      const shown = await scanner.get(link)
      expect(shown.status).toBe(200)
      expect(shown.text).toContain("Shop &lt;i&gt;")
      expect(shown.text).toContain("is down.")
      expect(shown.text).not.toContain("<script")
      expect(shown.text).not.toMatch(/example\.com|Sign in/u)
      expect(shown.headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow",
        "cache-control": "no-store"
      })
    }
    expect(await standing()).toBeNull()
    // The form has no origin, as on a page with `Referrer-Policy: no-referrer`.
    const done = await reader.post(link, { note: NOTE }, { Origin: "null" })
    expect([done.status, done.text.includes("You acknowledged the alert.")]).toEqual([200, true])
    expect(done.text).not.toContain("Provider")
    expect(await standing()).toMatchObject({ by: "Owner 1", via: "link", channel: "email", note: NOTE })
    // The first acknowledgement stays.
    await visitor(api).post(link, { note: "another" })
    expect(await standing()).toMatchObject({ note: NOTE })
    expect((await visitor(api).get(link)).text).toContain("Someone has already acknowledged this alert.")
  })

  it("works from a button in an app, without a form, an origin or a cookie", async () => {
    await add({ ccEmails: ["Ops@else.example"] })
    const link = await linkIn("email", "Ops@else.example")
    expect((await api.send("POST", link, {})).status).toBe(200)
    expect(await standing()).toMatchObject({ by: "Ops@else.example", channel: "email", note: null })
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    expect(await standing(member.key)).toMatchObject({ by: null, channel: "email" })
  })

  it("names the alert channel whose message was used, while the channel is in use", async () => {
    await add()
    const [channel] = (await world.sql(
      `insert into alert_channel (public_id, account_id, kind, name, settings, shown)
      select gen_random_uuid(), id, 'ntfy', 'Phone on call', '', '{}' from account where public_id = $1::uuid
      returning public_id::text as id`,
      owner.id
    )) as ReadonlyArray<{ readonly id: string }>
    const link = await linkIn("channel", channel?.id ?? "")
    // The button of ntfy sends this request.
    expect((await api.send("POST", link, {})).status).toBe(200)
    expect(await standing()).toMatchObject({ by: null, via: "link", channel: "Phone on call" })
    const list = await api.send("GET", "/api/v1/monitors", { key: owner.key })
    expect(list.text).toContain("Phone on call")
    await world.sql("update alert_channel set is_active = false")
    expect((await visitor(api).get(link)).status).toBe(404)
  })

  it("hands the alert over to a person of the team, whom only people of the team see", async () => {
    await add({ ccEmails: ["else@else.example"] })
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    const other = await world.account("agency")
    const link = await linkIn("email", owner.email, owner.email)
    const reader = visitor(api)
    const shown = (await reader.get(link)).text
    const offered = [...shown.matchAll(/<option value="([^"]*)">/gu)].map(([, id]) => id)
    expect(offered.length).toBeGreaterThan(0)
    const sentTo = async () =>
      (await world.sql("select target from notification_delivery where target = $1 and minute > 0", member.email))
        .length
    const idOf = async (email: string) => {
      const sql = `select ms.public_id::text as id from membership ms join app_user u on u.id = ms.user_id where u.email = $1`
      const [row] = (await world.sql(sql, email)) as ReadonlyArray<{ readonly id: string }>
      return row?.id ?? ""
    }
    expect(offered).toContain(await idOf(member.email))
    for (const person of [await idOf(other.email), "x", ""]) {
      const refused = await reader.post(`${link}/hand-over`, { person })
      expect([refused.status, refused.text.includes("This person cannot get the alert.")]).toEqual([200, true])
    }
    const outsider = await linkIn("email", "else@else.example")
    expect((await visitor(api).get(outsider)).text).not.toContain("<option")
    await visitor(api).post(`${outsider}/hand-over`, { person: await idOf(member.email) })
    expect(await sentTo()).toBe(0)
    const done = await reader.post(`${link}/hand-over`, { person: await idOf(member.email) }, { Origin: "null" })
    expect([done.status, done.text.includes("gets the alert now.")]).toEqual([200, true])
    expect(await sentTo()).toBe(1)
    expect(await standing()).toBeNull()
  })

  it("sends the next step of the route now, once for each time that the button is shown", async () => {
    await add()
    const link = await linkIn("email", owner.email, owner.email)
    expect((await visitor(api).get(link)).text).not.toContain("Send the next step now")
    const none = await visitor(api).post(`${link}/escalate`, { seen: "1" })
    expect([none.status, none.text.includes("No further step of the route can be sent now.")]).toEqual([200, true])
    const steps = [0, 30, 60].map((afterMinutes) => ({ afterMinutes, targets: ["email"] }))
    await api.send("POST", "/api/v1/routes", { key: owner.key, body: { name: "Steps", kinds: [], steps } })
    await world.sql(
      `insert into alert_due (notification_id, account_id, monitor_id, route_id, opened_at, done_at, due_at)
      select n.id, n.account_id, n.monitor_id, r.id, mon_now() - interval '1 minute', mon_now(), mon_now() + interval '29 minutes'
      from notification n join alert_route r on r.account_id = n.account_id join monitor m on m.id = n.monitor_id
      where m.public_id = $1::uuid`,
      domainId
    )
    await visitor(api).post(link, { note: "I try" })
    expect(await standing()).toMatchObject({ note: "I try" })
    const reader = visitor(api)
    const [, seen = ""] = /name="seen" value="(\d+)"/u.exec((await reader.get(link)).text) ?? []
    for (const _press of [1, 2]) {
      const done = await reader.post(`${link}/escalate`, { seen }, { Origin: "null" })
      expect([done.status, done.text.includes("The next step is being sent.")]).toEqual([200, true])
    }
    expect(await standing()).toBeNull()
    const [due] = await world.sql(
      "select due_at <= mon_now() as now, round(extract(epoch from mon_now() - opened_at) / 60)::int as minutes from alert_due"
    )
    expect(due).toEqual({ now: true, minutes: 30 })
    expect((await visitor(api).get(`${link}/escalate`)).status).toBe(404)
    for (const wrong of ["", "x", "1e400", "-1"])
      expect((await visitor(api).post("/acknowledge/none/escalate", { seen: wrong })).status).toBe(404)
  })

  it("is refused to a form of another site", async () => {
    await add()
    const link = await linkIn("email", owner.email, owner.email)
    const foreign = await visitor(api).post(link, {}, { Origin: "https://evil.example" })
    expect(foreign.status).toBe(403)
    expect(await standing()).toBeNull()
  })

  it("makes one line of its note", async () => {
    await add()
    const link = await linkIn("email", owner.email, owner.email)
    await visitor(api).post(link, { note: ` one\r\ntwo\u0000\u202E${"x".repeat(600)}` })
    const { note } = (await standing()) as { readonly note: string }
    expect(note).toMatch(/^one {2}two x+$/u)
    expect(Array.from(note).length).toBeLessThanOrEqual(500)
  })

  it("speaks the language of the person, or else of the browser", async () => {
    await add()
    const link = await linkIn("email", owner.email, owner.email)
    const german = { "Accept-Language": "fr, de-AT;q=0.9, en;q=0.8" }
    const shown = await visitor(api).get(link, german)
    expect(shown.text).toContain('<html lang="de">')
    expect(shown.text).toContain("ist ausgefallen.")
    expect((await visitor(api).get("/acknowledge/x", german)).text).toContain("Dieser Link funktioniert nicht")
    expect((await visitor(api).get(link, { "Accept-Language": "en;q=0.9, de;q=0.2" })).text).toContain("is down.")
  })

  it("says that the incident is over, and ends after 7 days", async () => {
    await add()
    const link = await linkIn("email", owner.email, owner.email)
    await world.sql("update notification_delivery set created_at = mon_now() - interval '7 days' + interval '1 minute'")
    await world.sql(
      "update incident set resolved_at = mon_now(), closed_at = mon_now(), resolution = 'recovered' where resolved_at is null"
    )
    const over = await visitor(api).get(link)
    expect([over.status, over.text.includes("This incident is over.")]).toEqual([200, true])
    expect((await visitor(api).post(link, {})).text).toContain("This incident is over.")
    expect(await standing()).toBeNull()
    await world.sql("update notification_delivery set created_at = mon_now() - interval '7 days'")
    expect((await visitor(api).get(link)).status).toBe(404)
  })

  it("works only for those who still receive the alerts and may change the domain", async () => {
    await add({ ccEmails: ["ops@else.example"] })
    const reader = await world.member(owner, [{ domainId, canWrite: false }])
    const writer = await world.member(owner, [{ domainId, canWrite: true }])
    const hook = await api.send("POST", "/api/v1/webhooks", {
      key: owner.key,
      body: { domainId, url: "https://hooks.example.com/a", events: ["status_change"] }
    })
    const works = async (link: string) => (await visitor(api).get(link)).status === 200
    const links = {
      reader: await linkIn("email", reader.email, reader.email),
      writer: await linkIn("email", writer.email, writer.email),
      stranger: await linkIn("email", "ops@else.example"),
      nobody: await linkIn("email", "former@else.example"),
      hook: await linkIn("webhook", String(hook.data["id"])),
      number: await linkIn("whatsapp", "+491701234567")
    }
    const all = async () =>
      Object.fromEntries(await Promise.all(Object.entries(links).map(async ([who, link]) => [who, await works(link)])))
    const first = { reader: false, writer: true, stranger: true, nobody: false, hook: true, number: false }
    expect(await all()).toEqual(first)
    await api.send("DELETE", `/api/v1/team/${writer.membershipId}`, { key: owner.key })
    await api.send("DELETE", `/api/v1/webhooks/${String(hook.data["id"])}`, { key: owner.key })
    await api.send("PATCH", `/api/v1/domains/${domainId}`, { key: owner.key, body: { ccEmails: [] } })
    expect(await all()).toEqual({ ...first, writer: false, stranger: false, hook: false })
    for (const link of Object.values(links)) expect((await visitor(api).post(link, {})).status).toBe(404)
    expect(await standing()).toBeNull()
  })

  it("does not work for members on a plan without team seats", async () => {
    await add()
    const writer = await world.member(owner, [{ domainId, canWrite: true }])
    const link = await linkIn("email", writer.email, writer.email)
    await world.sql(
      "update account set plan_expires_at = mon_now() - interval '1 day' where public_id = $1::uuid",
      owner.id
    )
    expect((await visitor(api).get(link)).status).toBe(404)
    await world.sql("update account set plan_expires_at = null where public_id = $1::uuid", owner.id)
    expect((await visitor(api).get(link)).status).toBe(200)
  })

  it("that is forged, or of another delivery, is the same 404 in every case", async () => {
    await add()
    const good = await linkIn("email", owner.email, owner.email)
    const unknown = await acknowledgePath(world, "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e")
    const other = await linkIn("email", owner.email, owner.email)
    const mixed = `${good.split(".")[0]}.${other.split(".")[1]}`
    const wrong = ["/acknowledge/x", "/acknowledge/a.b", `${good}A`, mixed, unknown, "/acknowledge/%00"]
    const stranger = visitor(api)
    const pages = await Promise.all([...wrong, `/acknowledge/${"a".repeat(3_000)}`].map((path) => stranger.get(path)))
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(pages[0]?.status).toBe(404)
    expect((await stranger.post(mixed, {})).status).toBe(404)
    expect(await standing()).toBeNull()
  })

  it("has a limit of requests for each network", async () => {
    await add()
    const link = await linkIn("email", owner.email, owner.email)
    const one = visitor(api)
    const statuses = []
    for (let request = 0; request < 61; request++) statuses.push((await one.get(link)).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
    expect((await one.post(link, {})).status).toBe(429)
    expect((await visitor(api).get(link)).status).toBe(200)
  })
})
