import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hasBrowser, isTooWide } from "./Browser.ts"
import { hostileTexts, makeHostile, serveHostileTexts } from "./hostileAnswers.ts"
import { screens } from "./screenTable.ts"
import { useStandIn } from "./Visits.ts"

describe("hostile answers", () => {
  it("replace every text of strangers and nothing that the service writes", () => {
    const id = "0198"
    const changed = makeHostile({
      data: { id, status: "up", name: "Shop", error: { code: "http_status", message: "no" }, tags: [{ name: "a" }] }
    }) as {
      data: {
        id: string
        status: string
        name: string
        error: { code: string; message: string }
        tags: Array<{ name: string }>
      }
    }
    expect(changed.data).toMatchObject({ id, status: "up", error: { code: "http_status" } })
    for (const text of [changed.data.name, changed.data.error.message, changed.data.tags[0]?.name])
      expect(hostileTexts).toContain(text)
  })
})

/** Returns the elements that extend beyond the window, if the page can be scrolled to them. */
const tooWide = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await isTooWide(page))
    ? page.evaluate(() =>
        [...document.querySelectorAll("main *")]
          .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((element) => `${element.tagName} ${element.className}`)
          .slice(0, 8)
      )
    : []

const views = [
  ["wide", 1_280],
  ["phone", 390]
] as const

describe.skipIf(!hasBrowser)("hostile names, messages, certificates, registrations and records", () => {
  const open = useStandIn(40, 12, 6)

  it.each(views)(
    "are texts on every screen: %s",
    async (_, width) => {
      const { context, page, problems } = await open({ width })
      let dialogs = 0
      page.on("dialog", (dialog) => {
        dialogs += 1
        void dialog.dismiss()
      })
      await serveHostileTexts(page)
      const found: Array<string> = []
      for (const [screen, path] of screens) {
        await page.goto(path)
        await page
          .getByRole("heading", { level: 1 })
          .first()
          .waitFor()
          .catch(() => found.push(`${screen} has no heading`))
        await page.waitForLoadState("networkidle")
        const markup = page.locator(
          "img[src=x], svg[onload], main script, [onerror], [onload], a[href^='javascript:' i]"
        )
        if ((await markup.count()) > 0) found.push(`${screen} has markup of strangers`)
        for (const part of await tooWide(page)) found.push(`${screen}: ${part} is too wide`)
      }
      expect(found).toEqual([])
      expect(dialogs).toBe(0)
      expect(problems.filter((text) => !text.includes("404"))).toEqual([])
      await context.close()
    },
    240_000
  )

  it("are texts in events", async () => {
    const { context, page, problems, server } = await open()
    await page.goto("/app/domains")
    await page.locator("[data-row='5']").waitFor()
    // The page reloads the list once the event stream has begun, so it keeps only the events after that.
    await (await page.waitForResponse(/\/api\/v1\/monitors$/u)).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
    for (const [number, reason] of hostileTexts.entries()) {
      const id = `id-${number + 10}`
      server.send({ name: "domain", data: { id, state: "down", since: 1_795_680_000, reason } })
      server.send({ name: "incident", data: { id: reason, domainId: reason } })
      server.send({ name: "notification", data: { id: reason } })
    }
    await page.getByText("<img src=x onerror=alert(1)>").first().waitFor()
    await page
      .getByText(/· constructor$/u)
      .first()
      .waitFor()
    expect(await tooWide(page)).toEqual([])
    expect(problems.filter((text) => !text.includes("404"))).toEqual([])
    await context.close()
  }, 60_000)
})
