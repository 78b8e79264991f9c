// Each measurement runs in its own process. The programs are text, so that the process loads nothing of this harness
// beside the contender.
import { spawnSync } from "node:child_process"

const run = (flags: ReadonlyArray<string>, program: string, input = ""): string => {
  const child = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
    input,
    maxBuffer: 1 << 26
  })
  if (child.status !== 0) throw new Error(child.stderr)
  return child.stdout
}

export interface Cold {
  readonly importMs: number
  readonly answerMs: number
}

/**
 * Measures the time until the first answer. The process has already imported an empty module, so the cost of starting
 * the module loader is not counted.
 */
export const measureCold = (open: string): Cold => {
  const out = run(
    [],
    `
    await import("data:text/javascript,export%20default%201")
    const start = performance.now()
    const ask = ${open}
    const opened = performance.now()
    const answer = ask("bob@mailinator.com")
    const answered = performance.now()
    if (answer !== true) throw new Error("The first answer is wrong.")
    console.log(JSON.stringify({ importMs: opened - start, answerMs: answered - opened }))
  `
  )
  return JSON.parse(out) as Cold
}

/** Returns the bytes that code and rules occupy after the first answer and a garbage collection. */
export const measureHeap = (open: string): number =>
  Number(
    run(
      ["--expose-gc"],
      `
    const used = () => { gc(); gc(); const { external, heapUsed } = process.memoryUsage(); return heapUsed + external }
    process.getBuiltinModule("node:fs")
    await import("data:text/javascript,export%20default%201")
    const before = used()
    const ask = ${open}
    ask("bob@mailinator.com")
    console.log(used() - before)
  `
    )
  )

export interface Throughput {
  readonly perSecond: number
  readonly flagged: number
}

/**
 * Returns the checks per second of processor time of the thread, which other work on the machine does not lengthen.
 * Every round parses its emails anew outside of the measured time: a server sees each string once, so no contender may
 * profit from data that the engine caches in a string. The warm-up takes two thirds of the measured time.
 */
export const measureThroughput = (open: string, emails: ReadonlyArray<string>, measuredMs: number): Throughput => {
  const out = run(
    [],
    `
    const text = process.getBuiltinModule("node:fs").readFileSync(0, "utf8")
    const ask = ${open}
    let flagged = 0
    const during = (ms) => {
      let spent = 0
      let asked = 0
      while (spent < ms) {
        const emails = JSON.parse(text)
        flagged = 0
        const start = process.threadCpuUsage()
        for (let i = 0; i < emails.length; i++) if (ask(emails[i])) flagged++
        const { system, user } = process.threadCpuUsage(start)
        spent += (user + system) / 1000
        asked += emails.length
      }
      return asked / spent * 1000
    }
    during(${(measuredMs * 2) / 3})
    console.log(JSON.stringify({ perSecond: during(${measuredMs}), flagged: flagged / ${emails.length} }))
  `,
    JSON.stringify(emails)
  )
  return JSON.parse(out) as Throughput
}

export const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
