import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { someSites, useVisits } from "./Visits.ts"

const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true })

describe.skipIf(!hasBrowser)("alert channels", () => {
  const open = useVisits()
  const visit = async (path: string, view: View = {}) => {
    const opened = await open(path, { sites: someSites(8), view })
    return { ...opened, account: opened.server.account }
  }

  it("show what became of their last messages, and why they stopped", async () => {
    const { context, page, problems } = await visit("/app/channels")
    await page.getByText("Failing for").waitFor()
    await page.getByText("Switched off: the service rejected the settings").waitFor()
    await page.getByText("Stopped: not in your plan").waitFor()
    expect(await page.locator("main img").count()).toBe(0)
    await page.getByText("Last messages").first().click()
    await page.getByText("Summary of 5 alerts").waitFor()
    await page.getByText("The result is unknown. The message may have arrived.").waitFor()
    await page.getByText("superseded by a newer message").waitFor()
    await shoot(page, "channels")
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole("button", { name: "Send a test to Chat of operations" }).click()
    await page
      .getByText(
        "The test failed · Slack no longer has this channel's destination. · HTTP 404 · 212 ms · It responded: no_service"
      )
      .waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("are added by choosing a service and testing it before it is saved", async () => {
    const { account, context, page } = await visit("/app/channels")
    await page.getByRole("link", { name: "Add a channel" }).click()
    await page.getByText("Text messages from your Twilio account").waitFor()
    await shoot(page, "channel-kinds")
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel("Search for a service").fill("fax")
    await page.getByText("No service has this name.").waitFor()
    await page.getByLabel("Search for a service").fill("push messages to")
    await page.getByRole("link", { name: /^ntfy/u }).click()
    await page.getByText("How to connect it").waitFor()
    await page.getByLabel("Server (optional)").fill("https://private.internal")
    await button(page, "Send a test").click()
    expect(await page.getByText("The service accepted the test").count()).toBe(0)
    await page.getByLabel("Topic").fill("alerts-k3v9x2m7")
    await button(page, "Send a test").click()
    await page.getByText("The service accepted the test · HTTP 200 · 128 ms").waitFor()
    await shoot(page, "channel-form")
    expect(await violationsOf(page)).toEqual([])
    await button(page, "Save the channel").click()
    await page.getByText("The channel's address must be an https URL with a public host name.").waitFor()
    expect(await page.getByText("settings.server").count()).toBe(0)
    await page.getByLabel("Server (optional)").fill("")
    await page.getByLabel("Name (optional)").fill("On call")
    await button(page, "Save the channel").click()
    await page.getByText("On call was added.").first().waitFor()
    await page.waitForURL(/\/app\/channels$/u)
    expect(account.channels.at(-1)).toMatchObject({
      kind: "ntfy",
      name: "On call",
      settings: { server: "", topic: "alerts-k3v9x2m7", token: "" }
    })
    await context.close()
  }, 60_000)

  it("come from the Apprise URL of another program", async () => {
    const { account, context, page } = await visit("/app/channels/new")
    await page.getByRole("textbox", { name: "Apprise URL" }).fill("mailto://ann@example.org")
    await button(page, "Use the URL").click()
    await page.getByText("Add the address as an email recipient.").waitFor()
    await page.getByRole("textbox", { name: "Apprise URL" }).fill("ntfy://alerts-k3v9x2m7")
    await button(page, "Use the URL").click()
    await page.getByText("1 channel was added. Send a test to each of them.").first().waitFor()
    expect(account.channels).toHaveLength(6)
    await context.close()
  }, 60_000)

  it("keep their secrets when their settings change, after the password", async () => {
    const { account, context, page } = await visit("/app/channels/c2")
    account.asksPassword = true
    expect(await page.getByLabel("Topic").inputValue()).toBe("***")
    await page.getByLabel("Name (optional)").fill("Phones")
    await button(page, "Save").click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Password", { exact: true }).fill("four words make one")
    await dialog.getByRole("button").last().click()
    await page.getByText("Phones was saved.").first().waitFor()
    expect(account.channels[1]).toMatchObject({ name: "Phones", settings: { topic: "***" } })
    await context.close()
  }, 60_000)

  it("are switched off and on again by the undo of the message, and deleted", async () => {
    const { account, context, page } = await visit("/app/channels")
    await button(page, "Switch off Chat of operations").click()
    await page.getByText("Chat of operations is off.").first().waitFor()
    await button(page, "Undo").click()
    await page.getByText("Chat of operations is on.").first().waitFor()
    expect(account.channels[0]).toMatchObject({ isActive: true })
    await button(page, "Delete Old group").click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Delete/u })
      .click()
    await page.getByText("Old group was deleted.").first().waitFor()
    expect(account.channels.map(({ id }) => id)).toEqual(["c1", "c2", "c4", "c5"])
    await context.close()
  }, 60_000)

  it("fit on a phone, also in the dark and in German", async () => {
    for (const path of [
      "/app/channels",
      "/app/channels/new",
      "/app/channels/new/webhook_template",
      "/app/channels/c2"
    ]) {
      const { context, page, problems } = await visit(path, { width: 390, dark: true, locale: "de-DE" })
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
      await shoot(page, `${path.split("/").slice(2).join("-")}-phone`)
      expect([path, await isTooWide(page), await violationsOf(page), problems]).toEqual([path, false, [], []])
      await context.close()
    }
  }, 60_000)
})
