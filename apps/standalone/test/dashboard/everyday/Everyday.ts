import type { Browser, Page } from "playwright-core"
import type { Demo } from "../../../demo/startDemo.ts"
import type { Performed, Step } from "../Browsing.ts"

/** One minute, in milliseconds. */
export const MINUTES = 60_000

export interface Everyday {
  readonly demo: Demo
  readonly browser: Browser
  readonly performed: Array<Performed>
  /**
   * Performs a task that begins at the overview. Fails if the task needs more steps than the design of the dashboard
   * allows.
   */
  readonly expectFewSteps: (task: string, work: (page: Page, step: Step) => Promise<void>) => Promise<void>
}

export const main = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}`, "u") })
    .first()

export const domains = (page: Page) => main(page, "Domains")

export const rows = (page: Page) => page.locator("[data-row]")
