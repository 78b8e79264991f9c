import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { screens } from "./screenTable.ts"
import { useStandIn } from "./Visits.ts"

/** Matches a node of the accessibility tree that a person can use or go to, but that has no name. */
const UNNAMED =
  /^\s*- (?:button|link|checkbox|combobox|textbox|searchbox|spinbutton|slider|switch|tab|option|table|toolbar|dialog|region|heading|img|radio|menuitem)(?: \[[^\]]*\])*:?$/u

describe.skipIf(!hasBrowser)("the accessibility tree", () => {
  const open = useStandIn(60, 12, 6)

  it("names everything that a person acts on, on every screen", async () => {
    const { context, page } = await open()
    const unnamed: Array<string> = []
    for (const [screen, path, sign] of screens) {
      await page.goto(path)
      await page.locator(sign).first().waitFor()
      const tree = await page.locator("body").ariaSnapshot()
      for (const line of tree.split("\n")) if (UNNAMED.test(line)) unnamed.push(`${screen}: ${line.trim()}`)
    }
    expect(unnamed).toEqual([])
    await context.close()
  }, 480_000)

  it("has one main landmark, one first heading and a named navigation on every screen", async () => {
    const { context, page } = await open()
    for (const [screen, path, sign] of screens) {
      await page.goto(path)
      await page.locator(sign).first().waitFor()
      expect(await page.getByRole("main").count(), screen).toBe(1)
      expect(await page.getByRole("heading", { level: 1 }).count(), screen).toBe(1)
      expect(await page.getByRole("navigation", { name: "Main", exact: true }).count(), screen).toBe(1)
      expect(await page.title(), screen).toMatch(/ · Mon$/u)
    }
    await context.close()
  }, 480_000)
})
