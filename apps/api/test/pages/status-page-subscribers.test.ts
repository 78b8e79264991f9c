import { englishIn, shownIn } from "@mon/tooling/english"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { makeStatusPage } from "./statusPage.ts"
import { behindProxy, visitor } from "./Visitor.ts"

let world: World
let api: TestApi
let owner: TestAccount
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi({ settings: behindProxy })
  owner = await world.account("agency")
})
afterAll(() => world.close())

const mailsTo = (address: string) => world.mails.filter(({ to }) => to === address)

const linkIn = (text: string, path: string): string =>
  new RegExp(`https?://[^/\\s]+(/s/[^\\s]+/${path}/[^\\s]+)`, "u").exec(text)?.[1] ?? ""

const subscribersOf = async (id: string) =>
  (await api.send("GET", `/api/v1/status-pages/${id}/subscribers`, { key: owner.key }))
    .data as unknown as ReadonlyArray<{
    readonly address: string
    readonly state: string
    readonly language: string
    readonly componentIds: ReadonlyArray<string> | null
  }>

describe("a reader of a status page", () => {
  it("finds the form, confirms with the link of the email, chooses components, and leaves with one click", async () => {
    const { componentId, id, slug } = await makeStatusPage(api, owner)
    const reader = visitor(api)
    expect((await reader.get(`/s/${slug}/`)).text).toContain(`href="./subscribe"`)
    const form = await reader.get(`/s/${slug}/subscribe`)
    expect([form.status, form.headers["cache-control"]]).toEqual([200, "private, no-store"])
    expect(form.text).toContain("Subscribe to Example Shop")
    expect(form.text).not.toContain("<script")
    const fields = { kind: "email", address: "Reader@reader.example", language: "de", component: componentId }
    const sent = await reader.post(`/s/${slug}/subscribe`, fields)
    expect([sent.status, sent.text.includes("One more step")]).toEqual([200, true])
    expect(await subscribersOf(id)).toMatchObject([{ state: "pending", language: "de" }])
    const mail = mailsTo("Reader@reader.example").at(-1)
    expect(mail?.subject).toBe("Bestätigen Sie Ihr Abonnement einer Statusseite")
    expect(mail?.text).toContain("von der Statusseite „Example Shop“ bekommen")
    const link = linkIn(mail?.text ?? "", "subscribe")
    const opened = await reader.get(link)
    expect([opened.status, opened.headers["referrer-policy"]]).toEqual([200, "no-referrer"])
    expect(await subscribersOf(id)).toMatchObject([{ state: "pending" }])
    const confirmed = await reader.post(link, {})
    expect(confirmed.status).toBe(200)
    expect(await subscribersOf(id)).toMatchObject([{ state: "confirmed", componentIds: [componentId] }])
    expect((await reader.post(link, {})).status).toBe(410)
    const manage = /action="(\/s\/[^"]+\/subscription\/[^"/]+)"/u.exec(confirmed.text)?.[1] ?? ""
    expect((await reader.post(manage, {})).text).toContain("Gespeichert.")
    expect(await subscribersOf(id)).toMatchObject([{ componentIds: null }])
    const again = await visitor(api).post(`/s/${slug}/subscribe`, { kind: "email", address: "reader@reader.example" })
    expect(again.text).toBe(sent.text)
    // A mail program sends no cookie and no origin, and opens no page before the request.
    const oneClick = await api.send("POST", `${manage}/unsubscribe`, {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click"
    })
    expect(oneClick.status).toBe(200)
    expect(await subscribersOf(id)).toMatchObject([{ state: "unsubscribed" }])
    expect((await reader.get(manage)).text).toContain("Sie haben die Seite abbestellt")
    expect((await reader.get(`${manage.slice(0, -2)}xx`)).status).toBe(404)
  })

  it("reads German pages and letters about a German status page", async () => {
    const { componentId, slug } = await makeStatusPage(api, owner, { language: "de" })
    const path = `/s/${slug}/subscribe`
    const reader = visitor(api)
    const address = "leserin@reader.example"
    const texts: Array<string> = []
    const read = async (answer: Promise<{ readonly text: string }>) => {
      const { text } = await answer
      expect(text).toContain('<html lang="de"')
      texts.push(...shownIn(text))
      return text
    }
    await read(reader.get(`/s/${slug}/`))
    await read(reader.get(path))
    await read(reader.post(path, { kind: "email", address: "nobody", component: componentId }))
    await read(reader.post(path, { kind: "webhook", address: "http://hooks.example.com/" }))
    await read(reader.post(path, { kind: "email", address }))
    const link = linkIn(mailsTo(address).at(-1)?.text ?? "", "subscribe")
    await read(reader.get(link))
    const confirmed = await read(reader.post(link, {}))
    await read(reader.post(link, {}))
    const manage = /action="(\/s\/[^"]+\/subscription\/[^"/]+)"/u.exec(confirmed)?.[1] ?? ""
    await read(reader.get(manage))
    await read(reader.post(manage, { component: componentId }))
    await read(reader.post(path, { kind: "email", address }))
    await read(reader.get(`${manage}/unsubscribe`))
    await read(reader.post(`${manage}/unsubscribe`, {}))
    await read(reader.get(manage))
    for (const { html, subject, text } of mailsTo(address))
      texts.push(subject, ...text.split("\n"), ...shownIn(html ?? ""))
    expect(englishIn(texts, ["Example Shop"])).toEqual([])
    expect(mailsTo(address)).toHaveLength(2)
  })

  it("gets the name of the page in quotation marks only, and never as a link", async () => {
    const name = 'You won! Go to "https://prize.example/now" or write win@prize.example'
    const { slug } = await makeStatusPage(api, owner, { name })
    const address = "stranger@reader.example"
    for (const _ of ["new", "known"]) {
      await visitor(api).post(`/s/${slug}/subscribe`, { kind: "email", address })
      const mail = mailsTo(address).at(-1)
      expect(mail?.subject).not.toContain("won")
      for (const text of [mail?.text ?? "", mail?.html ?? ""]) {
        expect(text).toContain("“You won!")
        expect(text).not.toMatch(/prize\.example|https:\/\/prize|win@prize/u)
      }
      const link = linkIn(mail?.text ?? "", "subscribe")
      if (link !== "") await visitor(api).post(link, {})
    }
  })

  it("reads what is wrong with an address, and cannot be sent from another site", async () => {
    const { id, slug } = await makeStatusPage(api, owner)
    const path = `/s/${slug}/subscribe`
    const reader = visitor(api)
    for (const [kind, address, message] of [
      ["email", "nobody", "Enter an email address such as ann@example.com."],
      ["webhook", "http://hooks.example.com/", "Enter a public address that begins with https://."],
      ["webhook", "https://user:password@hooks.example.com/", "Enter a public address"],
      ["webhook", "https://127.0.0.1/", "Enter a public address"],
      ["webhook", "https://[::1]/", "Enter a public address"],
      ["webhook", "https://localhost/", "Enter a public address"],
      ["webhook", "https://2130706433/", "Enter a public address"],
      ["webhook", "https://metadata.internal/", "Enter a public address"]
    ] as const) {
      const answer = await reader.post(path, { kind, address })
      expect([answer.status, answer.text.includes(message)], address).toEqual([400, true])
      expect(answer.text).toContain('role="alert"')
    }
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }
    expect((await visitor(api).post(path, { kind: "email", address: "a@reader.example" }, foreign)).status).toBe(403)
    expect(await subscribersOf(id)).toEqual([])
  })

  it("waits after many requests from one network", async () => {
    const { slug } = await makeStatusPage(api, owner)
    const reader = visitor(api)
    const statuses: Array<number> = []
    for (let n = 0; n < 12; n++) {
      const { status } = await reader.post(`/s/${slug}/subscribe`, { kind: "email", address: `n${n}@reader.example` })
      statuses.push(status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(statuses.at(-1)).toBe(429)
  })

  it("is not closed out by others who ask often", async () => {
    const { slug } = await makeStatusPage(api, owner)
    const ask = async (from: string, address: string) =>
      (await visitor(api, from).post(`/s/${slug}/subscribe`, { kind: "email", address: `${address}@reader.example` }))
        .status
    // Six requests come from each address, so that no limit of a network is reached.
    for (const from of ["198.51.100.1", "198.51.100.2", "2001:db8:9:1::1", "2001:db8:9:2::1", "192.0.2.77"])
      for (let n = 0; n < 6; n++) expect(await ask(from, `flood-${from.replaceAll(":", "-")}-${n}`)).toBe(200)
    const asked = ["198.51.100.1", "198.51.100.3", "2001:db8:9:3::1", "192.0.2.77"]
    expect(await Promise.all(asked.map((from, n) => ask(from, `late-${n}`)))).toEqual([429, 429, 429, 429])
    for (const from of ["203.0.113.80", "2001:db8:7::1"])
      expect([await ask(from, `${from.length}-a`), await ask(from, `${from.length}-b`), await ask(from, "c")]).toEqual([
        200, 200, 429
      ])
  })

  it("of a private page needs access to subscribe, but not to leave", async () => {
    const { id, slug } = await makeStatusPage(api, owner, { access: "password", password: "a password of readers" })
    const reader = visitor(api)
    const closed = await reader.get(`/s/${slug}/subscribe`)
    expect([closed.status, closed.text.includes("Checkout")]).toEqual([401, false])
    expect((await reader.post(`/s/${slug}/subscribe`, { kind: "email", address: "x@reader.example" })).status).toBe(401)
    expect(await subscribersOf(id)).toEqual([])
    await reader.post(`/s/${slug}/access`, { password: "a password of readers" })
    expect((await reader.get(`/s/${slug}/subscribe`)).text).toContain("Checkout")
    await reader.post(`/s/${slug}/subscribe`, { kind: "email", address: "private@reader.example" })
    const link = linkIn(mailsTo("private@reader.example").at(-1)?.text ?? "", "subscribe")
    const confirmed = await visitor(api).post(link, {})
    const manage = /action="(\/s\/[^"]+\/subscription\/[^"/]+)"/u.exec(confirmed.text)?.[1] ?? ""
    expect((await visitor(api).post(`${manage}/unsubscribe`, {})).status).toBe(200)
    expect(await subscribersOf(id)).toMatchObject([{ state: "unsubscribed" }])
  })

  it("of a page that becomes private reads nothing of it any more, and can leave or wait until it is public", async () => {
    const { id, slug } = await makeStatusPage(api, owner)
    const reader = visitor(api)
    await reader.post(`/s/${slug}/subscribe`, { kind: "email", address: "paused@reader.example" })
    const link = linkIn(mailsTo("paused@reader.example").at(-1)?.text ?? "", "subscribe")
    const confirmed = await reader.post(link, {})
    const manage = /action="(\/s\/[^"]+\/subscription\/[^"/]+)"/u.exec(confirmed.text)?.[1] ?? ""
    expect((await reader.get(manage)).text).toContain("Checkout")
    const change = (body: object) => api.send("PATCH", `/api/v1/status-pages/${id}`, { key: owner.key, body })
    expect((await change({ access: "password", password: "a password of readers" })).status).toBe(200)
    for (const answer of [await reader.get(manage), await reader.post(manage, {})]) {
      expect([answer.status, answer.text.includes("This page is private now")]).toEqual([200, true])
      expect(answer.text).not.toContain("Checkout")
    }
    expect(await subscribersOf(id)).toMatchObject([{ state: "confirmed", stoppedBy: "access" }])
    for (const path of ["history.atom", "history.rss", "maintenance.ics", "api/v2/summary.json"])
      await expect.poll(async () => (await visitor(api).get(`/s/${slug}/${path}`)).status, { message: path }).toBe(401)
    expect((await change({ access: "public" })).status).toBe(200)
    expect((await reader.get(manage)).text).toContain("Checkout")
    await change({ access: "password", password: "another of readers" })
    expect((await reader.post(`${manage}/unsubscribe`, {})).status).toBe(200)
    await change({ access: "public" })
    expect(await subscribersOf(id)).toMatchObject([{ state: "unsubscribed" }])
  })

  it.each([
    ["gets a password", { access: "password", password: "a password of readers" }, "", "This page is private now", 200],
    [
      "admits other domains",
      { access: "email_domains", emailDomains: ["shop.example"] },
      "",
      "This page is private now",
      200
    ],
    ["is suspended with its account", {}, "suspended_at = now()", "This page is not available at the moment", 200],
    ["will be deleted with its account", {}, "deletes_at = now()", "This page is not available at the moment", 200],
    ["is beyond a smaller plan", {}, "plan", "This page is not available at the moment", 200],
    ["is deleted", null, "", "", 404]
  ] as const)(
    "of a page that %s reads no name of it by any old link, and can leave",
    async (_, body, at, said, status) => {
      const own = await world.account("agency")
      if (at === "plan") await makeStatusPage(api, own)
      const { id, slug } = await makeStatusPage(api, own)
      const reader = visitor(api)
      const subscribe = (address: string) => reader.post(`/s/${slug}/subscribe`, { kind: "email", address })
      const [first, second] = [`first-${slug}@reader.example`, `second-${slug}@reader.example`]
      await subscribe(first)
      await subscribe(second)
      const confirmed = await reader.post(linkIn(mailsTo(first).at(-1)?.text ?? "", "subscribe"), {})
      const waiting = linkIn(mailsTo(second).at(-1)?.text ?? "", "subscribe")
      const manage = /action="(\/s\/[^"]+\/subscription\/[^"/]+)"/u.exec(confirmed.text)?.[1] ?? ""
      const path = `/api/v1/status-pages/${id}`
      if (body === null) expect((await api.send("DELETE", path, { key: own.key })).status).toBe(200)
      else {
        const patch = { name: "Secret name", slug: `secret-${slug}`, ...body }
        expect((await api.send("PATCH", path, { key: own.key, body: patch })).status).toBe(200)
      }
      if (at !== "")
        await world.sql(
          `update account set ${at === "plan" ? "plan = 'free'" : at}
         where id = (select account_id from status_page where public_id = $1::uuid)`,
          id
        )
      const seen = await reader.get(manage)
      expect([seen.status, seen.text.includes(said)]).toEqual([status, true])
      for (const answer of [
        seen,
        await reader.post(manage, {}),
        await reader.get(`${manage}/unsubscribe`),
        await reader.get(waiting),
        await reader.post(waiting, {}),
        await reader.post(`${manage}/unsubscribe`, {}),
        await reader.get(manage)
      ])
        expect(answer.text).not.toMatch(/Checkout|Example Shop|secret/iu)
    }
  )
})
