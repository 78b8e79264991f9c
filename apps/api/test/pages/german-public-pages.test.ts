// The pages that need no account, in the language of the browser.
import { priceList } from "@mon/model"
import { englishIn, shownIn } from "@mon/tooling/english"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emailHealthDouble } from "../EmailHealthDouble.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { sharedSimulation } from "./SharedSimulation.ts"
import { behindProxy, signUp, type Visitor, visitor } from "./Visitor.ts"

const GERMAN = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.5" }

/** Names of products and of parts of protocols, and the codes of policies. */
const NAMES = ["MAIL FROM", "From", "„Original anzeigen“", "quarantine", "reject", "none"]

const BOUNDARY = "----mon"
const multipart = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join("")}--${BOUNDARY}--\r\n`

const MESSAGE =
  "Received: from mail.example.com ([192.0.2.1]) by mx.example.net; Sat, 21 Nov 2026 08:15:00 +0000\r\n" +
  "From: Ada <ada@news.example.com>\r\nReturn-Path: <ada@example.com>\r\nTo: bob@example.net\r\n" +
  "Date: Sat, 21 Nov 2026 08:15:00 +0000\r\nMessage-ID: <1@example.com>\r\n\r\nHallo\r\n"

/** Domains that have much to repair. */
const ZONE = {
  "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
  "broken.example.net": {
    MX: [{ preference: 10, exchange: "mail.broken.example.net" }],
    TXT: ["v=spf1 ptr include:none.broken.example.net +all", "v=spf1 -all"]
  },
  "mail.broken.example.net": { A: ["10.0.0.1"] },
  "_dmarc.broken.example.net": { TXT: ["v=DMARC1; p=none"] },
  "quiet.example.net": { A: ["192.0.2.7"] }
}

describe("the pages that need no account, in a German browser", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      settings: { ...behindProxy, billing: { processor: { kind: "local" }, prices: priceList } },
      emailHealth: emailHealthDouble(ZONE).layer,
      zone: ZONE
    })
    person = visitor(api)
  })
  afterAll(() => world.close())

  const expectGerman = (where: string, text: string, more: ReadonlyArray<string> = []): void => {
    expect([where, text.includes('<html lang="de">')]).toEqual([where, true])
    expect([where, englishIn(shownIn(text), [...NAMES, ...more])]).toEqual([where, []])
  }

  it.each([
    ["/", "Wissen Sie es vor Ihren Besuchern", "Know before your visitors do"],
    ["/tools/email-health", "Kommen E-Mails Ihrer Domain an?", "Will email from your domain arrive?"],
    [
      "/tools/email-health/new.example.net",
      "Aus der letzten Stunde gibt es keinen Bericht.",
      "no report from the last hour"
    ],
    ["/tools/email-message", "Kam eine Nachricht wirklich von ihrem Absender?", "Did a message really come"],
    [
      "/tools/disposable-email",
      "Ist eine Adresse nur für kurze Zeit gedacht?",
      "Is an address only for short-term use?"
    ],
    ["/billing/return?paid=1", "Ihr Kauf gilt, sobald die Zahlung bestätigt ist", "Your purchase becomes active"],
    ["/billing/return", "Zahlung abgebrochen", "Payment cancelled"],
    ["/pay/none/none", "Diese Bestellung gibt es nicht.", "This order does not exist."],
    ["/share/none", "Seite nicht gefunden", "Page not found"]
  ])("%s is in German, and in English for others", async (path, german, english) => {
    const { text } = await person.get(path, GERMAN)
    expect(text).toContain(german)
    expectGerman(path, text)
    const other = (await person.get(path, { "Accept-Language": "fr" })).text
    expect(other).toContain('<html lang="en">')
    expect(other).toContain(english)
  })

  it.each(["broken.example.net", "quiet.example.net", "absent.example.net"])(
    "the grade of %s with its findings and repairs is in German",
    async (domain) => {
      const { headers } = await person.post("/tools/email-health", { domain }, GERMAN)
      const { text } = await person.get(headers["location"] ?? "", GERMAN)
      expect(text).toContain("Was zu tun ist")
      expectGerman(domain, text, ["v=spf1 ptr include:none.broken.example.net +all"])
    }
  )

  it.each(["mailinator.com", "duck.com", "proton.me", "gmail.com", "gmial.com", "shop.example"])(
    "what Mon knows about addresses at %s is in German",
    async (domain) => {
      const path = `/tools/disposable-email/${domain}`
      expectGerman(path, (await person.get(path, GERMAN)).text)
    }
  )

  it("the verdict on a message is in German", async () => {
    const send = (fields: Readonly<Record<string, string>>) =>
      api.send("POST", "/tools/email-message", {
        body: multipart(fields),
        headers: {
          ...GERMAN,
          Accept: "text/html",
          Origin: api.origin,
          "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`
        }
      })
    const { text } = await send({ message: MESSAGE, clientIp: "192.0.2.1" })
    expect(text).toContain("Server auf dem Weg")
    expectGerman("verdict", text)
    expectGerman("unknown server", (await send({ message: MESSAGE })).text)
    for (const fields of [{}, { message: MESSAGE, clientIp: "x" }, { message: MESSAGE, mailFrom: "x" }]) {
      const refused = await send(fields)
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Es gibt ein Problem")])
      expectGerman("refused", refused.text)
    }
  })

  it("forms say in German what is wrong", async () => {
    for (const [path, fields, message] of [
      ["/tools/email-health", { domain: "nobody" }, "Geben Sie eine Domain wie example.com ein."],
      ["/tools/email-health", { domain: "a.example.net", selectors: "-" }, "Geben Sie DKIM-Selektoren wie s2026 ein"],
      [
        "/tools/email-health",
        { domain: "a.example.net", selectors: "a,b,c,d" },
        "Geben Sie höchstens 3 DKIM-Selektoren ein."
      ],
      ["/tools/disposable-email", { address: "nobody" }, "Geben Sie eine E-Mail-Adresse oder eine Domain ein."]
    ] as const) {
      const { status, text } = await person.post(path, fields, GERMAN)
      expect([status, text]).toEqual([400, expect.stringContaining(message)])
      expectGerman(path, text)
    }
  })

  it("a shared simulation and the form for its code are in German", async () => {
    const owner = await world.account("agency")
    const { path } = await sharedSimulation(world, api, owner)
    const asked = await person.get(path, GERMAN)
    expect(asked.text).toContain("Code an den Inhaber senden")
    expectGerman("asked", asked.text)
    await person.post(path, { do: "send" }, GERMAN)
    const code = /^(\d{4})/u.exec(world.mails.findLast(({ to }) => to === owner.email)?.subject ?? "")?.[1] ?? ""
    const sent = await person.get(path, GERMAN)
    expect(sent.text).toContain("Ergebnisse zeigen")
    expectGerman("sent", sent.text)
    expectGerman("too soon", (await person.post(path, { do: "send" }, GERMAN)).text)
    const wrong = await person.post(
      path,
      { do: "enter", code: String((Number(code) + 1) % 10_000).padStart(4, "0") },
      GERMAN
    )
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining("Der Code ist falsch oder abgelaufen.")])
    expectGerman("wrong", wrong.text)
    await person.post(path, { do: "enter", code }, GERMAN)
    const results = await person.get(path, GERMAN)
    expect(results.text).toContain("Was zu ändern ist")
    expectGerman("results", results.text, ["Spring campaign"])
  })

  it("the pay page names what is bought in German", async () => {
    const owner = await world.account("pro")
    for (const [body, article] of [
      [{ type: "agency" }, "Mon Agency, 365 Tage"],
      [{ type: "pro", isAddon: true, addonType: "domains_50" }, "50 weitere Domain-Monitore, 365 Tage"],
      [{ type: "credits_1000" }, "1.000 Simulationsguthaben"]
    ] as const) {
      const { data } = await api.send("POST", "/api/v1/billing/checkout", { key: owner.key, body })
      const path = new URL(String(data["checkoutUrl"])).pathname
      const { text } = await person.get(path, GERMAN)
      expect(text).toContain(`<h1>${article}</h1>`)
      expectGerman(article, text)
      await person.post(path, {}, GERMAN)
      expect((await person.get(path, GERMAN)).text).toContain("Diese Bestellung ist bezahlt.")
    }
  })

  it("the preview of a status page says in German that there is none", async () => {
    const anna = await signUp(world, api, "anna.preview@example.net")
    const refusals = [
      await anna.post("/status-preview", { page: "{" }, GERMAN),
      await anna.post(
        "/status-preview",
        { page: JSON.stringify({ name: "Shop", slug: "shop", components: [], timezone: "Mars" }) },
        GERMAN
      )
    ]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400])
    expect(englishIn(refusals.map(({ text }) => text))).toEqual([])
  })
})
