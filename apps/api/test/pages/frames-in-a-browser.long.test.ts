// The pages of Mon that another site can show in a frame, as a browser decides.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { hasBrowser, openBrowser, windowOf } from "./Browser.ts"
import { sharedSimulation } from "./SharedSimulation.ts"
import { makeStatusPage } from "./statusPage.ts"
import { behindProxy, signUp } from "./Visitor.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: frames are not checked with a browser.")

const PASSWORD = "a password of readers"

describe.skipIf(!hasBrowser)("a site of somebody else", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let browser: Browser
  let context: BrowserContext
  let other: Server
  let otherOrigin: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: { ...behindProxy, signup: "open" } })
    owner = await world.account("agency")
    browser = await openBrowser()
    // The owner is signed in, so that no page is refused for another reason.
    context = await windowOf(browser, api.origin, await signUp(world, api, "framed@example.com"))
    other = createServer((request, response) => {
      const framed = new URL(request.url ?? "/", "http://other").searchParams.get("framed") ?? ""
      const source = framed.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
      response.end(`<!doctype html><title>Other</title><iframe src="${source}" title="Framed"></iframe>`)
    })
    await new Promise<void>((done) => other.listen(0, "127.0.0.2", done))
    otherOrigin = `http://127.0.0.2:${(other.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await browser?.close()
    await new Promise((done) => other.close(done))
    await world.close()
  })

  /** Returns the text of the page in the frame, or null if the browser refused to show it. */
  const framed = async (path: string): Promise<{ readonly text: string | null; readonly refusal: string }> => {
    const page = await context.newPage()
    const errors: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    try {
      await page.goto(`${otherOrigin}/?framed=${encodeURIComponent(`${api.origin}${path}`)}`, { waitUntil: "load" })
      const frame = await (await page.waitForSelector("iframe")).contentFrame()
      const isShown = frame?.url().startsWith(api.origin) === true
      return { text: isShown ? ((await frame?.textContent("body")) ?? "") : null, refusal: errors.join("\n") }
    } finally {
      await page.close()
    }
  }

  it("can show the state of a public page, and nothing of it is blocked", async () => {
    const { slug } = await makeStatusPage(api, owner)
    const { refusal, text } = await framed(`/s/${slug}/embed/`)
    expect(text).toContain("Not Monitored")
    expect(refusal).toBe("")
  })

  it("can show no other page of the service, also not to somebody who is signed in", async () => {
    const page = await makeStatusPage(api, owner)
    const made = await api.send("POST", `/api/v1/status-pages/${page.id}/posts`, {
      key: owner.key,
      body: { kind: "incident", title: "Slow payments", body: "We investigate.", notifySubscribers: false }
    })
    const closed = await makeStatusPage(api, owner, { access: "password", password: PASSWORD })
    const domains = await makeStatusPage(api, owner, { access: "email_domains", emailDomains: ["example.com"] })
    const { path: share } = await sharedSimulation(world, api, owner, "Spring campaign")
    const paths = ["", "history/", "maintenance/", `incidents/${made.data.id}/`, "subscribe", "no-such-file"].map(
      (rest) => `/s/${page.slug}/${rest}`
    )
    for (const path of [
      ...paths,
      ...[closed, domains].flatMap(({ slug }) => [`/s/${slug}/`, `/s/${slug}/embed/`]),
      share,
      "/",
      "/signin",
      "/signup",
      "/password",
      "/app",
      "/app/status-pages",
      "/docs",
      "/tools/email-health",
      "/s/no-such-page/"
    ]) {
      const { refusal, text } = await framed(path)
      expect([path, text, refusal.includes("frame-ancestors") || refusal.includes("X-Frame-Options")]).toEqual([
        path,
        null,
        true
      ])
    }
  })
})
