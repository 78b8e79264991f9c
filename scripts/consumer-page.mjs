// A page in Chromium whose script is a bundle of the packages. Its results must be the same as in Node.
import { build } from "esbuild"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"

/** Replaces the modules of Node with empty ones: the page calls only parts that do not use them. */
const withoutNode = {
  name: "without-node",
  setup: (bundler) => {
    bundler.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "without-node" }))
    bundler.onLoad({ filter: /.*/, namespace: "without-node" }, () => ({
      contents: "module.exports = {}",
      loader: "js"
    }))
  }
}

const EXPECTED = {
  disposable: [true, false],
  headline: "1 change: +1 / -1 line",
  drawn: true,
  spf: "v=spf1 include:_spf.example.com -all",
  offset: 9,
  dmarc: true
}

export const chromiumPath = () =>
  [process.env.MON_CHROMIUM_PATH, "/usr/bin/chromium"].find(
    (path) => path !== undefined && path !== "" && existsSync(path)
  )

export const openPage = async (folder, executablePath) => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "page.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2024",
    write: false,
    plugins: [withoutNode],
    logLevel: "silent",
    absWorkingDir: folder
  })
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] })
  try {
    const page = await browser.newPage()
    const errors = []
    page.on("pageerror", (error) => errors.push(error.message))
    await page.addScriptTag({ content: outputFiles[0].text })
    const results = await page.evaluate(() => globalThis.results())
    assert.deepEqual(errors, [])
    assert.deepEqual(results, EXPECTED)
    return { bytes: outputFiles[0].contents.length, version: browser.version() }
  } finally {
    await browser.close()
  }
}
