/** A time zone, a time that its clocks skip, and a time that its clocks show twice. Local times have no offset. */
export interface ClockChangeRow {
  readonly zone: string
  readonly skipped: string
  /** The skipped time, read with the offset before the change. */
  readonly reads: string
  readonly twice: string
  readonly first: string
  readonly second: string
}

const columns = ["zone", "skipped", "reads", "twice", "first", "second"] as const

/** The changes of the tz database, calculated by hand from its offsets. */
const rows = `
  Europe/Berlin       2026-03-29T02:30 2026-03-29T01:30Z 2026-10-25T02:30 2026-10-25T00:30Z 2026-10-25T01:30Z
  Europe/London       2026-03-29T01:30 2026-03-29T01:30Z 2026-10-25T01:30 2026-10-25T00:30Z 2026-10-25T01:30Z
  America/New_York    2026-03-08T02:30 2026-03-08T07:30Z 2026-11-01T01:30 2026-11-01T05:30Z 2026-11-01T06:30Z
  America/St_Johns    2026-03-08T02:30 2026-03-08T06:00Z 2026-11-01T01:30 2026-11-01T04:00Z 2026-11-01T05:00Z
  America/Nuuk        2026-03-28T23:30 2026-03-29T01:30Z 2026-10-24T23:30 2026-10-25T00:30Z 2026-10-25T01:30Z
  America/Sao_Paulo   2018-11-04T00:30 2018-11-04T03:30Z 2019-02-16T23:30 2019-02-17T01:30Z 2019-02-17T02:30Z
  America/Santiago    2026-09-06T00:30 2026-09-06T04:30Z 2026-04-04T23:30 2026-04-05T02:30Z 2026-04-05T03:30Z
  Antarctica/Troll    2026-03-29T02:30 2026-03-29T02:30Z 2026-10-25T02:30 2026-10-25T00:30Z 2026-10-25T02:30Z
  Africa/Cairo        2026-04-24T00:30 2026-04-23T22:30Z 2026-10-29T23:30 2026-10-29T20:30Z 2026-10-29T21:30Z
  Africa/Casablanca   2023-04-23T02:30 2023-04-23T02:30Z 2023-03-19T02:30 2023-03-19T01:30Z 2023-03-19T02:30Z
  Asia/Tehran         2022-03-22T00:30 2022-03-21T21:00Z 2022-09-21T23:30 2022-09-21T19:00Z 2022-09-21T20:00Z
  Australia/Lord_Howe 2026-10-04T02:15 2026-10-03T15:45Z 2026-04-05T01:45 2026-04-04T14:45Z 2026-04-04T15:15Z
  Australia/Sydney    2026-10-04T02:30 2026-10-03T16:30Z 2026-04-05T02:30 2026-04-04T15:30Z 2026-04-04T16:30Z
  Pacific/Auckland    2026-09-27T02:30 2026-09-26T14:30Z 2026-04-05T02:30 2026-04-04T13:30Z 2026-04-04T14:30Z
  Pacific/Chatham     2026-09-27T03:15 2026-09-26T14:30Z 2026-04-05T03:15 2026-04-04T13:30Z 2026-04-04T14:30Z
  Pacific/Apia        2011-12-30T10:30 2011-12-30T20:30Z 2012-04-01T03:30 2012-03-31T13:30Z 2012-03-31T14:30Z`

/** Zones on all continents with gaps of 30 minutes, one hour, two hours and a day, some of them at midnight. */
export const clockChangeRows: ReadonlyArray<ClockChangeRow> = rows
  .trim()
  .split("\n")
  .map((line) => {
    const cells = line.trim().split(/\s+/u)
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])) as unknown as ClockChangeRow
  })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** No time zone differs from UTC by more, even next to a skipped day. */
const FARTHEST_MS = 40 * HOUR_MS

/**
 * Returns the moments at which the clocks of a zone show a time, found by reading the clocks minute by minute and not
 * with the implementation under test. The list is empty if the clocks skip the time.
 */
export const instantsShowing = (zone: string, local: string): ReadonlyArray<number> => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
  const wanted = local.replace("T", " ")
  const instants: Array<number> = []
  const middle = Date.parse(`${local}Z`)
  for (let at = middle - FARTHEST_MS; at <= middle + FARTHEST_MS; at += MINUTE_MS)
    if (clock.format(at) === wanted) instants.push(at)
  return instants
}
