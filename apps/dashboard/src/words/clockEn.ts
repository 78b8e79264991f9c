/** What forms say about a time at which clocks change. */
export const clockEn = {
  skipped: (time: string, date: string, zone: string, becomes: string) =>
    `Clocks in ${zone} skip ${time} on ${date}, so ${becomes} counts instead.`,
  twice: (time: string, date: string, zone: string, offset: string) =>
    `Clocks in ${zone} show ${time} twice on ${date}, and the first one counts (${offset}).`
}

/** The words about clock changes in each language. */
export type ClockWords = typeof clockEn
