import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { secondsSince } from "../Browsing.ts"
import { type Everyday, main, MINUTES } from "./Everyday.ts"

export const mailTasks = (everyday: Everyday): void => {
  const { expectFewSteps } = everyday
  it("10 which domain must I fix first for mail", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Email health").click())
      await page.locator("[data-row='0']").getByLabel("Mail grade F").waitFor()
      await step(() => page.getByRole("button", { name: "By fix" }).click())
      await page.getByRole("heading", { name: "DMARC missing" }).waitFor()
    }))

  it("11 copy the record that fixes it", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => page.keyboard.press("Control+k"))
      await step(async () => {
        await page.getByRole("combobox").fill("torp electric")
        await page.keyboard.press("Enter")
      })
      await step(() => page.getByRole("link", { name: "Mail", exact: true }).click())
      await step(() => page.getByRole("button", { name: "Copy Value" }).first().click())
      await page.getByText("Copied.").first().waitFor()
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain("v=DMARC1")
    }))

  it("12 check the mail of any domain, without an account", async ({ task }) => {
    const visitor = await everyday.browser.newContext({ baseURL: everyday.demo.baseUrl })
    const page = await visitor.newPage()
    await page.goto("/tools/email-health")
    const startedAt = performance.now()
    await page.getByRole("textbox").first().fill("kvam-cabins-example.com")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Email health of kvam-cabins-example.com" }).waitFor()
    const advice = page.getByRole("heading", { name: "What to do" })
    await advice.waitFor()
    everyday.performed.push({ task: task.name, steps: 2, seconds: secondsSince(startedAt) })
    expect(await advice.isVisible()).toBe(true)
    await visitor.close()
  })

  it("13 and 14 upload 5,000 prospects, start a simulation and follow it", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      const lines = Array.from({ length: 5_000 }, (_, number) => {
        const [, domain = ""] = (
          everyday.demo.internet.prospects[number % everyday.demo.internet.prospects.length] ?? ""
        ).split("@")
        return `Person ${number},person-${number}@${domain}`
      })
      await page.goto("/app/simulations")
      await step(() => page.getByRole("main").getByRole("link", { name: "New simulation" }).click())
      await step(async () => {
        await page.getByLabel("Find one of your domains").fill("lighthouse-agency")
        await page.getByRole("checkbox", { name: /^lighthouse-agency-example\.com/u }).check()
      })
      await step(() =>
        page.setInputFiles("input[type=file]", {
          name: "prospects.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(["name,email", ...lines].join("\n"))
        })
      )
      await page.getByText("5,000 entries").waitFor()
      await step(() => page.getByRole("button", { name: /^Start for/u }).click())
      await page.waitForURL(/\/simulations\/0[^/]+$/u)
      await page.getByRole("heading", { name: "Expected outcome" }).waitFor({ timeout: MINUTES })
    }))

  it("14 download the results", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Simulations").click())
      await step(() => page.getByRole("link", { name: /Autumn offer/u }).click())
      const download = page.waitForEvent("download")
      await step(() => page.getByRole("link", { name: "All prospects (CSV)" }).click())
      const text = readFileSync(await (await download).path(), "utf8")
      expect(text.trim().split("\n").length).toBe(1 + everyday.demo.internet.prospects.length)
    }))

  it("15 share the result", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Simulations").click())
      await step(() => page.getByRole("link", { name: /Autumn offer/u }).click())
      await step(() => page.getByRole("button", { name: "Share" }).click())
      await step(() => page.getByRole("button", { name: "Create a link" }).click())
      await expect.poll(() => page.getByLabel("Link", { exact: true }).inputValue()).toContain(everyday.demo.baseUrl)
    }))
}
