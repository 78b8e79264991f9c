// Usage: node bench/main.ts [rounds] [ms]. Prints medians over all rounds; `ms` is the duration of one throughput
// measurement in milliseconds. Needs `npm run build` first.
import { readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { arch, availableParallelism, cpus, loadavg, platform } from "node:os"
import { gzipSync } from "node:zlib"
import { CONTENDERS, type Contender } from "./contenders.ts"
import { makeEmails } from "./emails.ts"
import { measureCold, measureHeap, measureThroughput, median } from "./measure.ts"

const rounds = Number(process.argv[2] ?? 9)
const measuredMs = Number(process.argv[3] ?? 750)
const { resolve } = createRequire(import.meta.url)
const ours = CONTENDERS[0]!

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** Measures every contender once per round, so that a slow minute of the machine affects all contenders. */
const inTurns = <A>(
  among: ReadonlyArray<Contender>,
  times: number,
  measure: (contender: Contender) => A
): ReadonlyMap<Contender, ReadonlyArray<A>> => {
  const results = new Map<Contender, Array<A>>(among.map((contender) => [contender, []]))
  for (let round = 0; round < times; round++)
    for (const contender of among) results.get(contender)?.push(measure(contender))
  return results
}

const ms = (value: number): string => value.toFixed(2)
const millions = (value: number): string => (value >= 1e5 ? (value / 1e6).toFixed(2) : (value / 1e6).toFixed(4))
const share = (value: number): string => `${(value * 100).toFixed(0)} %`

console.log(
  `Node ${process.version}, ${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${platform()} ${arch()}; load ${loadavg()[0]?.toFixed(1)} at the start; medians of ${rounds} rounds, contenders in turns, a process for each measurement.\n`
)

const EMPTY: Contender = {
  name: "(an empty module, for comparison)",
  open: `(await import(${JSON.stringify(new URL("./nothing.js", import.meta.url).href)})).default`,
  artefact: ours.artefact,
  emails: 1
}
const heaps = inTurns(CONTENDERS, Math.min(rounds, 3), ({ open }) => measureHeap(open))
const colds = inTurns([...CONTENDERS, EMPTY], rounds * 3, ({ open }) => measureCold(open))
const coldOf = (contender: Contender) => {
  const times = colds.get(contender) ?? []
  return {
    import: median(times.map(({ importMs }) => importMs)),
    answer: median(times.map(({ answerMs }) => answerMs)),
    both: median(times.map((time) => time.importMs + time.answerMs))
  }
}
console.log("Cold start and size\n")
console.log(
  table(
    ["", "file of the rules, KB", "gzip, KB", "import, ms", "first answer, ms", "both, ms", "heap, MB"],
    [...CONTENDERS, EMPTY].map((contender) => {
      const cold = coldOf(contender)
      if (contender === EMPTY) return [contender.name, "", "", ms(cold.import), ms(cold.answer), ms(cold.both), ""]
      const path = contender.artefact.startsWith("/") ? contender.artefact : resolve(contender.artefact)
      return [
        contender.name,
        (statSync(path).size / 1000).toFixed(0),
        (gzipSync(readFileSync(path)).length / 1000).toFixed(0),
        ms(cold.import),
        ms(cold.answer),
        ms(cold.both),
        (median(heaps.get(contender) ?? []) / 1e6).toFixed(2)
      ]
    })
  )
)

const emails = makeEmails()
for (const kind of ["hits", "misses", "subdomains"] as const) {
  const results = inTurns(CONTENDERS, rounds, ({ emails: count, open }) =>
    measureThroughput(open, emails[kind].slice(0, count), measuredMs)
  )
  const speed = (contender: Contender): number =>
    median((results.get(contender) ?? []).map(({ perSecond }) => perSecond))
  console.log(`\nMillion emails per second (CPU time): ${kind}\n`)
  console.log(
    table(
      ["", "M/s", "ours is", "flagged"],
      CONTENDERS.map((contender) => [
        contender.name,
        millions(speed(contender)),
        `${(speed(ours) / speed(contender)).toFixed(1)}x`,
        share(results.get(contender)?.[0]?.flagged ?? 0)
      ])
    )
  )
}
