import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { type Demo, startDemo } from "../../demo/startDemo.ts"
import { hasBrowser, openBrowser, type Performed, perform, signedIn } from "./Browsing.ts"
import { accountTasks } from "./everyday/accountTasks.ts"
import { type Everyday, MINUTES } from "./everyday/Everyday.ts"
import { forbiddenAddresses } from "./everyday/forbiddenAddresses.ts"
import { mailTasks } from "./everyday/mailTasks.ts"
import { pageTasks } from "./everyday/pageTasks.ts"
import { siteTasks } from "./everyday/siteTasks.ts"
import { visitorTasks } from "./everyday/visitorTasks.ts"
import { tableOf, writeTaskTable } from "./taskTable.ts"

if (!hasBrowser) console.warn("No /usr/bin/chromium: the everyday tasks are not tested.")

const MOST_STEPS = 4

describe.skipIf(!hasBrowser)("everyday tasks on the demo", { timeout: 3 * MINUTES }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mon-tasks-"))
  const performed: Array<Performed> = []
  let demo: Demo
  let browser: Browser
  let context: BrowserContext

  beforeAll(async () => {
    demo = await startDemo({ dataDir: folder, port: 0 })
    browser = await openBrowser()
    context = await signedIn(browser, demo)
  }, 5 * MINUTES)
  afterAll(async () => {
    await browser?.close()
    await demo?.close()
    rmSync(folder, { recursive: true, force: true })
    console.log(tableOf(performed))
    if (process.env["MON_TASK_TABLE"] === "write") writeTaskTable(performed)
  }, MINUTES)

  const everyday: Everyday = {
    get demo() {
      return demo
    },
    get browser() {
      return browser
    },
    performed,
    expectFewSteps: async (name, work) => {
      const done = await perform(context, demo.baseUrl, name, work)
      performed.push(done)
      expect(done.steps).toBeLessThanOrEqual(MOST_STEPS)
    }
  }

  // All tasks share one demo, because its start takes longer than most tasks.
  siteTasks(everyday)
  pageTasks(everyday)
  mailTasks(everyday)
  visitorTasks(everyday)
  forbiddenAddresses(everyday)
  accountTasks(everyday)
})
