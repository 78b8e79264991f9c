import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const PROFILE = "/app/settings/profile"
const dialogOf = (page: Page) => page.getByRole("dialog")
const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true })

describe.skipIf(!hasBrowser)("leaving an account", () => {
  const open = useVisits()

  it("lets a member leave after the password, and says before what ends", async () => {
    const { context, page, server } = await open(PROFILE, { sites: someSites(8) })
    expect(await page.getByText("Your membership").count()).toBe(0)
    Object.assign(server.owner, { role: "member", memberRole: "editor" })
    server.account.asksPassword = true
    await page.reload()
    await button(page, "Leave the account…").click()
    const dialog = dialogOf(page)
    await dialog.getByText("You are signed out and lose access to the account's monitors immediately.").waitFor()
    await shoot(page, "leave-account")
    expect(await violationsOf(page)).toEqual([])
    await button(dialog, "Leave the account").click()
    await dialog.getByLabel("Password", { exact: true }).fill("four words make one")
    await dialog.getByRole("button").last().click()
    await page.waitForURL(/\/signin\?done=left$/u)
    expect(server.account.hasLeft).toBe(true)
    await context.close()
  }, 60_000)

  it.each<readonly [string, View, string, string]>([
    ["dark", { dark: true }, "Leave the account…", "The account and its monitors stay."],
    ["phone", { width: 390 }, "Leave the account…", "The account and its monitors stay."],
    ["german", { locale: "de-DE" }, "Konto verlassen…", "Das Konto und seine Monitore bleiben."]
  ])(
    "shows a member how to leave: %s",
    async (name, view, action, sentence) => {
      const { context, page, server } = await open(PROFILE, { sites: someSites(8), view })
      Object.assign(server.owner, { role: "member", memberRole: "viewer" })
      await page.reload()
      await button(page, action).click()
      await dialogOf(page).getByText(sentence).waitFor()
      await shoot(page, `leave-account-${name}`)
      expect(await violationsOf(page)).toEqual([])
      await context.close()
    },
    60_000
  )
})
