import { expect, it } from "vitest"
import { domains, type Everyday, main, MINUTES, rows } from "./Everyday.ts"

export const siteTasks = (everyday: Everyday): void => {
  const { expectFewSteps } = everyday
  it("1 add a site", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => page.keyboard.press("n"))
      await step(() => page.fill("#sites", everyday.demo.internet.spareUrl("shop")))
      await step(() => page.keyboard.press("Control+Enter"))
      await page.getByText(/^Up · \d/u).waitFor()
    }))

  it("2 add 80 sites", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      const sites = Array.from({ length: 80 }, (_, number) => everyday.demo.internet.spareUrl(`client-${number}`))
      await step(() => page.keyboard.press("n"))
      await step(() => page.fill("#sites", sites.join("\n")))
      await step(() => page.getByRole("button", { name: "Add 80 domains" }).click())
      await page.getByText("80 up, 0 down, 0 waiting").waitFor({ timeout: 2 * MINUTES })
    }))

  it("3 which sites are down now", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => domains(page).click())
      await step(() => page.getByRole("button", { name: /^Down/u }).click())
      await page.waitForURL(/show=down/u)
      const names = await rows(page).getByRole("link").allInnerTexts()
      for (const name of ["Viken Clinic", "Myhre Plumbing", "Dal Records", "Isdal Diving", "Nes Boats"])
        expect(names.join("\n")).toContain(name)
    }))

  it("4 why was it down last night", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() =>
        page
          .getByRole("link", { name: /Dal Records/u })
          .first()
          .click()
      )
      await page.getByText("Down now: No response within the timeout").waitFor()
      await step(() => page.getByRole("link", { name: "See the evidence" }).click())
      await page.getByRole("heading", { name: "What to do" }).waitFor()
      await page.getByText("The response did not start in time.").first().waitFor()
      await page.getByRole("heading", { name: "Who was notified" }).waitFor()
      await page.getByText(everyday.demo.email).first().waitFor()
    }))

  it("5 show me the incident's picture", async ({ task }) => {
    interface Listed {
      readonly id: string
      readonly domainName: string
      readonly triggerScreenshotUrl: string | null
    }
    // The unstable site of the demo goes down some time after the start.
    let id = ""
    const hasPicture = async () => {
      const response = await fetch(`${everyday.demo.baseUrl}/api/v1/incidents?limit=50`, {
        headers: { "X-API-Key": everyday.demo.apiKey }
      })
      const { data } = (await response.json()) as { data: ReadonlyArray<Listed> }
      const found = data.find((one) => one.domainName === "Sjöblom Bakery" && one.triggerScreenshotUrl !== null)
      id = found?.id ?? ""
      return id !== ""
    }
    await expect.poll(hasPicture, { timeout: 150_000, interval: 1_000 }).toBe(true)
    await expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Incidents").click())
      await step(() => page.locator(`a[href='/app/incidents/${id}']`).first().click())
      await page.getByRole("img", { name: "Sjöblom Bakery: At the start" }).waitFor({ state: "attached" })
      // The browser loads the picture only when it comes into view.
      await page.keyboard.press("End")
      const width = () =>
        page.evaluate<number>("document.querySelector('img[alt=\"Sjöblom Bakery: At the start\"]').naturalWidth")
      await expect.poll(width).toBeGreaterThan(100)
    })
  })

  it("6 how fast was it this month", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => page.keyboard.press("Control+k"))
      await step(async () => {
        await page.getByRole("combobox").fill("havn hotel")
        await page.keyboard.press("Enter")
      })
      await page.locator("canvas").waitFor()
      const timeline = page.waitForResponse((response) => response.url().includes("range=30d"))
      await step(() => page.getByLabel("Period").selectOption("30d"))
      expect((await timeline).status()).toBe(200)
      await page.getByRole("img", { name: "Response time" }).waitFor()
      await page.getByText(/p95/u).first().waitFor()
    }))

  it("17 pause ten sites, and take it back", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => domains(page).click())
      await page.locator("[data-row='9']").waitFor()
      await step(async () => {
        for (let row = 0; row < 10; row++) await page.locator(`[data-row='${row}']`).getByRole("checkbox").check()
      })
      await step(() => page.getByRole("toolbar").getByRole("button", { name: "Pause" }).click())
      await page.getByText("10 domains are paused.").first().waitFor()
      await step(() => page.getByRole("button", { name: "Undo" }).click())
      await page.getByText("Undone.").first().waitFor()
    }))

  it("18 change the interval of all sites of a client", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await page.goto("/app/domains?q=lighthouse")
      await step(() => page.getByLabel("Select all shown").check())
      await step(() => page.getByRole("button", { name: "Interval…" }).click())
      await step(() => page.getByRole("dialog").getByLabel("Interval").selectOption("300"))
      await step(() => page.getByRole("dialog").getByRole("button", { name: "Apply" }).click())
      await page.getByText("2 domains are now checked every").first().waitFor()
    }))

  it("20 find everything of one client", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => domains(page).click())
      await step(() => page.getByLabel("Tag", { exact: true }).selectOption({ label: "Clinics" }))
      await page.waitForURL(/tag=/u)
      await expect.poll(() => rows(page).count()).toBe(6)
    }))
}
