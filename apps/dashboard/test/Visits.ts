import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { openBrowser, openPage, type View, windowOf } from "./Browser.ts"
import { someJobs } from "./heartbeatRecords.ts"
import { someServices } from "./serviceRecords.ts"
import { makeSite, somePages, startStandIn } from "./StandIn.ts"

type StandIn = Awaited<ReturnType<typeof startStandIn>>

export const someSites = (count: number) => Array.from({ length: count }, (_, number) => makeSite(number))

/** A window with one page, and the problems that the browser reports about the page. */
export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  readonly problems: Array<string>
}

const openVisit = async (browser: Browser, { origin }: StandIn, view?: View): Promise<Visit> => {
  const context = await windowOf(browser, origin, view)
  return { context, ...(await openPage(context, origin)) }
}

/** The data that a visitor finds. Default: no sites and no pages. */
interface Found {
  readonly sites?: Parameters<typeof startStandIn>[0]
  readonly pages?: Parameters<typeof startStandIn>[1]
  readonly heartbeats?: Parameters<typeof startStandIn>[2]
  readonly services?: Parameters<typeof startStandIn>[3]
  readonly view?: View
}

/** Opens a browser for the tests of a `describe`. Each visit has a stand-in of its own. */
export const useVisits = () => {
  let browser: Browser | undefined
  const servers: Array<StandIn> = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    for (const server of servers) server.close()
  })

  return async (
    path: string,
    { heartbeats, pages, services, sites = [], view }: Found = {}
  ): Promise<Visit & { readonly server: StandIn }> => {
    if (browser === undefined) throw new Error("The browser is not open.")
    const server = await startStandIn(sites, pages, heartbeats, services)
    servers.push(server)
    const visit = await openVisit(browser, server, view)
    await visit.page.goto(path)
    return { ...visit, server }
  }
}

/**
 * Opens a browser and one stand-in for all tests of a `describe`. Returns a function that opens a window on the
 * stand-in.
 */
export const useStandIn = (sites: number, pages = 0, heartbeats = 0, services = heartbeats) => {
  let opened: { readonly browser: Browser; readonly server: StandIn } | undefined
  beforeAll(async () => {
    opened = {
      browser: await openBrowser(),
      server: await startStandIn(someSites(sites), somePages(pages), someJobs(heartbeats), someServices(services))
    }
  })
  afterAll(async () => {
    await opened?.browser.close()
    opened?.server.close()
  })

  return async (view?: View): Promise<Visit & { readonly server: StandIn }> => {
    if (opened === undefined) throw new Error("The browser is not open.")
    return { ...(await openVisit(opened.browser, opened.server, view)), server: opened.server }
  }
}
