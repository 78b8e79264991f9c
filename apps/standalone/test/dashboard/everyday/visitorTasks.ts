import { expect, it } from "vitest"
import { type Everyday, main } from "./Everyday.ts"

export const visitorTasks = (everyday: Everyday): void => {
  const { expectFewSteps } = everyday
  it("25 inform visitors", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await main(page, "Status pages").click()
      const report = page.getByRole("link", { name: "Report an incident on Lighthouse Agency" })
      await report.waitFor()
      await step(() => report.click())
      await step(async () => {
        await page.getByLabel("Title").fill("Orders arrive late")
        await page.getByLabel("Text").fill("We are searching for the cause. No order is lost.")
      })
      await step(() => page.getByRole("button", { name: "Publish…" }).click())
      await step(() => page.getByRole("button", { name: "Publish", exact: true }).click())
      await page.getByText("Nobody was notified").waitFor()
      const readers = async () => (await fetch(`${everyday.demo.baseUrl}/s/lighthouse/`)).text()
      await expect.poll(readers, { timeout: 10_000 }).toContain("Orders arrive late")
    }))
}
