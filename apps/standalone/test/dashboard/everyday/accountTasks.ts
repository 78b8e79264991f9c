import { expect, it } from "vitest"
import { type Everyday, main } from "./Everyday.ts"

export const accountTasks = (everyday: Everyday): void => {
  const { expectFewSteps } = everyday
  it("16 pause alerts", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Settings").click())
      await step(() => page.getByRole("main").getByRole("link", { name: "Alerts" }).click())
      await step(() => page.getByRole("button", { name: "Pause alerts" }).click())
      await step(() => page.getByRole("dialog").getByRole("button", { name: "Pause alerts" }).click())
      await page.getByText("Alerts are paused. Checks continue").waitFor()
      await page.goto("/app")
      await page.getByText("Alerts have been paused since").waitFor()
      await page.getByRole("button", { name: "Resume alerts" }).first().click()
      await page.getByText("Alerts have been paused since").waitFor({ state: "detached" })
    }))

  it("19 give my client a view", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Team").click())
      await step(() => page.getByRole("button", { name: "Invite someone" }).click())
      const dialog = page.getByRole("dialog")
      await step(async () => {
        await dialog.getByLabel("Email address").fill("eva@viken-clinic-example.org")
        await dialog.getByLabel("Access to Clinics").selectOption({ label: "Can see" })
      })
      await step(() => dialog.getByRole("button", { name: "Send the invitation" }).click())
      await page.getByText("eva@viken-clinic-example.org is invited").waitFor()
    }))

  it("21 add a webhook and test it", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Webhooks").click())
      await step(() => page.getByRole("button", { name: "Create a webhook" }).click())
      const dialog = page.getByRole("dialog")
      await step(async () => {
        await dialog.getByLabel("URL of the receiver").fill(everyday.demo.internet.hookUrl)
        await dialog.getByLabel("Name (optional)").fill("On call")
        await page.keyboard.press("Enter")
      })
      await page.getByText("The webhook is ready").waitFor()
      await page.keyboard.press("Escape")
      await step(() => page.getByRole("button", { name: "Send a test to On call" }).click())
      await page.getByText("The test arrived").first().waitFor()
    }))

  it("23 who gets which alert", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Settings").click())
      await step(() => page.getByRole("link", { name: "Alerts" }).last().click())
      await page.getByText("Emails go to").waitFor()
      await page.goto("/app")
      await step(() => main(page, "Notifications").click())
      await step(() => page.getByText("Who was notified").first().click())
      await page.getByText(everyday.demo.email).last().waitFor()
    }))

  it("24 buy credits, and see the payment", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Billing").click())
      await step(() =>
        page
          .getByRole("button", { name: /^Buy for/u })
          .first()
          .click()
      )
      await step(() => page.getByRole("button", { name: /^Pay .*\(test\)$/u }).click())
      await page.goto("/app/billing")
      await page.getByText("paid", { exact: true }).first().waitFor()
    }))

  // This task runs last, because other tasks use the key.
  it("22 replace the API key", ({ task }) =>
    expectFewSteps(task.name, async (page, step) => {
      await step(() => main(page, "Settings").click())
      await step(() => page.getByRole("main").getByRole("link", { name: "API keys" }).click())
      await step(() =>
        page
          .getByRole("button", { name: /^Replace /u })
          .first()
          .click()
      )
      await step(() =>
        page
          .getByRole("dialog")
          .getByRole("button", { name: /^Replace/u })
          .click()
      )
      await page.getByText("Your new API key").waitFor()
      expect(await page.getByRole("main").innerText()).toMatch(/mon_[\w]+/u)
    }))
}
