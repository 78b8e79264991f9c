import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { exportedFile } from "./configFileRecords.ts"
import { useVisits } from "./Visits.ts"

describe.skipIf(!hasBrowser)("the configuration file in the dashboard", () => {
  const open = useVisits()
  const visit = (view: View = {}) => open("/app/config", { view })

  it("is downloaded", async () => {
    const { context, page, problems } = await visit()
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download the file" }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe("mon.yaml")
    expect(readFileSync(await download.path(), "utf8")).toBe(exportedFile)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("shows every change, and deletes only what is ticked", async () => {
    const { context, page, problems, server } = await visit()
    const file = { name: "mon.yaml", mimeType: "application/yaml", buffer: Buffer.from("version: 1") }
    await page.getByLabel("Choose a file").setInputFiles(file)
    await page.getByRole("button", { name: "Show what would change" }).click()
    for (const text of ["Create 1 object", "Change 1 object", "Delete 1 object", "Route order", "By hand"])
      await page.getByText(text).first().waitFor()
    await page.getByText("ops@example.org, on-call@example.org").waitFor()
    await page.getByText("To webhooks, no longer to email and Ops: alerts about Fjord Shop").waitFor()
    await page.getByText("Already in the account: 1").waitFor()
    await page.getByText("Fjord Docs").waitFor()
    await page.getByText("Nobody will receive alerts about Docs.").waitFor()
    const apply = page.getByRole("button", { name: "Apply the plan" })
    expect(await apply.isDisabled()).toBe(true)
    await page.getByRole("checkbox", { name: "Also delete 1 object" }).check()
    await apply.click()
    await page.getByText("Created: 1. Changed: 1. Deleted: 1.").waitFor()
    expect(server.account.configFile).toEqual([{ document: "version: 1" }, { planId: "p1", allowDelete: true }])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("names problems with their lines, and offers nothing to apply", async () => {
    const { context, page, problems } = await visit()
    await page.getByLabel("Or paste the file").fill("wrong")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByText("domains.shop.checkInterval · line 5").waitFor()
    expect(await page.getByRole("button", { name: "Apply the plan" }).count()).toBe(0)
    await page.getByLabel("Or paste the file").fill("same")
    await page.getByRole("button", { name: "Show what would change" }).click()
    await page.getByText("The account already matches the file.").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  const kuma = JSON.stringify({
    version: "1.23.0",
    notificationList: [],
    monitorList: [{ id: 1, name: "Shop", type: "http", url: "https://shop.example.org", interval: 60 }]
  })

  it.each<readonly [how: string, give: (page: Page) => Promise<unknown>]>([
    [
      "chosen",
      (page) =>
        page
          .getByLabel("Choose a file")
          .setInputFiles({ name: "kuma.json", mimeType: "application/json", buffer: Buffer.from(kuma) })
    ],
    [
      "pasted",
      async (page) => {
        await page.getByLabel("Or paste the file").fill(kuma)
        await page.getByRole("button", { name: "Show what would change" }).click()
      }
    ]
  ])(
    "offers the import of a file from another tool that is %s, and carries it there",
    async (_, give) => {
      const { context, page, problems, server } = await visit()
      await give(page)
      await page.getByText("It looks like a file from another tool: Uptime Kuma: JSON backup.").waitFor()
      expect(server.account.configFile).toEqual([])
      await page.getByRole("button", { name: "Import it" }).click()
      await page.getByText("1 monitor", { exact: true }).waitFor()
      expect(await page.getByLabel("Which tool", { exact: true }).inputValue()).toBe("uptime-kuma")
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  it("names the command that reads a database", async () => {
    const { context, page, problems } = await visit()
    const database = {
      name: "kuma.db",
      mimeType: "application/octet-stream",
      buffer: Buffer.from("SQLite format 3\0rest")
    }
    await page.getByLabel("Choose a file").setInputFiles(database)
    await page.getByRole("alert").getByText("mon import uptime-kuma kuma.db").waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "has no violation: %s",
    async (name, view) => {
      const { context, page, problems } = await visit(view)
      await page.locator("textarea").fill("version: 1")
      await page.locator("main form button[type=submit]").nth(1).click()
      await page.locator("main input[type=checkbox]").waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `config-file-${name}`)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
