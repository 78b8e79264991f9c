import { escapeText } from "../html/Html.ts"
import { type Headline, pageHeadline } from "../pageState.ts"
import type { ComponentState, StatusComponent, StatusPageDocument } from "../StatusPageDocument.ts"
import { percentText } from "../words/times.ts"
import { wordsOf } from "../words/words.ts"
import { textWidth } from "./textWidth.ts"

/** Colors under white text, with a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
const colors = {
  good: "#1a7f37",
  slow: "#a85400",
  bad: "#b42318",
  maintenance: "#0b5cad",
  unknown: "#5d646d",
  label: "#3d434b"
} as const

type Color = Exclude<keyof typeof colors, "label">

const colorOfState: Readonly<Record<ComponentState, Color>> = {
  operational: "good",
  degraded_performance: "slow",
  partial_outage: "bad",
  major_outage: "bad",
  under_maintenance: "maintenance",
  unknown: "unknown"
}

const colorOfHeadline: Readonly<Record<Headline, Color>> = {
  none: "good",
  minor: "slow",
  major: "bad",
  critical: "bad",
  maintenance: "maintenance",
  unknown: "unknown"
}

/** Percentages below these are slow or bad. */
const GOOD_PERCENT = 99.5
const SLOW_PERCENT = 98

const colorOfPercent = (percent: number | null): Color => {
  if (percent === null) return "unknown"
  if (percent >= GOOD_PERCENT) return "good"
  return percent >= SLOW_PERCENT ? "slow" : "bad"
}

/** What a badge says. */
export interface Badge {
  readonly label: string
  readonly message: string
  readonly color: Color
}

/** The badge of a page. */
export const pageBadge = (document: StatusPageDocument): Badge => {
  const headline = pageHeadline(document)
  const { headlines } = wordsOf(document.language)
  return { label: document.name, message: headlines[headline], color: colorOfHeadline[headline] }
}

/** The badge of a component: its state. */
export const componentBadge = ({ name, state }: StatusComponent, { language }: StatusPageDocument): Badge => ({
  label: name,
  message: wordsOf(language).components[state],
  color: colorOfState[state]
})

/** The badge of a component: its uptime in the days that the page shows. */
export const uptimeBadge = (
  { days, name, uptimePercent }: StatusComponent,
  { language }: StatusPageDocument
): Badge => ({
  label: `${name} ${wordsOf(language).uptimeLabel} ${days?.length ?? 0}d`,
  message: uptimePercent === null ? "–" : `${percentText(uptimePercent, language)} %`,
  color: colorOfPercent(uptimePercent)
})

const HEIGHT = 20
/** Beside each text. */
const PADDING = 6
/** Of one text, so that a long name cannot make a badge of any width. */
const LONGEST_TEXT = 60

const shortened = (text: string): string => {
  const characters = [...text]
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT - 1).join("")}…` : text
}

/** A badge as an image: flat, 20 pixels high, without any reference to another file. */
export const badgeSvg = ({ color, label, message }: Badge): string => {
  const [left, right] = [shortened(label), shortened(message)]
  const [leftWidth, rightWidth] = [left, right].map((text) => Math.ceil(textWidth(text)) + 2 * PADDING) as [
    number,
    number
  ]
  const width = leftWidth + rightWidth
  const text = (value: string, center: number, length: number) =>
    `<text x="${center}" y="14" textLength="${length - 2 * PADDING}">${escapeText(value)}</text>`
  const title = escapeText(`${left}: ${right}`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title>` +
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath><g clip-path="url(#r)">` +
    `<rect width="${leftWidth}" height="${HEIGHT}" fill="${colors.label}"/>` +
    `<rect x="${leftWidth}" width="${rightWidth}" height="${HEIGHT}" fill="${colors[color]}"/></g>` +
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">` +
    `${text(left, leftWidth / 2, leftWidth)}${text(right, leftWidth + rightWidth / 2, rightWidth)}</g></svg>\n`
  )
}

/** The answer of an endpoint badge of shields.io, which refuses unknown fields. */
export interface ShieldsAnswer {
  readonly schemaVersion: 1
  readonly label: string
  readonly message: string
  readonly color: string
  readonly labelColor: string
  /** Seconds for which shields.io may keep the badge. It takes no fewer than 300 by itself. */
  readonly cacheSeconds: number
}

const CACHE_SECONDS = 300

/** A badge for `https://img.shields.io/endpoint?url=…`. */
export const shieldsAnswer = ({ color, label, message }: Badge): ShieldsAnswer => ({
  schemaVersion: 1,
  label: shortened(label),
  message: shortened(message),
  color: colors[color].slice(1),
  labelColor: colors.label.slice(1),
  cacheSeconds: CACHE_SECONDS
})
