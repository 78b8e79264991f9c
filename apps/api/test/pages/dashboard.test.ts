import { type Claim, type CheckResultRow, MonitorSchedule } from "@mon/core-store"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { defaultConfirmationPolicy } from "@mon/model"
import { get } from "node:http"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { down } from "../races/down.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { hasBrowser, openBrowser, see, windowOf } from "./Browser.ts"
import { PASSWORD, signUp, visitor } from "./Visitor.ts"

const folder = fileURLToPath(new URL(".", import.meta.resolve("@mon/dashboard/package.json")))

/** Returns the result of a check that finds the server up. */
const up = (claim: Claim): CheckResultRow => ({
  ...down(claim),
  verdict: "up",
  statusCode: 200,
  errorCode: null,
  errorMessage: null,
  responseUs: 131_000
})

describe("the dashboard", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    // A build of the whole repository includes the dashboard, so no further build is needed.
    if (!existsSync(`${folder}dist/index.html`)) {
      execFileSync("npm", ["run", "build", "--silent"], { cwd: folder, stdio: "pipe" })
    }
    world = await openWorld()
    api = await world.startApi()
  }, 120_000)
  afterAll(() => world.close())

  it("asks who is not signed in to sign in, and then leads back to the same screen", async () => {
    const ann = await signUp(world, api, "ann.dashboard@example.net")
    for (const path of [
      "/app",
      "/app/domains?show=down&q=a+b",
      "/app/domains/0198-ab/checks",
      "/app/incidents/0198-ab"
    ]) {
      const next = `/signin?next=${encodeURIComponent(path)}`
      const stranger = visitor(api)
      const refused = await stranger.get(path)
      expect([refused.status, refused.headers["location"]], path).toEqual([303, next])
      const back = await stranger.post("/signin", {
        email: "ann.dashboard@example.net",
        password: PASSWORD,
        next: path
      })
      expect(back.headers["location"]).toBe(path)
    }
    expect((await ann.get("/")).headers["location"]).toBe("/app")
    expect((await ann.get("/app/no/such/screen/at/all")).status).toBe(404)
  })

  it("allows its own scripts only, and no text as markup", async () => {
    const ann = await signUp(world, api, "policy@example.net")
    const { headers, status, text } = await ann.get("/app/domains")
    expect(status).toBe(200)
    const policy = String(headers["content-security-policy"])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'"
    ]) {
      expect(policy).toContain(part)
    }
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types mon-worker")
    expect(policy).not.toMatch(/unsafe|nonce|\*/u)
    expect(headers["cache-control"]).toBe("private, no-cache")
    expect(text).not.toMatch(/<style|\sstyle=/u)
    // Pages without scripts keep their own content security policy.
    expect(String((await ann.get("/settings/sign-in")).headers["content-security-policy"])).not.toContain("script-src")
  })

  it("serves its files immutable and compressed to everybody", async () => {
    const ann = await signUp(world, api, "files@example.net")
    const [path = ""] = /\/app\/assets\/[^"]+\.js/u.exec((await ann.get("/app")).text) ?? []
    const bytesOf = (of: string, coding: string): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        get(api.origin + of, { headers: { "Accept-Encoding": coding } }, (response) => {
          expect(response.headers["content-encoding"]).toBe(coding)
          const pieces: Array<Buffer> = []
          response.on("data", (piece: Buffer) => pieces.push(piece))
          response.on("end", () => resolve(Buffer.concat(pieces)))
        }).on("error", reject)
      })
    const plain = await fetch(api.origin + path, { headers: { "Accept-Encoding": "identity" } })
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(plain.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(plain.headers.get("vary")).toBe("Accept-Encoding")
    const bytes = Buffer.from(await plain.arrayBuffer())
    for (const [coding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync]
    ] as const) {
      const sent = await bytesOf(path, coding)
      expect(sent.byteLength).toBeLessThan(bytes.byteLength)
      expect(decode(sent).equals(bytes), coding).toBe(true)
    }
    for (const absent of ["/app/assets/none.js", "/app/assets/..%2f..%2fpackage.json", "/app/assets/%2e%2e"]) {
      expect((await ann.get(absent)).status, absent).toBe(404)
    }
  })

  it.skipIf(!hasBrowser)(
    "takes a new person from sign-in to the page of a site that is up",
    async () => {
      await signUp(world, api, "first@example.net")
      const browser = await openBrowser()
      const context = await windowOf(browser, api.origin, null)
      const { page, problems } = await see(context, "/app/add", api.origin)
      await page.fill("[name=email]", "first@example.net")
      await page.fill("[name=password]", PASSWORD)
      await page.keyboard.press("Enter")
      await page.waitForURL("**/app/add")
      await page.fill("#sites", "first-site.example.com")
      await page.getByRole("button", { name: "Add 1 domain" }).click()
      await page.getByText("Running the first check…").waitFor()
      await world.run(
        Effect.gen(function* () {
          const schedule = yield* MonitorSchedule
          const claims = yield* schedule.claim(1_000, 30_000)
          yield* schedule.record(claims.map(up), defaultConfirmationPolicy)
        })
      )
      await page.getByText("Up · 131 ms").waitFor()
      await page.getByRole("link", { name: "Show all domains" }).click()
      await page.getByRole("link", { name: "first-site.example.com" }).click()
      await page.getByRole("heading", { level: 1, name: "first-site.example.com" }).waitFor()
      // Requests that get a 404 do not count as problems.
      expect(problems.filter((text) => !text.includes("404"))).toEqual([])
      await browser.close()
    },
    120_000
  )
})
