import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

/** A red square. */
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64"
)

const views: ReadonlyArray<readonly [string, View]> = [
  ["light", {}],
  ["dark", { dark: true }],
  ["phone", { width: 390 }],
  ["german-phone-dark", { width: 360, dark: true, locale: "de-DE" }]
]

describe.skipIf(!hasBrowser)("the name and the logo of a workspace", () => {
  const open = useVisits()
  const visit = (path: string, view: View = {}) => open(path, { sites: someSites(12), view })

  it("are set by the owner, stand beside every screen and on printed reports, and are removed", async () => {
    const { context, page, problems, server } = await visit("/app/settings/workspace")
    await page.getByLabel("Name", { exact: true }).fill("Blau & Söhne")
    await page
      .getByLabel("Logo", { exact: true })
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: LOGO })
    await page.getByAltText("The logo").waitFor()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("banner").getByText("Blau & Söhne").waitFor()
    expect(server.account.branding).toEqual({
      name: "Blau & Söhne",
      logo: `data:image/png;base64,${LOGO.toString("base64")}`
    })
    await shoot(page, "workspace-set")
    await page.goto("/app/reports?target=99.9")
    await page.getByRole("region", { name: "Domains" }).waitFor()
    const letterhead = page.getByRole("main").getByText("Blau & Söhne")
    expect(await letterhead.isVisible()).toBe(false)
    await page.emulateMedia({ media: "print" })
    expect(await letterhead.isVisible()).toBe(true)
    await shoot(page, "workspace-report-print")
    await page.emulateMedia({ media: "screen" })
    await page.goto("/app/settings/workspace")
    await page.getByRole("button", { name: "Remove the logo" }).click()
    await page.getByLabel("Name", { exact: true }).fill("")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect.poll(() => server.account.branding, { timeout: 20_000 }).toEqual({ name: null, logo: null })
    expect(problems).toEqual([])
    await context.close()
  }, 120_000)

  it("refuse a logo that is too large before it is sent", async () => {
    const { context, page, server } = await visit("/app/settings/workspace")
    const buffer = Buffer.alloc(262_145)
    await page.getByLabel("Logo", { exact: true }).setInputFiles({ name: "logo.png", mimeType: "image/png", buffer })
    await page.getByText("The logo is larger than 256 KiB.").waitFor()
    expect(server.account.branding.logo).toBeNull()
    await context.close()
  }, 90_000)

  it.each(views)(
    "have no violation and no sideways scroll (%s)",
    async (name, view) => {
      const { context, page, problems, server } = await visit("/app/settings/workspace", view)
      server.account.branding = {
        name: "Blau & Söhne Gesellschaft für Webseitenbetreuung mbH",
        logo: `data:image/png;base64,${LOGO.toString("base64")}`
      }
      await page.reload()
      await page.locator("form img").waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      expect(problems).toEqual([])
      await shoot(page, `workspace-${name}`)
      await context.close()
    },
    90_000
  )
})
