import { describe, expect, it } from "vitest"
import { hasBrowser, shoot, violationsOf } from "./Browser.ts"
import { useStandIn } from "./Visits.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the forms of the dashboard are not tested.")

const forms: ReadonlyArray<readonly [name: string, path: string, field: string]> = [
  ["domain", "/app/domains/id-1/settings", "#name"],
  ["page", "/app/pages/page-0/settings", "#name"],
  ["route", "/app/routes/r1", "form input:not([type])"],
  ["status page", "/app/status-pages/s1", "form input:not([type])"],
  ["channel", "/app/channels/c2", "form [name=name]"],
  ["person", "/app/settings", "form [name=name]"],
  ["workspace", "/app/settings/workspace", "form [name=name]"]
]

describe.skipIf(!hasBrowser)("changes that are not saved", () => {
  const open = useStandIn(20, 3)

  it.each(forms)("are not lost without a question: %s", async (name, path, selector) => {
    const { context, page, problems } = await open()
    await page.goto("/app/tags")
    await page.getByRole("heading", { name: "Tags" }).waitFor()
    await page.goto(path)
    const field = page.locator(selector).first()
    const question = page.getByRole("dialog", { name: "Leave without saving?" })
    await field.fill("Another name")
    await page.getByRole("link", { name: "Incidents" }).first().click()
    await question.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await shoot(page, `leave-${name}`)
    await page.getByRole("button", { name: "Cancel" }).last().click()
    await question.waitFor({ state: "detached" })
    expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual([path, "Another name"])
    await page.getByRole("link", { name: "Incidents" }).first().click()
    await page.getByRole("button", { name: "Leave without saving" }).click()
    await page.getByRole("heading", { name: "Incidents", level: 1 }).waitFor()
    await page.goBack()
    await field.waitFor()
    expect(await field.inputValue()).not.toBe("Another name")
    await page.getByRole("link", { name: "Tags" }).first().click()
    await page.getByRole("heading", { name: "Tags", level: 1 }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it("are not lost by a step back, or by a reload", async () => {
    const { context, page } = await open()
    await page.goto("/app/tags")
    await page.goto("/app/domains/id-1")
    await page.locator("a[href='/app/domains/id-1/settings']").click()
    await page.locator("#name").fill("Another name")
    await page.evaluate("history.back()")
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/app/domains/id-1/settings")
    const asked = new Promise<string>((resolve) => {
      page.once("dialog", (dialog) => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.getByRole("button", { name: "Cancel" }).last().click()
    await Promise.all([asked, page.reload()])
    expect(await asked).toBe("beforeunload")
    await page.locator("#name").fill("Another name")
    await page.evaluate("history.back()")
    await page.getByRole("button", { name: "Leave without saving" }).click()
    await page.locator("canvas").waitFor()
    expect(new URL(page.url()).pathname).toBe("/app/domains/id-1")
    await context.close()
  })

  it("are forgotten once they are saved", async () => {
    const { context, page } = await open()
    await page.goto("/app/routes/r1")
    await page.locator("form input:not([type])").first().fill("Another name")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Alert routes", level: 1 }).waitFor()
    expect(await page.getByRole("button", { name: "Leave without saving" }).count()).toBe(0)
    await context.close()
  })

  it.each([1_280, 390])("have their button in sight at the top of a long form, in %d px", async (width) => {
    const { context, page } = await open({ width })
    for (const [name, path, selector] of forms.slice(0, 5)) {
      await page.goto(path)
      await page.locator(selector).first().waitFor()
      await shoot(page, `save-${name}-${width}`)
      const button = page.locator("form button[type=submit]").first()
      const isHit = await button.evaluate((one) => {
        const { height, left, top, width: wide } = one.getBoundingClientRect()
        const hit = document.elementFromPoint(left + wide / 2, top + height / 2)
        return hit !== null && one.contains(hit)
      })
      expect([name, isHit]).toEqual([name, true])
    }
    await context.close()
  })
})
