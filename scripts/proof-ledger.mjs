// Stores when each proof and each long test last passed on this machine.
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import process from "node:process"

const isPass = (value) =>
  typeof value?.passedAt === "string" &&
  !Number.isNaN(Date.parse(value.passedAt)) &&
  typeof value.seconds === "number" &&
  typeof value.commit === "string"

/**
 * Reads a ledger, which contains the last pass (`passedAt` in ISO 8601, `seconds`, `commit`) by the name of a proof or
 * the path of a long test. Returns an empty map if there is no ledger. A damaged entry counts as never passed.
 */
export const readLedger = (file) => {
  if (file === null) return new Map()
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, "utf8"))).filter(([, value]) => isPass(value)))
  } catch {
    return new Map()
  }
}

/** Adds a pass to the ledger. Reads the file again first, because another clone may have written to it. */
export const recordPass = (file, name, pass) => {
  if (file === null) return
  const passes = readLedger(file).set(name, pass)
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${JSON.stringify(Object.fromEntries([...passes].toSorted()), null, 2)}\n`)
  renameSync(written, file)
}

/**
 * Returns names in the order in which they are due: first those that never passed, then by the time of the last pass.
 */
export const byWait = (names, passes) =>
  names.toSorted((a, b) => {
    const [one, other] = [a, b].map((name) => Date.parse(passes.get(name)?.passedAt ?? 0))
    return one - other || (a < b ? -1 : 1)
  })

/** Returns one line for each name: when it last passed, how long it took, and at which commit. */
export const describePasses = (names, passes) =>
  names
    .map((name) => {
      const pass = passes.get(name)
      return pass === undefined
        ? `${"never".padEnd(36)} ${name}\n`
        : `${pass.passedAt.slice(0, 16)}Z ${`${pass.seconds} s`.padStart(7)} ${pass.commit.padEnd(10)} ${name}\n`
    })
    .join("")
