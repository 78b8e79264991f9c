import { makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { type Behaviour, type Site, type SiteRequest, startSite } from "@mon/tooling/testbed"
import process from "node:process"
import { type ChromiumPlaces, findChromium, usualPlaces } from "../src/browser/ChromiumPath.ts"
import type { ScreenshotOptions, ScreenshotPool, ScreenshotResult } from "../src/index.ts"
import { openPoolWith } from "../src/openScreenshotPool.ts"

const configured = process.env["MON_CHROMIUM_PATH"] ?? null
const found = findChromium(configured)

/** The locations without an installed browser, so that the browser of the npm package is used. */
export const npmPlaces: ChromiumPlaces = { ...usualPlaces, installed: [] }

/** The browser of this machine, and the browser of the npm package if the package has one for this system. */
export const browsers: ReadonlyArray<readonly [string, ChromiumPlaces]> = [
  ["the browser of this machine", usualPlaces],
  ...(findChromium(null, npmPlaces).ok ? [["the browser of the npm package", npmPlaces] as const] : [])
]

/** The reason why tests with a browser are skipped; null if the tests run. */
export const noChromium = found.ok ? null : found.message
if (noChromium !== null) console.warn(`Tests with a browser are skipped. ${noChromium}`)

/** The pages by path, as HTML or as a behaviour of the server. */
export type Pages = Readonly<Record<string, string | Behaviour>>

const HTML = { "content-type": "text/html; charset=utf-8" }

/** Starts a site with the given pages on a loopback address. */
export const openPages = (pages: Pages, host = "127.0.0.5"): Promise<Site> =>
  startSite({
    host,
    behaviour: (request: SiteRequest) => {
      const page = pages[request.path]
      if (page === undefined) return { status: 404, headers: HTML, body: "" }
      return typeof page === "string" ? { headers: HTML, body: page } : page
    }
  })

/** Returns a resolver for the given names. All other names do not exist. */
export const zone =
  (names: Readonly<Record<string, ReadonlyArray<string>>>): ResolveAddresses =>
  (hostname) => {
    const addresses = names[hostname]
    return Promise.resolve(addresses === undefined ? { status: "nxdomain" } : { status: "ok", addresses })
  }

/** Opens a pool that reaches 127.0.0.5, where the test pages are, and no other address of this machine. */
export const openPool = (options: ScreenshotOptions = {}, places = usualPlaces): ScreenshotPool =>
  openPoolWith(
    {
      executablePath: places === usualPlaces ? configured : null,
      policy: makeAddressPolicy({ allow: ["127.0.0.5/32"] }),
      resolve: zone({ "shop.example.com": ["127.0.0.5"] }),
      ...options
    },
    places
  )

/** Returns the screenshot, or throws an error with the reason why there is none. */
export const taken = (outcome: ScreenshotResult): Extract<ScreenshotResult, { status: "taken" }> => {
  if (outcome.status !== "taken") throw new Error(`${outcome.reason}: ${outcome.message}`)
  return outcome
}

/** Returns the colour of a pixel as [red, green, blue]. */
export const colourAt = (
  { data, width }: { readonly data: Uint8Array; readonly width: number },
  x: number,
  y: number
): ReadonlyArray<number> => {
  const at = 4 * (y * width + x)
  return [...data.subarray(at, at + 3)]
}
