import type { Browser, Page } from "playwright-core"
import type { Demo } from "../../../demo/startDemo.ts"
import type { Performed, Step } from "../Browsing.ts"

/** Milliseconds of a minute. */
export const MINUTES = 60_000

/** The demo in which tasks are performed, and what was measured. */
export interface Everyday {
  readonly demo: Demo
  readonly browser: Browser
  readonly performed: Array<Performed>
  /** Performs a task from the overview on. Fails if it needs more steps than the design of the dashboard allows. */
  readonly expectFewSteps: (task: string, work: (page: Page, step: Step) => Promise<void>) => Promise<void>
}

/** A link of the main navigation. */
export const main = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}`, "u") })
    .first()

export const domains = (page: Page) => main(page, "Domains")

/** The rows of a list. */
export const rows = (page: Page) => page.locator("[data-row]")
