import type { ComponentDay, StatusComponent, StatusPageLanguage } from "../StatusPageDocument.ts"
import { DAYS_SHOWN } from "../uptime.ts"
import { dayText, lengthText, percentText } from "../words/times.ts"
import type { Words } from "../words/PageWords.ts"
import { Html, html } from "./Html.ts"

type DayCondition = "up" | "minor" | "major" | "maintenance" | "none"

/** The share of downtime in the watched time from which a day is shown as major. */
const MAJOR_SHARE = 0.1

/**
 * Returns the condition of a day. With downtime, the condition depends on the share of downtime. Without downtime, the
 * day is up if the component was up at any time. Any other day is maintenance or a gap.
 */
const dayCondition = ({ down, maintenance, up }: ComponentDay): DayCondition => {
  if (down > 0) return down / (up + down) < MAJOR_SHARE ? "minor" : "major"
  if (up > 0) return "up"
  return maintenance > 0 ? "maintenance" : "none"
}

/** The width of a day including the gap to the next day, and the width of its bar. */
const STEP = 4
const BAR = 3
const HEIGHT = 24
/**
 * The height of the bars of days without checks, which is lower, so that these days differ by more than their color.
 */
const LOW = 6

/**
 * Returns one path for a condition, with a vertical line for each of its days. Relative moves repeat often, so the path
 * compresses well.
 */
const pathOf = (columns: ReadonlyArray<number>, height: number): string => {
  let last: number | null = null
  let path = ""
  for (const column of columns) {
    path +=
      last === null
        ? `M${column * STEP + BAR / 2} ${HEIGHT}v-${height}`
        : `m${(column - last) * STEP} ${height}v-${height}`
    last = column
  }
  return path
}

const conditions: ReadonlyArray<DayCondition> = ["up", "minor", "major", "maintenance", "none"]

const noneShown: Readonly<Record<DayCondition, ReadonlyArray<number>>> = {
  up: [],
  minor: [],
  major: [],
  maintenance: [],
  none: []
}

/** Draws the bars of the last 90 days. Days before the first day with data are low and pale. */
const bars = (days: ReadonlyArray<ComponentDay>, label: string): Html => {
  const offset = DAYS_SHOWN - days.length
  const columns = Object.groupBy(
    days.map((day, index) => [dayCondition(day), index + offset] as const),
    ([is]) => is
  )
  const paths = conditions.map((condition) => {
    const shown = columns[condition]?.map(([, column]) => column) ?? noneShown[condition]
    const path = pathOf(shown, condition === "none" ? LOW : HEIGHT)
    return path === "" ? null : html`<path class="${condition}" d="${path}"/>`
  })
  const before = pathOf([...Array(offset).keys()], LOW)
  return html`<svg class="bars" viewBox="0 0 ${DAYS_SHOWN * STEP} ${HEIGHT}" width="100%" height="${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${before === "" ? null : html`<path class="before" d="${before}"/>`}${paths}</svg>`
}

/**
 * The maximum number of days that are named below the bars of one component. Readers find all other days in the bars.
 */
const DAYS_NAMED = 10
/** The length of the shortest gap without checks that is mentioned, in seconds. */
const SHORT_GAP_SECONDS = 300

const isNotable = ({ down, maintenance, unwatched }: ComponentDay): boolean =>
  down > 0 || maintenance > 0 || unwatched >= SHORT_GAP_SECONDS

const dayLine = (day: ComponentDay, words: Words, language: StatusPageLanguage): Html => {
  const parts = [
    day.down > 0 ? `${words.down} ${lengthText(day.down, words)}` : null,
    day.maintenance > 0 ? `${words.ofMaintenance} ${lengthText(day.maintenance, words)}` : null,
    day.unwatched >= SHORT_GAP_SECONDS ? `${words.ofUnwatched} ${lengthText(day.unwatched, words)}` : null
  ].filter((part) => part !== null)
  return html`<li>${dayText(day.date, language)}: ${parts.join(", ")}</li>`
}

/** Lists the time that the percentage excludes, such as "left out: maintenance 2 h". Null if nothing is excluded. */
const excludedText = (days: ReadonlyArray<ComponentDay>, words: Words): string | null => {
  const sum = (condition: "maintenance" | "unwatched") => days.reduce((seconds, day) => seconds + day[condition], 0)
  const parts = (
    [
      ["maintenance", words.ofMaintenance],
      ["unwatched", words.ofUnwatched]
    ] as const
  ).flatMap(([condition, name]) => (sum(condition) > 0 ? [`${name} ${lengthText(sum(condition), words)}`] : []))
  return parts.length === 0 ? null : `${words.excluded} ${parts.join(", ")}`
}

const uptimeText = (component: StatusComponent, days: number, words: Words, language: StatusPageLanguage): string =>
  component.uptimePercent === null ? words.noUptime : words.uptime(percentText(component.uptimePercent, language), days)

export const daysOf = (component: StatusComponent, words: Words, language: StatusPageLanguage): Html | null => {
  const { days } = component
  if (days === null || days.length === 0) return null
  const text = uptimeText(component, days.length, words, language)
  const excluded = excludedText(days, words)
  const notable = days.filter(isNotable).toReversed()
  const named = notable.slice(0, DAYS_NAMED)
  const rest = notable.length - named.length
  const list =
    named.length === 0
      ? null
      : html`<details><summary>${words.days}</summary><ul>${named.map((day) => dayLine(day, words, language))}${rest > 0 ? html`<li>${words.more(rest)}</li>` : null}</ul></details>`
  return html`${bars(days, `${component.name}: ${text}`)}<p class="uptime">${text}${excluded === null ? null : ` · ${excluded}`}</p>${list}`
}

export const daysLegend = (words: Words): Html =>
  html`<p class="legend">${conditions.map((condition) => html`<span class="${condition}">${words.legend[condition]}</span> `)}</p><p class="rule">${words.rule}</p>`
