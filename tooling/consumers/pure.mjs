// The pure parts of the packages, in one program (programs/page.ts) without Node: on a page in Chromium, in a worker of
// workerd, and in Bun and Deno. Every runtime must compute the same results.
import { build } from "esbuild"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { runWith } from "./runtimes.mjs"

const EXPECTED = {
  disposable: [true, false],
  headline: "1 change: +1 / -1 line",
  drawn: true,
  compared: "changed",
  hash: "c6135cbb",
  boxes: [{ x: 1, y: 0, width: 1, height: 1 }],
  ignored: false,
  patch: [{ op: "replace", path: "/price", value: 49 }],
  spf: "v=spf1 include:_spf.example.com -all",
  offset: 9,
  dmarc: true,
  dkim: 256,
  diagnosis: ["registration_expired", "Die Registrierung der Domain ist abgelaufen", 1000],
  grade: "A",
  rules: true,
  addresses: [false, true],
  host: true,
  domains: 1,
  onCall: ["bob", "2026-03-30T07:00:00.000Z", "bob"],
  channels: ["https://hooks.slack.com/services/T0/B0/abc", "retry", 15],
  listed: ["tag 1", "tag 2"],
  webhook: true,
  forged: false,
  wrongUse: "TypeError: parseSpf: text is missing. It must be a string."
}

/** The packages that programs/page.ts uses. */
export const PURE = [
  "@mon/alerts",
  "@mon/api-contract",
  "@mon/diagnosis",
  "@mon/diff-engine",
  "@mon/disposable-check",
  "@mon/email-health",
  "@mon/on-call",
  "@mon/public-net",
  "@mon/simulation"
]

/** Bundles one script for browsers. Fails if the script imports a module of Node. */
const bundle = async (folder, options) => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "page.ts")],
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2024",
    write: false,
    logLevel: "silent",
    absWorkingDir: folder,
    ...options
  })
  return outputFiles[0]
}

const kib = (bytes) => `one script of ${(bytes / 1024).toFixed(0)} KiB`

export const chromiumPath = () =>
  [process.env.MON_CHROMIUM_PATH, "/usr/bin/chromium"].find(
    (path) => path !== undefined && path !== "" && existsSync(path)
  )

export const openPage = async (folder, executablePath) => {
  const script = await bundle(folder, { format: "iife" })
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] })
  const server = createServer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  )
  try {
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
    const page = await browser.newPage()
    const errors = []
    page.on("pageerror", (error) => errors.push(error.message))
    // WebCrypto needs a secure context. A page from 127.0.0.1 is a secure context, but an empty page is not.
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.addScriptTag({ content: script.text })
    const results = await page.evaluate(() => globalThis.results())
    assert.deepEqual(errors, [])
    assert.deepEqual(results, EXPECTED)
    return `${kib(script.contents.length)}, Chromium ${browser.version()}`
  } finally {
    await browser.close()
    server.close()
  }
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const WORKER = `
import { results } from "./page.ts"
export default { fetch: async () => Response.json(await results()) }
`

const CONFIG = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2025-01-01"
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`

/** Runs the program in a worker of workerd, the runtime of Cloudflare Workers, without its Node compatibility. */
export const runWorker = async (folder, { path, version }) => {
  writeFileSync(join(folder, "worker.ts"), WORKER)
  const script = await bundle(folder, {
    entryPoints: [join(folder, "worker.ts")],
    format: "esm",
    conditions: ["workerd", "worker", "browser"]
  })
  writeFileSync(join(folder, "worker.js"), script.contents)
  const port = await freePort()
  writeFileSync(join(folder, "config.capnp"), CONFIG(port))
  const worker = spawn(path, ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
  let errors = ""
  worker.stderr.on("data", (chunk) => (errors += chunk))
  try {
    const answer = await answerOf(`http://127.0.0.1:${port}/`, worker, () => errors)
    assert.deepEqual(answer, EXPECTED)
    return `${kib(script.contents.length)}, ${version}`
  } finally {
    worker.kill()
  }
}

const WAIT_MS = 100
const TRIES = 600

const answerOf = async (url, worker, errors) => {
  for (let tries = 0; tries < TRIES && worker.exitCode === null; tries++) {
    const response = await fetch(url).catch(() => null)
    if (response !== null) {
      const body = await response.text()
      if (!response.ok) throw new Error(`${body}\n${errors()}`)
      return JSON.parse(body)
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new Error(`workerd does not answer.\n${errors()}`)
}

/** Runs the program from its source, with the installed packages. */
export const runPure = async (folder, runtime) => {
  writeFileSync(
    join(folder, "pure.ts"),
    `import { results } from "./page.ts"\nconsole.log(JSON.stringify(await results()))\n`
  )
  const { stdout } = await runWith(runtime, "pure.ts", folder)
  assert.deepEqual(JSON.parse(stdout), EXPECTED)
  return "program ran"
}
