import { escapeText } from "../html/Html.ts"
import { type Headline, pageHeadline } from "../pageState.ts"
import type { ComponentState, StatusComponent, StatusPageDocument } from "../StatusPageDocument.ts"
import { percentText } from "../words/times.ts"
import { wordsOf } from "../words/words.ts"

/** The advance widths of Verdana at 11 pixels, in tenths of a pixel, from space to tilde. */
const WIDTHS: ReadonlyArray<number> = [
  39, 43, 50, 90, 70, 118, 80, 30, 50, 50, 70, 90, 40, 50, 40, 50, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 50, 50, 90,
  90, 90, 60, 110, 75, 75, 77, 85, 70, 63, 85, 83, 46, 50, 76, 61, 93, 82, 87, 66, 87, 76, 75, 68, 81, 75, 109, 75, 68,
  75, 50, 50, 50, 90, 70, 70, 66, 69, 57, 69, 66, 39, 69, 70, 30, 38, 65, 30, 107, 70, 67, 69, 69, 47, 57, 43, 70, 65,
  90, 65, 65, 58, 70, 50, 70, 90
]
const FIRST = 0x20
/** The width of all narrow characters that are not in the table of widths, in tenths of a pixel. */
const OTHER = 75
const WIDE = 120
/** The wide characters: Hangul, CJK, full-width forms and emoji. */
const IS_WIDE = /[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F000}-\u{1FAFF}]/u
const IS_MARK = /\p{M}/u

/** Estimates the width of a text in pixels. The image specifies this width, so that the text fills it in every font. */
const textWidth = (text: string): number => {
  let tenths = 0
  for (const character of text.normalize("NFC")) {
    const known = WIDTHS[(character.codePointAt(0) ?? 0) - FIRST]
    if (known !== undefined) tenths += known
    else if (!IS_MARK.test(character)) tenths += IS_WIDE.test(character) ? WIDE : OTHER
  }
  return tenths / 10
}

/** The background colors, on which white text has a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
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

/** The percentage from which an uptime counts as good. A lower uptime counts as slow or bad. */
const GOOD_PERCENT = 99.5
const SLOW_PERCENT = 98

const colorOfPercent = (percent: number | null): Color => {
  if (percent === null) return "unknown"
  if (percent >= GOOD_PERCENT) return "good"
  return percent >= SLOW_PERCENT ? "slow" : "bad"
}

export interface Badge {
  readonly label: string
  readonly message: string
  readonly color: Color
}

export const pageBadge = (document: StatusPageDocument): Badge => {
  const headline = pageHeadline(document)
  const { headlines } = wordsOf(document.language)
  return { label: document.name, message: headlines[headline], color: colorOfHeadline[headline] }
}

export const componentBadge = ({ name, state }: StatusComponent, { language }: StatusPageDocument): Badge => ({
  label: name,
  message: wordsOf(language).components[state],
  color: colorOfState[state]
})

export const uptimeBadge = (
  { days, name, uptimePercent }: StatusComponent,
  { language }: StatusPageDocument
): Badge => ({
  label: `${name} ${wordsOf(language).uptimeLabel} ${days?.length ?? 0}d`,
  message: uptimePercent === null ? "–" : `${percentText(uptimePercent, language)} %`,
  color: colorOfPercent(uptimePercent)
})

const HEIGHT = 20
const PADDING = 6
/** The maximum length of a text, in characters, so that a long name does not make the badge too wide. */
const LONGEST_TEXT = 60

const shortened = (text: string): string => {
  const characters = [...text]
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT - 1).join("")}…` : text
}

/** Returns a badge as an image: flat, 20 pixels high, and without references to other files. */
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

/** The response to shields.io's request for an endpoint badge. shields.io rejects unknown fields. */
export interface ShieldsAnswer {
  readonly schemaVersion: 1
  readonly label: string
  readonly message: string
  readonly color: string
  readonly labelColor: string
  /**
   * The number of seconds for which shields.io may cache the badge. Without this field, shields.io caches the badge for
   * at least 300 seconds.
   */
  readonly cacheSeconds: number
}

const CACHE_SECONDS = 300

/** Returns a badge for `https://img.shields.io/endpoint?url=…`. */
export const shieldsAnswer = ({ color, label, message }: Badge): ShieldsAnswer => ({
  schemaVersion: 1,
  label: shortened(label),
  message: shortened(message),
  color: colors[color].slice(1),
  labelColor: colors.label.slice(1),
  cacheSeconds: CACHE_SECONDS
})
