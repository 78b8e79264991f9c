// The sign-in pages in the language of the browser.
import { englishIn, shownIn } from "@mon/tooling/english"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { linkTo, signUp, visitor } from "./Visitor.ts"

const GERMAN = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.5" }

describe("the pages for signing in, in a German browser", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it("are in German, with the navigation, and English for all others", async () => {
    const pages = [
      ["/signin", "Passwort vergessen?", "Forgot your password?"],
      ["/signup", "Konto anlegen", "Create an account"],
      ["/reset", "Neues Passwort setzen", "Set a new password"],
      ["/reset/sent", "Sehen Sie in Ihr Postfach", "Check your email"],
      ["/reset/none", "Dieser Link gilt nicht mehr", "This link is no longer valid"],
      ["/invite/none", "Diese Einladung gilt nicht mehr", "This invitation is no longer valid"],
      ["/stop/none", "Seite nicht gefunden", "Page not found"]
    ] as const
    for (const [path, german, english] of pages) {
      const { text } = await visitor(api).get(path, GERMAN)
      expect(text).toContain('<html lang="de">')
      expect(text).toContain(german)
      expect(text).toContain("E-Mail-Prüfung")
      expect([path, englishIn(shownIn(text))]).toEqual([path, []])
      const other = (await visitor(api).get(path, { "Accept-Language": "fr" })).text
      expect(other).toContain('<html lang="en">')
      expect(other).toContain(english)
    }
  })

  it("say what is wrong in German", async () => {
    const person = visitor(api)
    const refused = await person.post("/signin", { email: "none@example.net", password: "no password" }, GERMAN)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("oder das Passwort ist falsch.")])
    expect(refused.text).toContain("Es gibt ein Problem")
    const mistyped = await person.post("/signup", { email: "none" }, GERMAN)
    expect(mistyped.text).toContain("Geben Sie eine E-Mail-Adresse wie anna@example.com ein.")
  })

  it("send links in German emails", async () => {
    const person = visitor(api)
    const lastTo = (email: string): ReadonlyArray<string> => {
      const { html, subject, text } = world.mails.findLast(({ to }) => to === email) ?? {}
      return [subject ?? "", ...(text ?? "").split("\n"), ...shownIn(html ?? "")]
    }
    const emails: Array<ReadonlyArray<string>> = []
    for (const [path, email] of [
      ["/signup", "otto@example.net"],
      ["/reset", "emma@example.net"],
      ["/signup", "emma@example.net"]
    ] as const) {
      if (path === "/reset") await signUp(world, api, email)
      await person.post(path, { email }, GERMAN)
      emails.push(lastTo(email))
    }
    expect(emails.map(([subject]) => subject)).toEqual([
      "Bestätigen Sie Ihre Adresse für Mon",
      "Neues Passwort für Mon",
      "Sie haben schon ein Konto bei Mon"
    ])
    expect(emails.map((texts) => englishIn(texts))).toEqual([[], [], []])
  })

  it("set up the sign-in in two steps, show the account and ask for the password again in German", async () => {
    const person = await signUp(world, api, "paul@example.net")
    const setup = await person.post("/settings/second-factor/setup", {}, GERMAN)
    const token = /name="token" value="([^"]*)"/u.exec(setup.text)?.[1] ?? ""
    const pages = [
      await person.get("/settings/second-factor", GERMAN),
      setup,
      await person.post("/settings/second-factor/confirm", { token, appCode: "000000" }, GERMAN),
      await person.post("/settings/refused-address", { address: "none@example.net" }, GERMAN),
      await person.get("/settings/sign-in", GERMAN),
      await person.get("/settings/account", GERMAN),
      await person.post("/settings/account/delete", { confirmation: "none" }, GERMAN)
    ]
    await world.sql("update user_session set created_at = created_at - interval '20 minutes'")
    pages.push(await person.post("/settings/second-factor/setup", {}, GERMAN))
    expect(pages.map(({ text }) => /<h1[^>]*>([^<]*)</u.exec(text)?.[1])).toEqual([
      "Anmeldung in zwei Schritten",
      "Anmeldung in zwei Schritten einrichten",
      "Anmeldung in zwei Schritten einrichten",
      "Abgelehnte Adresse",
      "Wie Sie sich anmelden",
      "Ihr Konto",
      "Ihr Konto",
      "Bestätigen Sie, dass Sie es sind"
    ])
    expect(pages.map(({ text }) => englishIn(shownIn(text)))).toEqual(pages.map(() => []))
  })

  it("check a new password in German, and set it", async () => {
    await signUp(world, api, "anna@example.net")
    const person = visitor(api)
    await person.post("/reset", { email: "anna@example.net" }, GERMAN)
    const link = linkTo(world, "anna@example.net")
    expect((await person.get(link, GERMAN)).text).toContain("Mindestens 8 Zeichen.")
    const short = await person.post(link, { password: "kurz" }, GERMAN)
    expect([short.status, short.text]).toEqual([400, expect.stringContaining("Verwenden Sie mindestens 8 Zeichen.")])
    expect((await person.post(link, { password: "vier Wörter sind eines" }, GERMAN)).status).toBe(303)
  })
})
