// What each package makes of the same cron expressions: of some that show a rule, and of 10,000 random ones.
import { readFileSync } from "node:fs"
import { nextTimes, parseCron } from "@mon/model"
import { importFrom } from "./install.mjs"

const { version } = JSON.parse(readFileSync(new URL("../../packages/model/package.json", import.meta.url), "utf8"))

export const versions = { croner: "11.0.0", "cron-parser": "5.10.6" }

const EXPRESSIONS = 10_000
const TIMES = 6
const SEED = 20_261_130
const ZONES = ["UTC", "Europe/Riga", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Havana"]
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ours = (expression, zone) => {
  const parsed = parseCron(expression, zone)
  if (parsed._tag === "Fault") throw new Error(parsed.message)
  return (after, count) => nextTimes(parsed.schedule, after, count)
}

const ofCroner =
  ({ Cron }) =>
  (expression, zone) => {
    const job = new Cron(expression, { timezone: zone, paused: true })
    return (after, count) => job.nextRuns(count, new Date(after)).map(Number)
  }

const ofCronParser =
  ({ CronExpressionParser }) =>
  (expression, zone) => {
    const parse = (after) => CronExpressionParser.parse(expression, { currentDate: new Date(after), tz: zone })
    parse(0)
    return (after, count) => {
      const iterator = parse(after)
      return Array.from({ length: count }, () => iterator.next().getTime())
    }
  }

const RIGA = "Europe/Riga"
const GAP = Date.UTC(2021, 2, 27, 23)
const REPEATED = Date.UTC(2021, 9, 30, 23)
const JANUARY = Date.UTC(2026, 0, 1)

const CASES = [
  { title: "`0 3 * * *`, clocks skip 03:00 to 04:00", expression: "0 3 * * *", zone: RIGA, after: GAP },
  { title: "`30 1,3 * * *`, the same night", expression: "30 1,3 * * *", zone: RIGA, after: GAP },
  { title: "`0 3 * * *`, clocks repeat 03:00 to 04:00", expression: "0 3 * * *", zone: RIGA, after: REPEATED },
  { title: "`0 * * * *`, the same night", expression: "0 * * * *", zone: RIGA, after: REPEATED },
  { title: "`0 0 */2 * MON`: both must match in Debian", expression: "0 0 */2 * MON", zone: "UTC", after: JANUARY },
  { title: "`0 0 1 * MON`: one is enough", expression: "0 0 1 * MON", zone: "UTC", after: JANUARY },
  { title: "`0 0 LW * *`: the last weekday", expression: "0 0 LW * *", zone: "UTC", after: JANUARY },
  { title: "`0 0 * * 5L`: the last Friday", expression: "0 0 * * 5L", zone: "UTC", after: JANUARY },
  { title: "`0 0 * * MON#5`: the fifth Monday", expression: "0 0 * * MON#5", zone: "UTC", after: JANUARY },
  { title: "`5/20 * * * *`: from 5 to the end", expression: "5/20 * * * *", zone: "UTC", after: JANUARY },
  { title: "`0 0 29 2 *`: in a leap year", expression: "0 0 29 2 *", zone: "UTC", after: JANUARY },
  { title: "`0 0 30 2 *`: never", expression: "0 0 30 2 *", zone: "UTC", after: JANUARY },
  { title: "`CRON_TZ=Asia/Tokyo 0 3 * * *`", expression: "CRON_TZ=Asia/Tokyo 0 3 * * *", zone: "UTC", after: JANUARY }
]

const shownTimes = (times) => times.map((time) => new Date(time).toISOString().slice(0, 16)).join(", ")

const said = (parse, { after, expression, zone }) => {
  try {
    return shownTimes(parse(expression, zone)(after, 2)) || "no time"
  } catch {
    return "refused"
  }
}

/** A random number generator (mulberry32). The same seed gives the same expressions. */
const randomOf = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const randomCases = () => {
  const random = randomOf(SEED)
  const whole = (least, most) => least + Math.floor(random() * (most - least + 1))
  const one = (list) => list[whole(0, list.length - 1)]
  const item = (least, most) => {
    const [first, last] = [whole(least, most), whole(least, most)].toSorted((a, b) => a - b)
    return one([`${first}`, `${last}`, `${first}-${last}`, `${first}-${last}/${whole(1, 9)}`])
  }
  const field = (least, most, star) => {
    const kind = random()
    if (kind < star) return "*"
    if (kind < star + 0.1) return `*/${whole(2, 12)}`
    return Array.from({ length: random() < 0.3 ? 2 : 1 }, () => item(least, most)).join(",")
  }
  return Array.from({ length: EXPRESSIONS }, () => ({
    expression: [field(0, 59, 0.2), field(0, 23, 0.3), field(1, 31, 0.5), field(1, 12, 0.6), field(0, 6, 0.5)].join(
      " "
    ),
    zone: one(ZONES),
    after: Date.UTC(whole(2005, 2030), whole(0, 11), whole(1, 28), whole(0, 23), whole(0, 59))
  }))
}

const offsetAt = (zone, time) =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).format(time).split("GMT")[1]

const changesNear = (zone, time) => offsetAt(zone, time - DAY_MS) !== offsetAt(zone, time + DAY_MS)

/** Why a package gives other times than this one. */
const reasonOf = ({ expression, zone }, mine, theirs) => {
  const [, , day, , weekday] = expression.split(" ")
  if (day.startsWith("*/") || weekday.startsWith("*/")) return "dayRule"
  const at = mine.findIndex((time, index) => time !== theirs[index])
  return changesNear(zone, mine[at]) || (theirs[at] !== undefined && changesNear(zone, theirs[at])) ? "clocks" : "other"
}

const tallyOf = (parse) => {
  const tally = { same: 0, refused: 0, dayRule: 0, clocks: 0, other: 0 }
  for (const one of randomCases()) {
    let mine
    try {
      mine = ours(one.expression, one.zone)(one.after, TIMES)
    } catch {
      continue
    }
    let theirs = null
    try {
      theirs = parse(one.expression, one.zone)(one.after, mine.length)
    } catch {
      tally.refused += 1
      continue
    }
    if (mine.every((time, index) => time === theirs[index])) tally.same += 1
    else tally[reasonOf(one, mine, theirs)] += 1
  }
  return tally
}

const CALLS = 2_000

/** The next times of an ordinary schedule in a second of CPU time. */
const speedOf = (parse) => {
  const next = parse("*/15 2-6 * * MON-FRI", "Europe/Berlin")
  const before = process.cpuUsage()
  let time = JANUARY
  for (let n = 0; n < CALLS; n++) [time] = next(time, 1)
  const { system, user } = process.cpuUsage(before)
  return Math.round((CALLS / (system + user)) * 1e6).toLocaleString("en-US")
}

const row = (title, cells) => `| ${title} | ${cells.join(" | ")} |`

/** The comparison in Markdown. */
export const compare = async ({ folder, load }) => {
  const packages = {
    [`**@mon/model** ${version}`]: ours,
    [`croner ${versions.croner}`]: ofCroner(await importFrom(folder, "croner")),
    [`cron-parser ${versions["cron-parser"]}`]: ofCronParser(load("cron-parser"))
  }
  const names = Object.keys(packages)
  const parsers = Object.values(packages)
  const tallies = parsers.slice(1).map(tallyOf)
  const count = (title, key) => row(title, ["", ...tallies.map((tally) => tally[key].toLocaleString("en-US"))])
  return [
    row("expression, and its next two times", names),
    `|---|${"---|".repeat(names.length)}`,
    ...CASES.map((one) =>
      row(
        one.title,
        parsers.map((parse) => said(parse, one))
      )
    ),
    count(`random expressions with the same next ${TIMES} times, of ${EXPRESSIONS.toLocaleString("en-US")}`, "same"),
    count("refused", "refused"),
    count("different: both days must match after `*/n` (Debian)", "dayRule"),
    count("different: within a day of a change of clocks", "clocks"),
    count("different: other", "other"),
    row("next times in a second of CPU time, in Europe/Berlin", parsers.map(speedOf)),
    "",
    "Times are in UTC. Expressions that this package refuses are left out."
  ].join("\n")
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
