import type { PagePreview, PageMonitor } from "@mon/model"
import { expect, it } from "vitest"
import { type Everyday, main, rows } from "./Everyday.ts"

export const pageTasks = (everyday: Everyday): void => {
  const { expectFewSteps } = everyday
  it("7 what changed on this page", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Pages").click())
      await step(() =>
        rows(page)
          .filter({ hasText: "Competitor prices" })
          .getByRole("link", { name: /unseen/u })
          .click()
      )
      await page.getByText("Now with phone support").first().waitFor()
      await page.getByRole("slider", { name: "Slider position" }).waitFor()
    }))

  it("8 which changes has nobody seen", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Pages").click())
      await step(() => page.getByRole("button", { name: /^Unseen changes/u }).click())
      await step(() =>
        rows(page)
          .filter({ hasText: "Tindra lunch menu" })
          .getByRole("link", { name: /unseen/u })
          .click()
      )
      await step(() => page.getByRole("button", { name: "Mark as seen" }).click())
      await page.getByRole("button", { name: "Mark as unseen" }).waitFor()
    }))

  it("9 ignore the noise on a page", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Pages").click())
      await step(() =>
        rows(page)
          .filter({ hasText: "Competitor prices" })
          .getByRole("link", { name: /unseen/u })
          .click()
      )
      const line = page.getByRole("button", { name: /^Ignore lines like this: .*89 EUR/u }).first()
      await step(() => line.click())
      const dialog = page.getByRole("dialog", { name: "Ignore lines like this" })
      await dialog.getByText(/^In this change: [12] of \d changed lines/u).waitFor()
      await step(() => dialog.getByRole("button", { name: "Ignore these lines" }).click())
      await page.getByText("Lines like this will be ignored starting with the next check.").first().waitFor()
      const headers = { "X-API-Key": everyday.demo.apiKey }
      const listed = await fetch(`${everyday.demo.baseUrl}/api/v1/urls?limit=50`, { headers })
      const { data: pages } = (await listed.json()) as { data: ReadonlyArray<PageMonitor> }
      const { ignoreLines, url } = pages.find(({ name }) => name === "Competitor prices") ?? {
        ignoreLines: [],
        url: ""
      }
      expect(ignoreLines).toEqual([{ matches: expect.stringMatching(/EUR\$$/u) }])
      const body = JSON.stringify({ url, ignoreLines })
      const previewed = await fetch(`${everyday.demo.baseUrl}/api/v1/urls/preview`, { method: "POST", headers, body })
      const { data: preview } = (await previewed.json()) as { data: PagePreview }
      expect(preview.leftOut.flatMap(({ lines }) => lines).join("\n")).toContain("89 EUR")
    }))
}
