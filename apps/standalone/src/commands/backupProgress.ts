import type { BackupProgress } from "@mon/core-store"

const number = new Intl.NumberFormat("en-US")
const megabytes = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

const LINE_EVERY_MS = 5_000
const BYTES_PER_MEGABYTE = 1_000_000

/**
 * Returns a function that prints a line for each finished table, and a line every 5 s while it processes a large table:
 * "check_history: 1,250,000 so far, 312 MB in 41 s". Skips empty tables. `now` returns milliseconds.
 */
export const makeProgressPrinter = (write: (line: string) => void, now: () => number) => {
  const startedAt = now()
  let printedAt = startedAt
  return ({ bytes, count, done, subject }: BackupProgress): void => {
    if (count === 0 || (!done && now() - printedAt < LINE_EVERY_MS)) return
    printedAt = now()
    const seconds = Math.round((printedAt - startedAt) / 1000)
    write(
      done
        ? `${subject}: ${number.format(count)}\n`
        : `${subject}: ${number.format(count)} so far, ${megabytes.format(bytes / BYTES_PER_MEGABYTE)} MB in ${seconds} s\n`
    )
  }
}

export const printProgress = () =>
  makeProgressPrinter(
    (line) => process.stderr.write(line),
    () => performance.now()
  )

/** Formats a count with its noun, for example "1,204 rows". */
export const formatCount = (count: number, one: string): string =>
  `${number.format(count)} ${one}${count === 1 ? "" : "s"}`
