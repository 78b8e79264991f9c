// Refuses unguarded callbacks of sockets, streams, timers, signals, threads and fibers (see @mon/bundled/callbacks),
// because Node ends the process when such a callback throws. If file names are given, checks only these files.
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import process from "node:process"

/** The sources that handle untrusted input. */
const PLACES = [
  "packages/bundled/src/callbacks",
  "packages/checks/src/isolation",
  "packages/disposable-check/src",
  "packages/dns/src",
  "packages/email-health/src",
  "packages/public-net/src",
  "packages/screenshot/src",
  "packages/uptime-probe/src",
  "packages/process-runtime/src/worker-pool",
  "apps/api/src/http"
]

/** The lines that may pass an unguarded callback, each with the reason why no untrusted input can make it throw. */
const EXCEPTIONS = new Map([
  [
    "apps/api/src/http/Server.ts",
    { lines: ["onConnection)", "onRequest)"], why: "guards the work of each connection by itself" }
  ],
  ["packages/checks/src/isolation/serveChecks.ts", { lines: ["*"], why: "an error ends the process of a suspect" }],
  ["packages/dns/src/encrypted/tlsConnection.ts", { lines: ["socket.setTimeout("], why: "sets a limit only" }],
  ["packages/public-net/src/Dial.ts", { lines: ["setTimeout(run"], why: "the caller guards what it passes" }],
  ["packages/public-net/src/http/createAgent.ts", { lines: ["callback: "], why: "declares a parameter" }],
  ["packages/screenshot/src/page/pageScripts.ts", { lines: ["*"], why: "runs in the page" }],
  ["packages/screenshot/src/page/visitPage.ts", { lines: ["setTimeout(resolve"], why: "settles a promise" }],
  ["packages/screenshot/src/valueWithin.ts", { lines: ["setTimeout(resolve"], why: "settles a promise" }],
  [
    "packages/uptime-probe/src/http/Http1Exchange.ts",
    { lines: ["setImmediate(run"], why: "the caller guards what it passes" }
  ],
  [
    "packages/uptime-probe/src/http/HttpReader.ts",
    { lines: ['on("data", take)'], why: "the caller guards what it passes" }
  ],
  ["packages/uptime-probe/src/probe/ProbePorts.ts", { lines: ["setInterval(sample"], why: "adds numbers" }],
  ["packages/uptime-probe/src/cli/serveCommand.ts", { lines: ["*"], why: "runs for the operator of the command" }],
  ["packages/uptime-probe/src/cli/uptimeCommand.ts", { lines: ["*"], why: "runs for the user of the command" }],
  [
    "packages/uptime-probe/src/expiry/ServerRateLimit.ts",
    { lines: ["setTimeout(run"], why: "the caller guards what it passes" }
  ],
  ["packages/uptime-probe/src/pattern/searchText.ts", { lines: ["*"], why: "is a promise" }],
  [
    "packages/process-runtime/src/worker-pool/threadProgram.ts",
    { lines: ["*"], why: "an error ends the thread, which fails its job" }
  ],
  [
    "packages/process-runtime/src/worker-pool/WorkerPool.ts",
    { lines: ["setTimeout(call"], why: "the caller guards what it passes" }
  ]
])

/** A pattern for calls that register callbacks. */
const CALL =
  /(?:\.(?:on|once|prependListener|addObserver)|\baddEventListener|\.setTimeout|(?<![\w.])(?:setTimeout|setInterval|setImmediate|queueMicrotask)|\bnextTick)\(/u
/** A pattern for a callback that does nothing or only settles a promise. */
const HARMLESS = /(?:\(\) => (?:\{\}|undefined|resolve\(\))|\b(?:ignore|resolve|reject))\)?[,)]/u
const GUARDED = /\b(?:safely|guard|ofSession)\(/u

const escaped = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)

/**
 * Returns whether a file guards the callback with a name where it declares the callback, or receives a guarded
 * callback.
 */
const isDeclaredGuarded = (source, name) =>
  new RegExp(
    // A function that guards its own work begins with the guard.
    String.raw`\b(?:const|readonly) #?${escaped(name)} = (?:(?!\n\s*const )[^]){0,120}?\b(?:safely|safelyFor|guard)\(`,
    "u"
  ).test(source)

const errorsIn = (file) => {
  const source = readFileSync(file, "utf8")
  const lines = source.split("\n")
  return lines.flatMap((line, index) => {
    const text = line.trim()
    if (!CALL.test(text) || text.startsWith("*") || text.startsWith("//") || text.startsWith("/**")) return []
    if (EXCEPTIONS.get(file)?.lines.some((part) => part === "*" || text.includes(part))) return []
    // The formatter may put the arguments of a call on the lines after it.
    const call = [text, ...lines.slice(index + 1, index + 3).map((next) => next.trim())].join(" ")
    if (GUARDED.test(call) || HARMLESS.test(call)) return []
    const names = [...text.matchAll(/(?:\(|, )(?:this\.#?|#)?(\w+)(?=[,)])/gu)].map(([, name]) => name)
    if (names.some((name) => isDeclaredGuarded(source, name))) return []
    return [`${file}:${index + 1}: a callback without a guard. Wrap it with \`guard\` of @mon/bundled/callbacks.`]
  })
}

const given = process.argv.slice(2)
const files =
  given.length > 0
    ? given
    : execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...PLACES], { encoding: "utf8" })
        .split("\n")
        .filter((file) => file.endsWith(".ts"))

const errors = files.flatMap(errorsIn)
for (const error of errors) console.error(error)
console.log(`${files.length} files with callbacks checked, ${errors.length} errors.`)
process.exit(errors.length === 0 ? 0 : 1)
