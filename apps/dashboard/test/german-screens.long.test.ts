// Alert channels, routes and what belongs to them, as people read them in German.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { serviceSentence } from "../src/channels/serviceSentence.ts"
import { hasBrowser } from "./Browser.ts"
import { channelDeliveries, channelKinds, channels, germanKinds } from "./channelRecords.ts"
import { makeRoutes } from "./routeRecords.ts"
import { someSites, useVisits } from "./Visits.ts"

/** Words that every English sentence has one of, and no German one. */
const ENGLISH =
  /\b(?:the|your|you|of|with|and|is|are|were|will|for|from|this|that|not|no|to|enter|open|only|it|its|all|has|have)\b/iu

/** What people have written, and names of services. They are in the language of whoever wrote them. */
const written = [
  ...channels.map(({ name }) => name),
  ...channelKinds.map(({ name }) => name),
  ...channelDeliveries.map(({ title }) => title),
  ...makeRoutes().map(({ name }) => name),
  "Phone of Ann",
  "Old phone",
  "No contract"
].toSorted((a, b) => b.length - a.length)

/** Everything that people read or hear, in pieces: texts, labels, hints and placeholders. */
const readable = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const main = document.querySelector("main") ?? document.body
    const texts: Array<string> = []
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement
      // A code is no sentence, and an option without text of its own is a word of the API.
      if (parent?.closest("code, pre, option, [lang=en]") === null) texts.push(walker.currentNode.textContent ?? "")
    }
    for (const element of main.querySelectorAll("[aria-label], [placeholder], [title]"))
      for (const name of ["aria-label", "placeholder", "title"]) texts.push(element.getAttribute(name) ?? "")
    return texts.map((text) => text.trim()).filter((text) => text !== "")
  })

const englishIn = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await readable(page))
    .map((text) => written.reduce((rest, name) => rest.replaceAll(name, ""), text))
    .filter((text) => ENGLISH.test(text))

const PATHS = [
  "/app/channels",
  "/app/channels/new",
  ...channelKinds.map(({ kind }) => `/app/channels/new/${kind}`),
  "/app/channels/c2",
  "/app/routes",
  "/app/routes/new",
  "/app/routes/r1",
  "/app/maintenance"
]

describe.skipIf(!hasBrowser)("the German screens of alerts", () => {
  const open = useVisits()
  const visit = async (path: string) => {
    const opened = await open(path, { sites: someSites(8), view: { locale: "de-DE" } })
    await opened.page.getByRole("heading", { level: 1 }).waitFor()
    return opened
  }

  it("contain no English sentence", async () => {
    const { context, page } = await visit("/app/channels")
    for (const path of PATHS) {
      await page.goto(path)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
      expect([path, await englishIn(page)]).toEqual([path, []])
      expect([path, await page.locator("main [lang=en]").count()]).toEqual([path, 0])
    }
    await context.close()
  }, 120_000)

  it("say in German what became of messages and tests", async () => {
    const { context, page } = await visit("/app/channels")
    await page.getByText("Letzte Nachrichten").first().click()
    await page.getByText("Zusammenfassung von 5 Alarmen").waitFor()
    await page.getByRole("button", { name: "Test senden: Chat of operations" }).click()
    await page.getByText("Slack hat das Ziel dieses Kanals nicht mehr.").waitFor()
    expect(await englishIn(page)).toEqual([])
    await context.close()
  }, 60_000)

  it("say in German why a form was refused", async () => {
    const { context, page } = await visit("/app/channels/new/ntfy")
    await page.getByLabel("Feld server (optional)").fill("https://private.internal")
    await page.getByLabel("Feld topic").fill("alerts-k3v9x2m7")
    await page.getByRole("button", { name: "Kanal speichern" }).click()
    await page.getByText("Die Adresse des Kanals muss eine https-URL mit einem öffentlichen Hostnamen sein.").waitFor()
    expect(await englishIn(page)).toEqual([])
    await page.goto("/app/channels/new")
    await page.getByRole("textbox", { name: "Apprise-URL" }).fill("mailto://ann@example.org")
    await page.getByRole("button", { name: "URL verwenden" }).click()
    await page.getByText("Apprise-URLs, die mit mailto:// beginnen, lassen sich nicht verwenden.").waitFor()
    expect(await englishIn(page)).toEqual([])
    await page.goto("/app/routes/new")
    await page.getByRole("button", { name: "Speichern" }).last().click()
    expect(await englishIn(page)).toEqual([])
    await context.close()
  }, 60_000)
})

const settings = germanKinds.find(({ kind }) => kind === "ntfy")?.settings ?? []

describe("a sentence of the API about channels and routes", () => {
  it.each([
    "The channel's address must be an https URL with a public host name.",
    "Maximum number of channels (2) on the Free plan reached. Delete a channel or get a larger plan.",
    "Your Free plan allows 2 channels, and this channel is over the limit. Delete an older channel or get a larger plan.",
    "The Free plan does not include SMS (Twilio). Get a larger plan.",
    "The channel has just been changed. Load it again.",
    "The channel's settings cannot be read. Enter all of them again.",
    "Apprise URLs that begin with mailto:// cannot be used. Add the address as an email recipient.",
    "Maximum number of routes (2) on the Free plan reached. Delete a route or get a larger plan.",
    "Your Free plan allows 2 routes, and this route is over the limit. Delete an older route or get a larger plan.",
    "Choose at least one monitor or tag, or set scope to all.",
    "monitorIds must contain only ids of your domains and URL monitors.",
    "tagIds must contain only ids of your tags.",
    "targets must contain only email, whatsapp, webhooks, ids of your channels, and ids or email addresses of people in your account.",
    "settings.topic: Enter 1 to 64 letters, digits, - or _.",
    "settings.server: The channel's address must be an https URL with a public host name.",
    "Enter settings.token again: the address has changed."
  ])("%s has a German one", (sentence) => {
    const german = serviceSentence(sentence, "de", settings).replace("SMS (Twilio)", "")
    expect(german).not.toMatch(ENGLISH)
    expect(german).toMatch(/\.$/u)
    expect(serviceSentence(sentence, "en", settings)).not.toMatch(/settings\./u)
  })

  it("names the setting that it is about, with what to enter", () => {
    expect(serviceSentence("settings.topic: Enter 1 to 64 letters, digits, - or _.", "de", settings)).toBe(
      "Feld topic: Geben Sie den Wert ein."
    )
    expect(serviceSentence("Enter settings.token again: the address has changed.", "de", settings)).toBe(
      "Geben Sie Feld token neu ein: Die Adresse hat sich geändert."
    )
    expect(serviceSentence("settings.topic: Enter a topic.", "en", settings)).toBe("Enter a topic.")
  })

  it("that nobody has translated stays as it is", () => {
    expect(serviceSentence("Something new.", "de", settings)).toBe("Something new.")
  })
})
