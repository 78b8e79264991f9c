import { existsSync } from "node:fs"
import { chromium } from "playwright-core"
import { expect, test } from "vitest"
import { bundleEntryPoint } from "./bundles.ts"
import { vectors } from "./vectors.ts"

const executablePath = [process.env["MON_CHROMIUM_PATH"], "/usr/bin/chromium"].find(
  (path) => path !== undefined && path !== "" && existsSync(path)
)
if (executablePath === undefined)
  console.warn(
    "No Chromium at MON_CHROMIUM_PATH or /usr/bin/chromium: the browser entry point is not tested in a browser."
  )

test.skipIf(executablePath === undefined)("gives the same verdicts in a browser", { timeout: 120_000 }, async () => {
  const browser = await chromium.launch({
    executablePath: executablePath ?? "",
    args: ["--no-sandbox", "--disable-dev-shm-usage"]
  })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: await bundleEntryPoint("embedded") })
    const found = await page.evaluate(
      (inputs) => {
        const { checkDisposable } = Reflect.get(globalThis, "api") as typeof import("../src/embedded.ts")
        return inputs.map((input) => {
          const verdict = checkDisposable(input)
          return verdict.valid ? verdict.class : verdict.reason
        })
      },
      vectors.map(({ input }) => input)
    )
    expect(found).toEqual(vectors.map(({ says }) => says))
  } finally {
    await browser.close()
  }
})
