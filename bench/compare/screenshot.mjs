// What each package makes of the same pages on loopback, of which some belong to strangers. 127.0.0.6 stands for a
// private service: no page may reach it.
import { startSite } from "@mon/tooling/testbed"
import { readFileSync } from "node:fs"
import { makeAddressPolicy } from "@mon/public-net"
import { findChromium, openScreenshotPool } from "@mon/screenshot"
import { importFrom } from "./install.mjs"

const { version } = JSON.parse(readFileSync(new URL("../../packages/screenshot/package.json", import.meta.url), "utf8"))

export const versions = { "capture-website": "5.1.0" }

const TIMEOUT_MS = 20_000
const PATIENCE_MS = 60_000
const PUBLIC = "127.0.0.5"
const PRIVATE = "127.0.0.6"
const HTML = { "content-type": "text/html" }
const html = (body) => ({ headers: HTML, body: `<style>body{margin:0}</style>${body}` })
const block = '<div id="card" style="height:1500px;width:300px;background:#0f0"></div>'

const startSites = async () => {
  const secret = await startSite({ host: PRIVATE, behaviour: html("secret") })
  const target = `http://${PRIVATE}:${secret.port}/`
  const pages = {
    "/": html(block),
    "/parts": html(`${block}<img src="${target}a.png"><iframe src="${target}frame"></iframe>`),
    "/script": html(`${block}<script>fetch("${target}data", { mode: "no-cors" })</script>`),
    "/redirect": { redirectTo: target },
    "/loop": html("<script>for (;;);</script>")
  }
  const site = await startSite({ host: PUBLIC, behaviour: ({ path }) => pages[path] ?? { status: 404, body: "" } })
  return { site, secret, target, close: () => Promise.all([site.close(), secret.close()]) }
}

/** Title, path or URL, and the request. */
const casesOf = ({ target }) => [
  ["a page", "/", {}],
  ["one element on the page", "/", { element: "#card" }],
  ["as a PDF", "/", { pdf: true }],
  ["an endless script", "/loop", {}],
  ["a private address", target, {}],
  ["a redirect to a private address", "/redirect", {}],
  ["a page with an image and a frame from a private address", "/parts", {}],
  ["a page whose script sends a request to a private address", "/script", {}]
]

const ours =
  (pool) =>
  async (url, { element, pdf }) => {
    const made =
      pdf === true
        ? await pool.pdf({ url, timeoutMs: TIMEOUT_MS })
        : await pool.take({ url, timeoutMs: TIMEOUT_MS, ...(element === undefined ? {} : { element }) })
    if (made.status === "printed") return "PDF"
    return made.status === "taken" ? `${made.image.width} by ${made.image.height}` : `${made.status}: ${made.reason}`
  }

/** What a package said, or that it said nothing for so long. */
const withinPatience = async (making) => {
  const { promise: over, resolve } = Promise.withResolvers()
  const timer = setTimeout(resolve, PATIENCE_MS, `**no answer within ${PATIENCE_MS / 1_000} seconds**`)
  try {
    return await Promise.race([making, over])
  } finally {
    clearTimeout(timer)
  }
}

/** The size in the header of a PNG. */
const sizeOf = (bytes) => {
  const buffer = Buffer.from(bytes)
  return buffer.subarray(0, 4).toString("latin1") === "%PDF"
    ? "PDF"
    : `${buffer.readUInt32BE(16)} by ${buffer.readUInt32BE(20)}`
}

const theirs =
  (captureWebsite, executablePath) =>
  async (url, { element, pdf }) => {
    try {
      const bytes = await captureWebsite.buffer(url, {
        width: 1280,
        height: 800,
        scaleFactor: 1,
        fullPage: element === undefined && pdf !== true,
        timeout: TIMEOUT_MS / 1_000,
        ...(element === undefined ? {} : { element }),
        ...(pdf === true ? { type: "pdf" } : {}),
        // The sandbox does not start for root.
        launchOptions: { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] }
      })
      return sizeOf(bytes)
    } catch (error) {
      return `error: ${error.message.split("\n", 1)[0]}`
    }
  }

/** The comparison in Markdown. */
export const compare = async ({ folder }) => {
  const chromium = findChromium()
  if (!chromium.ok) throw new Error(chromium.message)
  const { default: captureWebsite } = await importFrom(folder, "capture-website")
  const sites = await startSites()
  const pool = openScreenshotPool({ policy: makeAddressPolicy({ allow: [`${PUBLIC}/32`] }) })
  const contenders = {
    [`**@mon/screenshot** ${version}`]: ours(pool),
    [`capture-website ${versions["capture-website"]}`]: theirs(captureWebsite, chromium.path)
  }
  try {
    const rows = []
    for (const [title, path, request] of casesOf(sites)) {
      const url = path.startsWith("/") ? `http://${PUBLIC}:${sites.site.port}${path}` : path
      const cells = []
      for (const make of Object.values(contenders)) {
        const before = sites.secret.requests.length
        const said = await withinPatience(make(url, request))
        const reached = sites.secret.requests.length > before
        cells.push(reached ? `${said}, **the private service was reached**` : said)
      }
      rows.push(`| ${title} | ${cells.join(" | ").replaceAll(`${PUBLIC}:${sites.site.port}`, "the host")} |`)
    }
    return [
      `| request | ${Object.keys(contenders).join(" | ")} |`,
      "|---|---|---|",
      ...rows,
      "",
      `Each request may take ${TIMEOUT_MS / 1_000} seconds. capture-website starts a browser for each request. Only capture-website can click, sign in, set cookies and headers, run your scripts, block advertisements and use dark mode.`
    ].join("\n")
  } finally {
    await pool.close()
    await sites.close()
  }
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
