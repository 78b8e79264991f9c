import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { RIGHT_CODE } from "./answerContacts.ts"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const PATH = "/app/settings/contact"

const addPhone = async (page: Page) => {
  await page.getByRole("button", { name: "Add a channel" }).press("Enter")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Service").selectOption("ntfy")
  await dialog.getByLabel("Topic").fill("alerts-k3v9")
  await dialog.getByLabel("Name (optional)").fill("My phone")
  await dialog.getByRole("button", { name: "Add and send the code" }).press("Enter")
  await page.getByText("Mon has sent a code through the channel.").waitFor()
}

describe.skipIf(!hasBrowser)("how a person is reached", () => {
  const open = useVisits()
  const visit = (view: View = {}) => open(PATH, { sites: someSites(2), view })

  it("includes own channels after they are verified, and rules by keyboard", async () => {
    const { context, page, problems, server } = await visit()
    await addPhone(page)
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Code").fill("000000")
    await dialog.getByRole("button", { name: "Verify" }).press("Enter")
    await dialog.getByText("The code is wrong or has expired.").waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel("Code").fill(RIGHT_CODE)
    await dialog.getByRole("button", { name: "Verify" }).press("Enter")
    await page.getByText("My phone is verified.").waitFor()

    const high = page.getByRole("group", { name: "Critical alerts" })
    await high.getByRole("group", { name: "Rule 1" }).getByLabel("By").selectOption("My phone")
    await page.getByRole("button", { name: "Add a rule: Critical alerts" }).press("Enter")
    await page.getByRole("button", { name: "Save the rules: Critical alerts" }).press("Enter")
    await page.getByText("The rules were saved.").waitFor()
    expect(server.account.contactRules.high).toEqual([
      { afterMinutes: 0, via: "w1" },
      { afterMinutes: 5, via: "email" }
    ])
    await page.getByRole("button", { name: "Send a test alert: Critical alerts" }).press("Enter")
    await page.getByText("My phone: sent", { exact: true }).waitFor()
    await page.getByText("ada@example.com: sent (usually after 5 minutes)").waitFor()
    await page.getByRole("button", { name: "Switch off My phone" }).press("Enter")
    await page.getByText("switched off", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Delete My phone" }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter")
    await page.getByText("My phone was deleted.").waitFor()
    expect(server.account.ownChannels).toEqual([])
    // The browser reports the wrong code.
    expect(problems).toEqual([expect.stringContaining("status of 400")])
    await context.close()
  }, 60_000)

  it.each([
    ["desktop", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }]
  ] as const)(
    "is readable and accessible on a screen: %s",
    async (name, view) => {
      const { context, page, problems } = await visit(view)
      await addPhone(page)
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press("Escape")
      await page.getByText("not verified", { exact: true }).waitFor()
      await shoot(page, `contact-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
