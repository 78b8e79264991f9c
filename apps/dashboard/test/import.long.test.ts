import { englishIn } from "@mon/tooling/english"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide, shoot, type View, violationsOf } from "./Browser.ts"
import { useVisits } from "./Visits.ts"

const SECRET = "not-a-real-one"

/** Responses of UptimeRobot with a kind of monitor that Mon lacks, a field that is not imported, and a secret. */
const robots = JSON.stringify({
  data: [
    {
      id: 1,
      type: "HTTP",
      url: "https://shop.example.org",
      friendlyName: "Shop",
      interval: 300,
      customHttpHeaders: { "X-Probe": SECRET, "X-Key": SECRET },
      regionalData: { regions: ["na"] }
    },
    { id: 2, type: "PING", url: "example.org", friendlyName: "Router" }
  ]
})

/**
 * A backup of Uptime Kuma. One of its two monitors sends alerts to a chat and to a kind of channel that Mon does not
 * have.
 */
const kuma = JSON.stringify({
  version: "1.23.0",
  notificationList: [
    {
      id: 1,
      name: "Chat",
      active: true,
      config: JSON.stringify({ type: "slack", slackwebhookURL: "https://hooks.slack.com/services/T0/B0/X0" })
    },
    { id: 2, name: "Radio", active: true, config: JSON.stringify({ type: "radio" }) }
  ],
  monitorList: [
    {
      id: 1,
      name: "Shop",
      type: "http",
      url: "https://shop.example.org",
      interval: 60,
      notificationIDList: { 1: true, 2: true }
    },
    { id: 2, name: "Docs", type: "http", url: "https://docs.example.org", interval: 20 }
  ]
})

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content)
})

const PLAN = "Show what would change"

describe.skipIf(!hasBrowser)("the import in the dashboard", () => {
  const open = useVisits()
  const visit = (view: View = {}) => open("/app/import", { view })

  it("shows what was found, sends no secret of the file, and applies the plan", async () => {
    const { context, page, problems, server } = await visit()
    const sent: Array<string> = []
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`))
    await page.getByLabel("Choose files").setInputFiles(file("robot.json", robots))
    await page.getByText("1 monitor of types Mon does not support").waitFor()
    expect(await page.getByLabel("Which tool", { exact: true }).inputValue()).toBe("uptimerobot")
    await page.getByText("1 × ping").waitFor()
    await page.getByText("1 of 2 monitors", { exact: true }).waitFor()
    await page.getByText("Mon does not have ping checks.").waitFor()
    await page.getByText("regionalData").first().waitFor()
    await page.getByLabel("ROBOT_1_HEADERS_X_KEY").fill("typed-again")
    await page.getByRole("button", { name: PLAN }).click()
    await page.getByText("Left out because a secret is empty: 1").click()
    await page.getByText("domains.robot-1.request.headers.X-Probe").last().waitFor()
    await page.getByRole("checkbox", { name: "Also delete 1 object" }).check()
    await page.getByRole("button", { name: "Apply the plan" }).click()
    await page.getByText("Created: 1. Changed: 1. Deleted: 1.").waitFor()
    const [plan, apply] = server.account.configFile
    expect(plan?.["document"]).toContain("project: robot")
    expect(plan?.["document"]).toContain("X-Key: typed-again")
    expect(plan?.["document"]).not.toContain("${env:")
    expect(apply).toEqual({ planId: "p1", allowDelete: true })
    expect(sent.filter((request) => request.includes(SECRET))).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("names the monitors whose alerts do not reach a channel, and makes no route without it", async () => {
    const { context, page, problems, server } = await visit()
    await page.getByLabel("Choose files").setInputFiles(file("kuma.json", kuma))
    await page.getByText("Radio receives no alerts about: Shop").waitFor()
    await page.getByText("1 of 2 channels", { exact: true }).waitFor()
    await page.getByText("20 s became 60 s").waitFor()
    await page.getByRole("button", { name: PLAN }).click()
    await page.getByText("Chat receives no alerts about: Shop").waitFor()
    const [plan] = server.account.configFile
    expect(plan?.["document"]).toContain("kuma-1")
    expect(plan?.["document"]).not.toContain("routes:")
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("is German on a German screen, with the reasons of the report and of a file that cannot be read", async () => {
    const { context, page, problems } = await visit({ locale: "de-DE" })
    const input = page.locator("main input[type=file]")
    await input.setInputFiles(file("kuma.json", kuma))
    await page.getByText("Aus 20 s wurden 60 s").waitFor()
    await page.getByText("Der Kanal Radio wird nicht importiert. Mon hat keinen Kanal für radio.").waitFor()
    const shown = await page.locator("main").innerText()
    expect(englishIn(shown.split("\n"), ["Better Stack", "Uptime Kuma"])).toEqual([])
    await input.setInputFiles(file("gatus.yaml", "endpoints: [\n"))
    await page.getByText("Mon erkennt diese Datei nicht. Wählen Sie das Werkzeug.").waitFor()
    await page.getByLabel("Welches Werkzeug", { exact: true }).selectOption("gatus")
    await page.getByRole("alert").getByText("gatus.yaml, Zeile").waitFor()
    expect(await page.locator("main [lang=en]").count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("reads the same file as another kind, and asks for the kind of what it does not know", async () => {
    const { context, page, problems } = await visit()
    await page.getByLabel("Choose files").setInputFiles(file("notes.yaml", "shop: 1\n"))
    await page.getByText("Mon does not recognise this file. Choose the tool.").waitFor()
    await page.getByLabel("Which tool", { exact: true }).selectOption("gatus")
    await page.getByText("There are no endpoints: the file is not a Gatus configuration.").waitFor()
    await page.getByLabel("Choose files").setInputFiles(file("sites.txt", "shop.example.org web\nhttp://192.168.1.1\n"))
    await page.getByText("1 of 2 monitors", { exact: true }).waitFor()
    expect(await page.getByLabel("Which tool", { exact: true }).inputValue()).toBe("list")
    await page.getByText('IP addresses. The address is "http://192.168.1.1".').waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("gets what somebody pasted as a list of sites", async () => {
    const { context, page, problems } = await open("/app/add")
    await page.locator("#sites").evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", text)
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }))
    }, kuma)
    await page.getByRole("button", { name: "Import it" }).click()
    await page.getByText("1 of 2 channels", { exact: true }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("takes files that are dropped, and several at once", async () => {
    const { context, page, problems } = await visit()
    const data = await page.evaluateHandle(() => {
      const dropped = new DataTransfer()
      dropped.items.add(new File(["modules: { web: { prober: http } }"], "blackbox.yml"))
      dropped.items.add(
        new File(
          [
            "scrape_configs: [{ job_name: shops, metrics_path: /probe, params: { module: [web] }, static_configs: [{ targets: [shop.example.org] }] }]"
          ],
          "prometheus.yml"
        )
      )
      return dropped
    })
    await page.locator("main input[type=file]").dispatchEvent("drop", { dataTransfer: data })
    await page.getByText("1 monitor", { exact: true }).waitFor()
    expect(await page.getByLabel("Which tool", { exact: true }).inputValue()).toBe("blackbox")
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, string | Buffer, string]>([
    ["a database", "SQLite format 3\0rest", "mon import uptime-kuma kuma.db"],
    ["an archive", "PK\u0003\u0004rest", "Run “mon import”"],
    ["a file that is too large", Buffer.alloc(4 * 2 ** 20 + 1, 32), "larger than 4 MiB"],
    ["a file that is no text", Buffer.from([0xff, 0xfe, 0x00]), "One of the files is not UTF-8 text."]
  ])(
    "refuses %s with a sentence",
    async (_, content, sentence) => {
      const { context, page, problems, server } = await visit()
      await page.getByLabel("Choose files").setInputFiles(file("file", content))
      await page.getByRole("alert").getByText(sentence).waitFor()
      expect(await page.getByRole("button", { name: PLAN }).count()).toBe(0)
      expect(server.account.configFile).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  it("shows texts of the file as texts", async () => {
    const { context, page, problems } = await visit()
    const rows = Array.from({ length: 60 }, (_, id) => ({
      id,
      type: "<img src=x onerror=alert(1)>",
      url: "https://shop.example.org",
      friendlyName: `<b>${id}</b>\u202e`
    }))
    await page.getByLabel("Choose files").setInputFiles(file("robot.json", JSON.stringify({ data: rows })))
    await page.getByText("<b>7</b>").waitFor()
    await page.getByRole("button", { name: "Show 10 more" }).click()
    await page.getByText("<b>59</b>").waitFor()
    expect(await page.locator("main img, main b b").count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it("works with the keyboard, and moves the focus to what is new", async () => {
    const { context, page, problems } = await visit()
    await page.getByLabel("Choose files").setInputFiles(file("robot.json", robots))
    await page.getByText("1 × ping").waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("1 × ping"))
    await page.keyboard.press("Tab")
    await page.keyboard.type("first")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "What would change" }).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("What would change"))
    expect(problems).toEqual([])
    await context.close()
  }, 60_000)

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }]
  ])(
    "names the monitor that a plan refuses, and offers nothing to apply: %s",
    async (name, view) => {
      const { context, page, problems } = await visit(view)
      const wiki = { id: 7, type: "HTTP", url: "https://intranet.example.org", friendlyName: "Wiki of the office" }
      await page.getByLabel("Choose files").setInputFiles(file("robot.json", JSON.stringify({ data: [wiki] })))
      await page.getByRole("button", { name: PLAN }).click()
      await page.getByText("Wiki of the office: URL must point to a public domain.").waitFor()
      await page.getByText("domains.robot-7 · line 4").waitFor()
      expect(await page.getByRole("button", { name: "Apply the plan" }).count()).toBe(0)
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `import-refused-${name}`)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )

  it.each<readonly [string, View]>([
    ["light", {}],
    ["dark", { dark: true }],
    ["phone", { width: 390 }],
    ["german", { locale: "de-DE" }]
  ])(
    "has no violation: %s",
    async (name, view) => {
      const { context, page, problems } = await visit(view)
      await page.locator("main input[type=file]").setInputFiles(file("robot.json", robots))
      await page.locator("main input[type=password]").first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      await shoot(page, `import-${name}`)
      await page.locator("main button[type=submit]").click()
      await page.locator("main input[type=checkbox]").waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await shoot(page, `import-plan-${name}`)
      expect(problems).toEqual([])
      await context.close()
    },
    60_000
  )
})
