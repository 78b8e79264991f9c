// `npm run way -- <name>` prints the files that one real request, check or alert passes through, in order, each with a
// description.
import { existsSync, readFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { dirname, relative } from "node:path"
import process from "node:process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { startTestServer, TEST_SERVER_VARIABLES } from "@mon/core-store/testing"

const ROOT = fileURLToPath(new URL("..", import.meta.url))

/**
 * The ways, each with the module that runs it, the first of its files, and the maximum number of its files. A module
 * runs its way several times, and a file is on the way only if it ran each time, because background work runs only
 * sometimes.
 */
const WAYS = new Map([
  ["create-domain", { module: "apps/api/test/way/createDomain.ts", from: "apps/api/src/ApiServer.ts", most: 62 }],
  ["check", { module: "apps/worker/test/way/check.ts", from: "apps/worker/src/Worker.ts", most: 74 }],
  ["alert", { module: "apps/worker/test/way/alert.ts", from: "apps/worker/src/deliveries/DeliveryWorker.ts", most: 91 }]
])

const isSource = (url) => url.startsWith("file:") && /\/(?:packages|apps)\/[^/]+\/src\//u.test(url)

/**
 * Returns the offset of the first function that ran in each source file during some work. Code that runs only once per
 * process has already run before.
 */
const recordCalls = async (session, work) => {
  await session.post("Profiler.takePreciseCoverage")
  await work()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  const calls = new Map()
  for (const { functions, url } of result) {
    if (!isSource(url)) continue
    const ran = functions.filter(({ ranges: [range] }) => range.count > 0 && range.startOffset > 0)
    if (ran.length > 0) calls.set(fileURLToPath(url), Math.min(...ran.map(({ ranges: [range] }) => range.startOffset)))
  }
  return calls
}

const importsOf = (file) => {
  const specifiers = [...readFileSync(file, "utf8").matchAll(/\bfrom "(\.[^"]+|@mon\/[^"]+)"|import\("(\.[^"]+)"\)/gu)]
  return specifiers.flatMap(([, one, other]) => {
    const specifier = one ?? other
    const url = specifier.startsWith(".")
      ? new URL(specifier, pathToFileURL(file)).href
      : import.meta.resolve(specifier)
    return isSource(url) && existsSync(new URL(url)) ? [fileURLToPath(url)] : []
  })
}

/**
 * Returns the files in order, beginning with the first file. A file comes before the files that it imports. Files that
 * cannot be reached from the first file come last.
 */
const ordered = (first, calls) => {
  const seen = new Set()
  const upwards = []
  const visit = (file) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const next of importsOf(file).toReversed()) visit(next)
    if (calls.has(file)) upwards.push(file)
  }
  visit(first)
  return [...upwards.toReversed(), ...[...calls.keys()].filter((file) => !seen.has(file)).toSorted()]
}

/** Returns the first sentence of the comment before the first function that ran, or the function's first line. */
const phraseOf = (file, offset) => {
  const text = readFileSync(file, "utf8")
  const comments = [...text.matchAll(/\/\*\*\s([\s\S]*?)\*\//gu)]
  const before = comments.findLast(({ 0: whole, index }) => {
    const between = text.slice(index + whole.length, offset)
    return index < offset && !between.includes("\n\n")
  })
  if (before === undefined)
    return text
      .slice(text.lastIndexOf("\n", offset) + 1)
      .split("\n", 1)[0]
      .trim()
  const line = before[1]
    .replaceAll(/^\s*\*\s?/gmu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
  return /^.*?[.:](?=\s|$)/u.exec(line)?.[0] ?? line
}

const [name = ""] = process.argv.slice(2)
const way = WAYS.get(name)
if (way === undefined) {
  process.stderr.write(`Name a way: ${[...WAYS.keys()].join(", ")}.\n`)
  process.exit(64)
}
const server = await startTestServer()
process.env[TEST_SERVER_VARIABLES.url] = server.url
process.env[TEST_SERVER_VARIABLES.template] = server.template
const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
let calls = null
try {
  const { take } = await import(pathToFileURL(`${ROOT}${way.module}`).href)
  await take(async (work) => {
    const ran = await recordCalls(session, work)
    calls = calls === null ? ran : new Map([...calls].filter(([file]) => ran.has(file)))
  })
} finally {
  session.disconnect()
  await server.stop()
}
const files = ordered(`${ROOT}${way.from}`, calls)
for (const [index, file] of files.entries())
  process.stdout.write(`${String(index + 1).padStart(3)} ${relative(ROOT, file)}  ${phraseOf(file, calls.get(file))}\n`)
const packages = new Set(files.map((file) => relative(ROOT, dirname(file)).split("/").slice(0, 2).join("/")))
process.stdout.write(`${files.length} files in ${packages.size} packages; at most ${way.most}.\n`)
process.exit(files.length > way.most ? 1 : 0)
