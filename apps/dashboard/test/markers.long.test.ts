import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { makeSite } from "./StandIn.ts"
import { someSites, useVisits } from "./Visits.ts"

const DOMAIN = "/app/domains/id-12"

describe.skipIf(!hasBrowser)("the markers of a domain", () => {
  const open = useVisits()
  const visit = async (view: View = {}) => {
    const opened = await open(DOMAIN, { sites: someSites(13), view })
    await opened.page.getByRole("button", { name: /^(?:Markers|Markierungen)…$/u }).click()
    const dialog = opened.page.getByRole("dialog", { name: /^(?:Markers|Markierungen)$/u })
    await dialog.getByText("Deployed 4.2.0").waitFor()
    return { ...opened, dialog }
  }

  it("are added beside the chart with a time and a link, and say why one is refused", async () => {
    const { context, dialog, page, problems } = await visit()
    const text = dialog.getByLabel("What happened")
    expect([await text.getAttribute("maxlength"), await text.getAttribute("required")]).toEqual(["200", ""])
    await text.fill("A refused marker")
    await dialog.getByRole("button", { name: "Add the marker" }).click()
    await dialog.getByRole("alert").getByText("The account has added 10 markers within 24 hours.").waitFor()
    await text.fill("Deployed 4.3.0")
    await dialog.getByLabel("Time").fill("2026-11-22T10:30")
    await dialog.getByLabel("Link").fill("https://ci.example.com/runs/9")
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/markers"))
    await text.press("Enter")
    expect((await sent).postDataJSON()).toEqual({
      text: "Deployed 4.3.0",
      time: "2026-11-22T09:30:00.000Z",
      link: "https://ci.example.com/runs/9"
    })
    await page.getByText("The marker was added.").waitFor()
    const list = dialog.getByRole("list", { name: "Newest markers" })
    await list.getByText("Deployed 4.3.0").waitFor()
    expect(await text.inputValue()).toBe("")
    const link = list.getByRole("link", { name: /Open the link/u }).first()
    expect([await link.getAttribute("href"), await link.getAttribute("rel")]).toEqual([
      "https://ci.example.com/runs/9",
      "noreferrer noopener nofollow"
    ])
    expect(problems.filter((problem) => !problem.includes("400"))).toEqual([])
    await context.close()
  }, 120_000)

  it("are deleted after a question, and the dialog is left with Escape", async () => {
    const { context, dialog, page } = await visit()
    await dialog.getByRole("button", { name: "Delete the marker “New cache”" }).click()
    const question = page.getByRole("dialog", { name: "Delete this marker?" })
    await question.getByRole("button", { name: "Delete", exact: true }).click()
    await page.getByText("The marker was deleted.").waitFor()
    await dialog.getByText("New cache").waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    const opener = page.getByRole("button", { name: "Markers…" })
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    await context.close()
  }, 120_000)

  it("cannot be changed by those who may only read the domain", async () => {
    const sites = [...someSites(12), { ...makeSite(12), access: "read" as const }]
    const { context, page } = await open(DOMAIN, { sites })
    await page.getByRole("button", { name: "Markers…" }).click()
    const dialog = page.getByRole("dialog", { name: "Markers" })
    await dialog.getByText("Deployed 4.2.0").waitFor()
    await dialog.getByText("You can see but not change the markers of this domain.").waitFor()
    expect(await dialog.getByRole("button").count()).toBe(0)
    await context.close()
  }, 120_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "appear without a violation: %s",
    async (name, view) => {
      const { context, page } = await visit(view)
      await shoot(page, `markers-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    120_000
  )
})
