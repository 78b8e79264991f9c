/**
 * The program of the watchdog's thread, as text: it runs beside a bundle as well as beside sources. Everything it does is
 * synchronous or of its own event loop; what a thread writes to `process.stderr` would wait for the loop that is stuck.
 */
export const threadProgram = `"use strict"
const { writeSync } = require("node:fs")
const { Session } = require("node:inspector")
const { performance } = require("node:perf_hooks")
const { workerData } = require("node:worker_threads")
const { code, heartbeat, json, limitMs, patienceMs, tickMs } = workerData
const beats = new Int32Array(heartbeat)
const FRAMES = 20

const say = (message, annotations) => {
  const line = json
    ? JSON.stringify({ message, level: "FATAL", timestamp: new Date().toISOString(), annotations, spans: {} })
    : message + " " + JSON.stringify(annotations)
  try {
    writeSync(2, line + "\\n")
  } catch {}
}

const kill = () => {
  say("The main thread does not answer; the process is killed", { pid: process.pid })
  process.kill(process.pid, "SIGKILL")
}

const urls = new Map()
const place = ({ functionName, location: { lineNumber, scriptId } }) =>
  (functionName || "(anonymous)") + " " + (urls.get(scriptId) || "(unknown)") + ":" + (lineNumber + 1)

// A thread cannot end the process with a code; the main thread can, and is made to where it hangs in JavaScript.
const bark = (stuckMs) => {
  say("The event loop is stuck; the process ends", { stuckMs: Math.round(stuckMs), limitMs, exitCode: code })
  setTimeout(kill, patienceMs)
  const session = new Session()
  session.connectToMainThread()
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url))
  session.on("Debugger.paused", ({ params }) => {
    say("Where it was", { stack: params.callFrames.slice(0, FRAMES).map(place) })
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
  // A machine or process that was suspended stood still for this thread too: that counts as one tick or two.
  const passed = Math.min(now - before, 2 * tickMs)
  before = now
  const beat = Atomics.load(beats, 0)
  stuckMs = beat === seen ? stuckMs + passed : 0
  seen = beat
  if (stuckMs < limitMs) return
  clearInterval(timer)
  try {
    bark(stuckMs)
  } catch {
    kill()
  }
}, tickMs)
`
