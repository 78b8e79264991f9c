import { MailOutbox, Secrets } from "@mon/core-store"
import { makeUnsubscribeToken, sealForOutbox } from "@mon/notifications"
import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { addDomain, openWorld, type TestApi, type World } from "../World.ts"
import { hasBrowser, openBrowser, see, windowOf } from "./Browser.ts"
import { codeAt, halfSignIn, shownSecret, signUpWithCode } from "./Authenticator.ts"
import { linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

/** The folder for screenshots of the pages. Default: no screenshots. */
const shots = process.env["MON_TEST_SHOTS"]

if (!hasBrowser) console.warn("No /usr/bin/chromium: pages are not checked with a browser.")

/** A domain that receives email, and has something to repair. */
const zone = {
  "shop.example.com": {
    MX: [{ preference: 10, exchange: "mx1.shop.example.com" }],
    TXT: ["v=spf1 a mx include:_spf.mailer.example.net include:_spf.absent.example.net ~all"]
  },
  "mx1.shop.example.com": { A: ["192.0.2.25"] },
  "_spf.mailer.example.net": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
  "_dmarc.shop.example.com": { TXT: ["v=DMARC1; p=none"] }
}

describe.skipIf(!hasBrowser)("the pages in a browser", () => {
  let world: World
  let api: TestApi
  let browser: Browser
  let ann: Visitor
  /** A person with a second factor, and a person who has entered only the password. */
  let max: Visitor
  let half: Visitor
  /** Returns the visitor of a page. The beginning of the page's name determines the visitor. */
  const visitorOf = (name: string): Visitor | null => {
    if (name.startsWith("in-")) return ann
    if (name.startsWith("on-")) return max
    return name.startsWith("half-") ? half : null
  }
  /** The paths of the pages, by the name of their screenshot. */
  const pages = new Map<string, string>()

  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ zone, settings: { operatorEmails: ["ann@example.net"] } })
    browser = await openBrowser()
    ann = await signUp(world, api, "ann@example.net")
    const host = await world.account("pro")
    await addDomain(api, host, { name: "Shop" })
    await world.sql(`update account set plan = 'pro' where id = (
      select ms.account_id from membership ms join app_user u on u.id = ms.user_id where u.email = 'ann@example.net' and ms.role = 'owner')`)
    const invite = async (email: string) => {
      await api.send("POST", "/api/v1/team/invite", { key: host.key, body: { email } })
      return linkTo(world, email)
    }
    await ann.post(await invite("ann@example.net"), {})
    await ann.post("/accounts", { membership: await ownMembership() })
    await visitor(api).post("/reset", { email: host.email })
    await visitor(api).post("/signup", { email: "new@example.net" })
    const stored = await world.run(
      Effect.flatMap(MailOutbox, (outbox) =>
        Effect.flatMap(
          sealForOutbox({
            messageId: "<seen@mon.example>",
            to: "ann@example.net",
            subject: "An invite from Example Ltd",
            text: `Hello\n${"a long line ".repeat(20)}`,
            html: "<p>Hello</p>",
            inReplyTo: null,
            references: [],
            headers: {},
            listUnsubscribe: null
          }),
          outbox.put
        )
      )
    )
    const stop = await world.run(
      Effect.map(Secrets, (secrets) =>
        makeUnsubscribeToken(secrets, { kind: "alerts", accountId: host.id, address: "stranger@else.example" })
      )
    )
    await visitor(api).post("/tools/email-health", { domain: "shop.example.com" })
    max = (await signUpWithCode(world, api, "max@example.net")).person
    half = await halfSignIn(api, "max@example.net")
    const readers = { name: "Shop", slug: "seen-shop", components: [{ name: "Checkout" }, { name: "Search" }] }
    await api.send("POST", "/api/v1/status-pages", { key: host.key, body: readers })
    for (const address of ["reader@example.net", "manager@example.net"])
      await visitor(api).post("/s/seen-shop/subscribe", { kind: "email", address })
    const managed = await visitor(api).post(linkTo(world, "manager@example.net"), {})
    const manage = /action="([^"]+\/subscription\/[^"/]+)"/u.exec(managed.text)?.[1] ?? ""
    for (const [name, path] of [
      ["subscribe", "/s/seen-shop/subscribe"],
      ["subscribe-confirm", linkTo(world, "reader@example.net")],
      ["subscription", manage],
      ["unsubscribe", `${manage}/unsubscribe`],
      ["health-check", "/tools/email-health"],
      ["health-checked", "/tools/email-health/shop.example.com"],
      ["health-unchecked", "/tools/email-health/blog.example.com"],
      ["in-health-checked", "/tools/email-health/shop.example.com"],
      ["disposable-check", "/tools/disposable-email"],
      ["disposable-checked", "/tools/disposable-email/mailinator.com"],
      ["stop", `/stop/${stop}`],
      ["in-operator", "/operator"],
      ["in-outbox", "/outbox"],
      ["in-mail", `/outbox/${stored ?? ""}`],
      ["welcome", "/"],
      ["signin", "/signin"],
      ["signup", "/signup"],
      ["sent", "/signup/sent"],
      ["reset", "/reset"],
      ["docs", "/docs"],
      ["confirm", linkTo(world, "new@example.net")],
      ["new-password", linkTo(world, host.email)],
      ["invite-new", await invite("bob@example.net")],
      ["gone", `/invite/${"A".repeat(43)}`],
      ["absent", "/no/such/page"],
      ["in-account", "/settings/account"],
      ["in-sign-in", "/settings/sign-in"],
      ["in-accounts", "/accounts"],
      ["in-second-factor", "/settings/second-factor"],
      ["on-second-factor", "/settings/second-factor"],
      ["on-sign-in", "/settings/sign-in"],
      ["half-code", "/signin/code"],
      ["half-recovery-code", "/signin/code?recovery=yes"]
    ] as const)
      pages.set(name, path)
  })
  afterAll(async () => {
    await browser?.close()
    await world.close()
  })

  const ownMembership = async (): Promise<string> => {
    const rows = await world.sql(`select ms.public_id as id from membership ms join app_user u on u.id = ms.user_id
      where u.email = 'ann@example.net' and ms.role = 'owner'`)
    return (rows[0] as { readonly id: string } | undefined)?.id ?? ""
  }

  const take = async (
    page: { readonly screenshot: (options: { path: string; fullPage: boolean }) => Promise<unknown> },
    name: string
  ) => {
    if (shots === undefined) return
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: !name.startsWith("docs") })
  }

  it.each([
    ["light", 1_280],
    ["dark", 390]
  ] as const)(
    "have no axe violations and no violations of their content security policy: %s at %i",
    async (mode, width) => {
      for (const [name, path] of pages) {
        const context = await windowOf(browser, api.origin, visitorOf(name), {
          dark: mode === "dark",
          width
        })
        const { problems, page, violations } = await see(context, path, api.origin)
        await take(page, `${name}-${mode}-${width}`)
        expect(await violations(), `${name}, ${mode}`).toEqual([])
        const wide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        expect(wide, `${name} is wider than ${width}`).toBe(false)
        expect(
          problems.filter((text) => !/40[04]|410/u.test(text)),
          name
        ).toEqual([])
        await context.close()
      }
    },
    120_000
  )

  it("show errors first, linked to their fields", async () => {
    const context = await windowOf(browser, api.origin, ann)
    const { page, violations } = await see(context, "/settings/account", api.origin)
    await page.fill("#confirmation", "not my address")
    await page.click("button:has-text('Delete the account')")
    expect(await page.title()).toBe("Problem: Your account · Mon")
    expect(await page.evaluate("document.activeElement.className")).toBe("summary")
    expect(await page.getAttribute("#confirmation", "aria-describedby")).toBe("confirmation-error")
    await take(page, "in-account-error-light-1280")
    expect(await violations()).toEqual([])
    await page.click(".summary a")
    expect(await page.evaluate("document.activeElement.id")).toBe("confirmation")
    await context.close()
  })

  it("set up two-factor sign-in and ask for a code without scripts", async () => {
    await signUp(world, api, "eve@example.net")
    const context = await windowOf(browser, api.origin, null, { scripts: false })
    const { page } = await see(context, "/signin?next=/settings/second-factor", api.origin)
    const enterPassword = async () => {
      await page.fill("#email", "eve@example.net")
      await page.fill("#password", PASSWORD)
      await page.keyboard.press("Enter")
    }
    await enterPassword()
    await page.click("text=Set up two-factor sign-in")
    const secret = shownSecret(await page.content())
    const width = await page.locator("img.qr").evaluate((image) => ("naturalWidth" in image ? image.naturalWidth : 0))
    expect(width).toBeGreaterThan(0)
    await take(page, "on-setup-light-1280")
    await page.fill("#appCode", codeAt(secret, world.clock.now()))
    await page.keyboard.press("Enter")
    await page.waitForSelector(".codes li")
    expect(await page.locator(".codes li").count()).toBe(10)
    await take(page, "on-codes-light-1280")
    await page.click("text=Sign out")
    await page.goto("/signin?next=/settings/sign-in")
    await enterPassword()
    await page.waitForURL("**/signin/code?next=%2Fsettings%2Fsign-in")
    world.clock.advance(30_000)
    await page.fill("#code", codeAt(secret, world.clock.now()))
    await page.keyboard.press("Enter")
    await page.waitForURL("**/settings/sign-in")
    await context.close()
  })

  it("can be used with only the keyboard and without scripts: sign in, fill in a form, sign out", async () => {
    const context = await windowOf(browser, api.origin, null, { scripts: false })
    const { page } = await see(context, "/signin?next=/settings/account", api.origin)
    const tabTo = async (selector: string): Promise<void> => {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press("Tab")
        if ((await page.locator(`${selector}:focus`).count()) > 0) return
      }
      throw new Error(`The keyboard does not reach ${selector}.`)
    }
    await page.keyboard.press("Tab")
    expect(await page.locator(".skip:focus").innerText()).toBe("Skip to content")
    await tabTo("#email")
    await page.keyboard.type("ann@example.net")
    await tabTo("#password")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/settings/account")
    await tabTo("#confirmation")
    await page.keyboard.type("not my address")
    await page.keyboard.press("Enter")
    await page.waitForSelector(".summary")
    expect(await page.locator(".summary").innerText()).toContain("Enter ann@example.net")
    await tabTo("button:has-text('Sign out')")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/signin?done=signedout")
    expect(await page.locator("[role=status]").innerText()).toBe("You are signed out.")
    await context.close()
  })
})
