import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const INCIDENT = "/app/incidents/incident-id-1"
const HOSTILE = "<img src=x onerror=alert(1)> \u202Eevil {{constructor}}"

/**
 * Returns sites. One of them shares its cause with `others` monitors, of which the viewer can see those with `names`.
 */
const together = (others: number, names: ReadonlyArray<string>) => {
  const sites = someSites(6)
  const [, site] = sites
  if (site !== undefined)
    site.sharedCause = {
      kind: "address",
      value: "203.0.113.7",
      others,
      incidents: names.map((domainName, index) => ({
        id: `incident-id-${index + 2}`,
        domainId: `id-${index + 2}`,
        domainName,
        status: index === 0 ? ("open" as const) : ("resolved" as const)
      }))
    }
  return sites
}

describe.skipIf(!hasBrowser)("an incident with a shared cause", () => {
  const open = useVisits()

  it("says with how many others it was announced, and links to them", async () => {
    const { context, page, problems } = await open(INCIDENT, { sites: together(11, ["Blog", "Wiki"]) })
    await page.getByText("11 other monitors at 203.0.113.7 failed at about the same time.").waitFor()
    expect(await page.getByText("and 9 more").count()).toBe(1)
    await page.getByRole("link", { name: "Blog" }).click()
    await page.waitForURL("**/app/incidents/incident-id-2")
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("says nothing where there is none, or the person can see no other", async () => {
    const { context, page } = await open(INCIDENT, { sites: together(0, []) })
    await page.getByRole("heading", { name: "Who was notified" }).waitFor()
    expect(await page.getByRole("heading", { name: "Failed together" }).count()).toBe(0)
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "appears without a violation: %s",
    async (name, view) => {
      const { context, page } = await open(INCIDENT, { sites: together(2, [HOSTILE, "x".repeat(120)]), view })
      await page
        .getByText(/203\.0\.113\.7/u)
        .first()
        .waitFor()
      await shoot(page, `shared-cause-${name}`)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    },
    60_000
  )
})
