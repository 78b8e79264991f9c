import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

describe.skipIf(!hasBrowser)("after records were published", () => {
  const open = useVisits()

  it("the page says which server has them, and how long others may still see the old ones", async () => {
    const { context, page } = await open("/app/domains/id-1/mail", { sites: someSites(5) })
    await page.getByRole("button", { name: "I have published the records" }).click()
    await page.getByText("Not published everywhere yet.").waitFor()
    const servers = await page.getByRole("listitem").filter({ hasText: "ns" }).allInnerTexts()
    expect(servers.join("\n")).toMatch(/ns1\.example\.net 192\.0\.2\.53: new/u)
    expect(servers.join("\n")).toMatch(
      /ns2\.example\.net 192\.0\.2\.53: old · resolvers may still return this for 1 h/u
    )
    expect(servers.join("\n")).toMatch(/ns3\.example\.net 192\.0\.2\.53: no answer · Timeout/u)
    await context.close()
  }, 120_000)

  it.each([{ width: 390, dark: true, locale: "de-DE" }, { width: 1_280 }])(
    "the outcome fits and has no violations of accessibility in %s",
    async (view) => {
      const { context, page } = await open("/app/domains/id-1/mail", { sites: someSites(5), view })
      await page.getByRole("button", { name: /I have published the records|Ich habe die Einträge/u }).press("Enter")
      await page.getByText(/Not published everywhere yet|Noch nicht überall/u).waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    120_000
  )

  it("the list of repairs says what comes next, who is behind, and what finished ones were worth", async () => {
    const { context, page } = await open("/app/domains/id-1/mail", { sites: someSites(5) })
    const list = page.getByRole("list", { name: "Repairs in progress" })
    await list.getByText("new records: ns2.example.net 192.0.2.54, Mon's resolver.").waitFor()
    const states = await list.getByRole("listitem").allInnerTexts()
    expect(states.map((text) => text.split("\n")[0])).toEqual(["open", "open", "seen", "verified"])
    expect(states.join("\n")).toContain("came back once")
    const finished = page.getByText("1 finished repair")
    await finished.focus()
    await page.keyboard.press("Enter")
    await page.getByText("The score went from 41 to 62.").waitFor()
    await page.getByText("931 of 1,200 emails reached an inbox. Now 1,004 would.").waitFor()
    await context.close()
  }, 120_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE", width: 390 }]
  ])(
    "the list of repairs appears without a violation: %s",
    async (name, view) => {
      const { context, page } = await open("/app/domains/id-1/mail", { sites: someSites(5), view })
      await page.getByRole("heading", { name: /^(?:Repairs|Reparaturen)$/u }).scrollIntoViewIfNeeded()
      await page.getByText(/1 (?:finished|abgeschlossene)/u).click()
      await shoot(page, `repairs-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    120_000
  )

  it("there is no such button for a domain that nobody monitors", async () => {
    const { context, page } = await open("/app/mail/example.org", { sites: someSites(5) })
    await page.getByText("Turn on DKIM").first().waitFor()
    expect(await page.getByRole("button", { name: "I have published the records" }).count()).toBe(0)
    await context.close()
  }, 120_000)
})
