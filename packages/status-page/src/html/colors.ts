import type { StatusPageColors } from "../StatusPageDocument.ts"

/** The red, green and blue parts of a color, each from 0 to 255. */
type Rgb = readonly [number, number, number]

/** The minimum contrast of text with its background (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5
/** A contrast slightly above the minimum. The margin is needed because colors are rounded to whole steps. */
const ENOUGH = TEXT_CONTRAST + 0.05

const COLOR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu
/** The color that replaces a stored color that cannot be parsed. */
const FALLBACK: Rgb = [11, 79, 158]

const parse = (color: string): Rgb => {
  const [, red, green, blue] = COLOR.exec(color) ?? []
  if (red === undefined || green === undefined || blue === undefined) return FALLBACK
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

const format = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`

/** Returns the relative luminance of a color (WCAG 2.2). */
const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: string, other: string): number => contrast(parse(one), parse(other))

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share)) as unknown as Rgb

/** The number of bisection steps that is enough to distinguish all steps of a color. */
const HALVINGS = 8

/** Mixes a color with just enough black or white to make it readable on a background. */
const readableOn = (color: Rgb, ground: Rgb): Rgb => {
  if (contrast(color, ground) >= ENOUGH) return color
  const end = contrast(BLACK, ground) > contrast(WHITE, ground) ? BLACK : WHITE
  let [enough, little] = [1, 0]
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (enough + little) / 2
    if (contrast(mix(color, end, middle), ground) >= ENOUGH) enough = middle
    else little = middle
  }
  return mix(color, end, enough)
}

/** Returns black or white, whichever is more readable on a background. The contrast is always at least 4.58. */
const textOn = (ground: Rgb): Rgb => (contrast(BLACK, ground) >= contrast(WHITE, ground) ? BLACK : WHITE)

/**
 * The darkest background of light pages, and the lightest background of dark pages. Text that is readable on these two
 * backgrounds is readable on all backgrounds of such pages.
 */
const grounds = { light: "#f4f5f7", dark: "#1e2228" } as const

export interface PageColors {
  readonly accentOnLight: string
  readonly accentOnDark: string
  readonly header: { readonly ground: string; readonly text: string } | null
}

/**
 * Returns the colors of a page, with a contrast to the background of at least 4.5, even if the owner chose other
 * colors.
 */
export const pageColors = ({ accent, header }: StatusPageColors): PageColors => {
  const chosen = parse(accent)
  const headerGround = header === null ? null : parse(header)
  return {
    accentOnLight: format(readableOn(chosen, parse(grounds.light))),
    accentOnDark: format(readableOn(chosen, parse(grounds.dark))),
    header: headerGround === null ? null : { ground: format(headerGround), text: format(textOn(headerGround)) }
  }
}
