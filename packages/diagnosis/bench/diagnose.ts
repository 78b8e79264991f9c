// Measures the CPU time per diagnosis for the facts of the 800 faults that are not reserved, and for the most expensive
// facts. Usage: node --conditions=@mon/source bench/diagnose.ts [rounds] [repeat]
import { faultVariations } from "../src/faults.ts"
import { diagnose, type DiagnosisFacts } from "../src/index.ts"
import { factsOf } from "../test/facts/allFacts.ts"
import { largestFacts } from "./largestFacts.ts"

const TARGET_MS = 2
const ROUNDS = Number(process.argv[2] ?? 20)
/** One diagnosis is shorter than a step of the kernel's CPU clock, so each measurement repeats it. */
const REPEAT = Number(process.argv[3] ?? 50)
const WARM_UP = 2_000

const facts = faultVariations()
  .filter(({ reserved }) => !reserved)
  .map((fault) => factsOf[fault.class](fault.settings))

/** Returns the CPU time of one diagnosis in this thread, in milliseconds: the mean of `repeat` runs. */
const cpuOf = (one: DiagnosisFacts, repeat: number): number => {
  const before = process.threadCpuUsage()
  for (let run = 0; run < repeat; run++) diagnose(one)
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1_000 / repeat
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

for (let run = 0; run < WARM_UP; run++) diagnose(facts[run % facts.length] ?? {})
const samples = Array.from({ length: ROUNDS }, (_, round) => {
  const chosen = facts.filter((_one, index) => index % ROUNDS === round % ROUNDS)
  return chosen.map((one) => cpuOf(one, REPEAT))
}).flat()
const largest = largestFacts()
const worst = median(Array.from({ length: 5 }, () => cpuOf(largest, 1)))

console.log(`median ${median(samples).toFixed(3)} ms of CPU per diagnosis, over ${samples.length} facts`)
console.log(`most ${Math.max(...samples).toFixed(3)} ms`)
console.log(`largest ${worst.toFixed(1)} ms for the most expensive facts that are accepted`)
process.exitCode = median(samples) <= TARGET_MS ? 0 : 1
