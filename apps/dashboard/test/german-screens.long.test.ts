// Checks that every screen is completely in German for a German viewer.
import { englishIn, textsOf } from "@mon/tooling/english"
import type { Page, Response } from "playwright-core"
import { describe, expect, it } from "vitest"
import { serviceSentence } from "../src/alerts/serviceSentence.ts"
import { germanMessage } from "../src/words/serviceMessages.de.ts"
import { hasBrowser } from "./Browser.ts"
import { channelKinds, germanKinds } from "./channelRecords.ts"
import { refusedConnection } from "./refusedConnection.ts"
import { someJobs } from "./heartbeatRecords.ts"
import { someServices } from "./serviceRecords.ts"
import { screens } from "./screenTable.ts"
import { someSites, useVisits } from "./Visits.ts"
import { somePages } from "./StandIn.ts"

/** Returns everything that people read or hear on a page, in pieces: texts, labels, hints and placeholders. */
const readable = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const texts: Array<string> = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement
      // Code contains no sentences. The text of an option is skipped, because it may be a word of the API.
      if (parent?.closest("code, pre, noscript, option, script, style, button[lang=en]") === null)
        texts.push(walker.currentNode.textContent ?? "")
    }
    for (const element of document.querySelectorAll("[alt], [aria-label], [placeholder], [title]"))
      for (const name of ["alt", "aria-label", "placeholder", "title"]) texts.push(element.getAttribute(name) ?? "")
    return texts.map((text) => text.trim()).filter((text) => text !== "")
  })

const isOfOthers = (text: string): boolean => germanMessage(text) === null

/**
 * Collects the texts of the API's responses that stay untranslated: names, and texts of people and of other servers.
 * The API writes its own sentences in the viewer's language, except the sentences that the dashboard translates.
 */
const collectWritten = (page: Page): ReadonlySet<string> => {
  // A diagnosis is in the viewer's language, and some of its evidence resembles a message of a check.
  const written = new Set<string>(textsOf(refusedConnection))
  const read = async (response: Response) => {
    if (!response.ok() || !/json/u.test(response.headers()["content-type"] ?? "")) return
    // Leaving a page aborts its requests.
    const answer: unknown = await response.json().catch(() => null)
    for (const text of textsOf(answer)) if (/\s/u.test(text) && isOfOthers(text)) written.add(text)
  }
  page.on("response", (response) => void read(response))
  return written
}

/**
 * Returns the English texts that are not a part of a text by another author. Screens divide such texts, for example
 * into added and removed parts.
 */
const englishOf = (texts: ReadonlyArray<string>, written: ReadonlyArray<string>): ReadonlyArray<string> =>
  englishIn(texts, written).filter((text) => !written.some((whole) => whole.includes(text)))

const PATHS = [...screens.map(([, path]) => path), ...channelKinds.map(({ kind }) => `/app/channels/new/${kind}`)]

describe.skipIf(!hasBrowser)("the German screens", () => {
  const open = useVisits()
  const visit = async (path: string) => {
    const opened = await open(path, {
      sites: someSites(30),
      pages: somePages(6),
      heartbeats: someJobs(6),
      services: someServices(6),
      view: { locale: "de-DE" }
    })
    const written = collectWritten(opened.page)
    await opened.page.goto(path)
    await opened.page.getByRole("heading", { level: 1 }).first().waitFor()
    return { ...opened, english: async () => englishOf(await readable(opened.page), [...written]) }
  }

  it("contain no English sentence but what others wrote", async () => {
    const { context, english, page } = await visit("/app/channels")
    const found: Array<readonly [path: string, texts: ReadonlyArray<string>]> = []
    for (const path of PATHS) {
      await page.goto(path)
      await page.getByRole("heading", { level: 1 }).first().waitFor()
      await page.waitForLoadState("networkidle")
      const texts = await english()
      if (texts.length > 0) found.push([path, texts])
    }
    expect(found).toEqual([])
    await context.close()
  }, 300_000)

  it("say in German what became of messages and tests", async () => {
    const { context, english, page } = await visit("/app/channels")
    await page.getByText("Letzte Nachrichten").first().click()
    await page.getByText("Zusammenfassung von 5 Alarmen").waitFor()
    await page.getByRole("button", { name: "Test senden: Chat of operations" }).click()
    await page.getByText("Slack hat das Ziel dieses Kanals nicht mehr.").waitFor()
    expect(await english()).toEqual([])
    await context.close()
  }, 60_000)

  it("say in German why a form was refused", async () => {
    const { context, english, page } = await visit("/app/channels/new/ntfy")
    await page.getByLabel("Feld server (optional)").fill("https://private.internal")
    await page.getByLabel("Feld topic").fill("alerts-k3v9x2m7")
    await page.getByRole("button", { name: "Kanal speichern" }).click()
    await page.getByText("Die Adresse des Kanals muss eine https-URL mit einem öffentlichen Hostnamen sein.").waitFor()
    expect(await english()).toEqual([])
    await page.goto("/app/channels/new")
    await page.getByRole("textbox", { name: "Apprise-URL" }).fill("mailto://ann@example.org")
    await page.getByRole("button", { name: "URL verwenden" }).click()
    await page.getByText("Apprise-URLs, die mit mailto:// beginnen, lassen sich nicht verwenden.").waitFor()
    expect(await english()).toEqual([])
    await page.goto("/app/routes/new")
    await page.getByRole("button", { name: "Speichern" }).last().click()
    expect(await english()).toEqual([])
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
    "targets and fallback must contain only email, whatsapp, webhooks, ids of your channels, and ids or email addresses of people in your account. targets can also contain your on-call schedules.",
    "settings.topic: Enter 1 to 64 letters, digits, - or _.",
    "settings.server: The channel's address must be an https URL with a public host name.",
    "Enter settings.token again: the address has changed."
  ])("%s has a German one", (sentence) => {
    const german = serviceSentence(sentence, "de", settings)
    expect(englishIn([german])).toEqual([])
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
