import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { useVisits } from "./Visits.ts"

const MESSAGE = "From: ada@shop.example\r\nSubject: Dinner\r\n\r\nHello\r\n"

describe.skipIf(!hasBrowser)("the check of a message in the dashboard", () => {
  const open = useVisits()
  const visit = (view: View = {}) => open("/app/message", { view })

  it("is used by keyboard alone, and refuses a wrong address at its form", async () => {
    const { context, page, problems } = await visit()
    const file = { name: "a.eml", mimeType: "message/rfc822", buffer: Buffer.from(MESSAGE) }
    await page.getByLabel("Choose a file").setInputFiles(file)
    await page.getByLabel("Or paste the source of the message").focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByLabel("IP address of the sending server").fill("wrong")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").filter({ hasText: "IPv4 or IPv6" }).waitFor()
    await page.getByLabel("IP address of the sending server").fill("192.0.2.1")
    await page.keyboard.press("Enter")
    await page.getByText("The message has serious problems.").waitFor()
    await page.getByRole("row", { name: "SPF passes aligned" }).waitFor()
    expect(problems.filter((problem) => !problem.includes("400"))).toEqual([])
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
      await page.locator("textarea").fill(MESSAGE)
      await page.locator("main form button[type=submit]").click()
      await page.locator("table").nth(1).waitFor()
      await shoot(page, `message-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
