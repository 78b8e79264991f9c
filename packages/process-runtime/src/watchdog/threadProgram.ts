/**
 * The program of the watchdog thread. It is a string, so that it works both in a bundle and from sources. It writes
 * synchronously, because `process.stderr` of a thread goes through the main thread, which is stuck.
 */
export const threadProgram = `"use strict"
const { writeSync } = require("node:fs")
const { Session } = require("node:inspector")
const { performance } = require("node:perf_hooks")
const { workerData } = require("node:worker_threads")
const { code, heartbeat, json, limitMs, stackTimeoutMs, tickMs } = workerData
const beats = new Int32Array(heartbeat)
const FRAMES = 20

const log = (message, annotations) => {
  const line = json
    ? JSON.stringify({ message, level: "FATAL", timestamp: new Date().toISOString(), annotations, spans: {} })
    : message + " " + JSON.stringify(annotations)
  try {
    writeSync(2, line + "\\n")
  } catch {}
}

const kill = () => {
  log("The main thread does not respond. The process is killed", { pid: process.pid })
  process.kill(process.pid, "SIGKILL")
}

const urls = new Map()
const frame = ({ functionName, location: { lineNumber, scriptId } }) =>
  (functionName || "(anonymous)") + " " + (urls.get(scriptId) || "(unknown)") + ":" + (lineNumber + 1)

// Only the main thread can exit with a code; the inspector makes it do so where it hangs.
const endProcess = (stuckMs) => {
  log("The event loop is blocked. The process exits", { stuckMs: Math.round(stuckMs), limitMs, exitCode: code })
  setTimeout(kill, stackTimeoutMs)
  const session = new Session()
  session.connectToMainThread()
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url))
  session.on("Debugger.paused", ({ params }) => {
    log("Stack of the main thread", { stack: params.callFrames.slice(0, FRAMES).map(frame) })
    session.post("Runtime.evaluate", { expression: "process.reallyExit(" + code + ")" })
  })
  session.post("Debugger.enable")
  session.post("Debugger.pause")
}

let seen = Atomics.load(beats, 0)
let stuckMs = 0
let before = performance.now()
const timer = setInterval(() => {
  const now = performance.now()
  // This thread was suspended together with the machine or process: that counts as two ticks at most.
  const passed = Math.min(now - before, 2 * tickMs)
  before = now
  const beat = Atomics.load(beats, 0)
  stuckMs = beat === seen ? stuckMs + passed : 0
  seen = beat
  if (stuckMs < limitMs) return
  clearInterval(timer)
  try {
    endProcess(stuckMs)
  } catch {
    kill()
  }
}, tickMs)
`
