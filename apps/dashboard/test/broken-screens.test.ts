import { describe, expect, it } from "vitest"
import { hasBrowser } from "./Browser.ts"
import { useStandIn } from "./Visits.ts"

describe.skipIf(!hasBrowser)("a screen that cannot be shown", () => {
  const open = useStandIn(5)

  it("leaves the navigation, and opens again when its file can be loaded", async () => {
    const { context, page } = await open()
    const file = /\/assets\/Tags-[^/]*\.js$/u
    await page.route(file, (route) => route.abort())
    await page.goto("/app")
    const navigation = page.getByRole("navigation", { name: "Main", exact: true })
    await navigation.getByRole("link", { name: "Tags" }).click()
    await page.getByText("The service is not responding. Check your connection.").waitFor()
    await navigation.getByRole("link", { name: "Team" }).click()
    await page.getByText("Ann Berg").waitFor()
    await page.unroute(file)
    await navigation.getByRole("link", { name: "Tags" }).click()
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("main").getByText("Care plan").first().waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    await context.close()
  }, 60_000)

  it("says that something went wrong when it cannot be drawn", async () => {
    const { context, page } = await open()
    await page.route("**/api/v1/tags", (route) => route.fulfill({ json: { success: true, data: [null] } }))
    await page.goto("/app/tags")
    await page.getByRole("heading", { level: 1, name: "This could not be loaded" }).waitFor()
    expect(await page.getByRole("navigation", { name: "Main", exact: true }).isVisible()).toBe(true)
    await context.close()
  }, 60_000)
})
