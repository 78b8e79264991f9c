import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const SETTINGS = "/app/domains/id-1/settings"

describe.skipIf(!hasBrowser)("the monitors that a domain depends on", () => {
  const open = useVisits()

  it("are chosen from a list by the keyboard, and removed", async () => {
    const sites = someSites(6)
    const { context, page, problems } = await open(SETTINGS, { sites })
    const list = page.getByRole("combobox", { name: "Add to Depends on" })
    await list.waitFor()
    await list.focus()
    await list.selectOption({ value: "id-2" })
    await list.selectOption({ value: "id-3" })
    const picked = page.getByRole("group", { name: "Depends on" }).getByRole("listitem")
    await expect.poll(() => picked.count()).toBe(2)
    // A chosen monitor is no longer offered.
    expect(await list.locator("option[value='id-2']").count()).toBe(0)
    await page.getByRole("button", { name: "Save" }).click()
    await expect.poll(() => sites[1]?.settings["dependsOn"]).toEqual(["id-2", "id-3"])
    await picked.first().getByRole("button").focus()
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Save" }).click()
    await expect.poll(() => sites[1]?.settings["dependsOn"]).toEqual(["id-3"])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "appear without a violation: %s",
    async (name, view) => {
      const sites = someSites(6).map((site, index) =>
        index === 2 ? { ...site, name: `<img src=x onerror=alert(1)> \u202E${"x".repeat(120)}` } : site
      )
      if (sites[1] !== undefined) sites[1].settings["dependsOn"] = ["id-2", "id-3", "gone"]
      const { context, page } = await open(SETTINGS, { sites, view })
      const group = page.locator("fieldset", { has: page.locator("input[name=dependsOn]") })
      await group.waitFor()
      await group.scrollIntoViewIfNeeded()
      await shoot(page, `dependencies-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    60_000
  )
})
