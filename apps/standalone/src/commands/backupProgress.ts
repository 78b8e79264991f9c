import type { BackupProgress } from "@mon/core-store"

const number = new Intl.NumberFormat("en-US")

/** Prints the progress of a backup or a restore to standard error. Skips empty tables. */
export const printProgress = ({ count, done, subject }: BackupProgress): void => {
  if (count === 0) return
  process.stderr.write(`${subject}: ${number.format(count)}${done ? "" : " so far"}\n`)
}

/** For example "1,204 rows". */
export const formatCount = (count: number, one: string): string =>
  `${number.format(count)} ${one}${count === 1 ? "" : "s"}`
