// Usage: node --conditions=@mon/source scripts/fuzz-codec.ts [messages] [seed]
import { deepStrictEqual } from "node:assert"
import * as fc from "fast-check"
import { readsCompressedNames, readsWhatWasWritten, survivesDamage } from "../test/codecFuzz.ts"

const [messages = 100_000, seed = Date.now() % 0x7fffffff] = process.argv.slice(2).map(Number)
const begin = performance.now()

const run = <A>(name: string, property: fc.IProperty<A>, share: number): void => {
  const numRuns = Math.ceil(messages * share)
  fc.assert(property, { numRuns, seed })
  console.log(`${name}: ${numRuns} messages`)
}

run("reads what dns-packet wrote", readsWhatWasWritten(deepStrictEqual), 0.2)
run("reads names that share endings", readsCompressedNames(deepStrictEqual), 0.2)
run("survives damage", survivesDamage(deepStrictEqual), 0.6)
console.log(`seed ${seed}, ${((performance.now() - begin) / 1000).toFixed(1)} s`)
