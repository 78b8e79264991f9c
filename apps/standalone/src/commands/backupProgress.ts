import type { BackupProgress } from "@mon/core-store"

const number = new Intl.NumberFormat("en-US")

/** Prints on standard error how far a backup or a restore has come; empty tables are left out. */
export const printProgress = ({ count, done, subject }: BackupProgress): void => {
  if (count === 0) return
  process.stderr.write(`${subject}: ${number.format(count)}${done ? "" : " so far"}\n`)
}

/** "1,204 rows" */
export const formatCount = (count: number, one: string): string =>
  `${number.format(count)} ${one}${count === 1 ? "" : "s"}`
