import { createHash } from "node:crypto"
import type { Page } from "playwright-core"
import { PNG } from "pngjs"

/** Where a part of a screen is: its element, and its left edge and width in pixels. */
export type Part = readonly [element: string, left: number, width: number]

/** What is stored of a picture beside its pixels. */
export interface Layout {
  readonly parts: ReadonlyArray<Part>
}

/** What is stored of all pictures. */
export interface Baselines {
  /** The browser and its fonts, with which the pictures were taken. */
  readonly rendering: string
  readonly layouts: Readonly<Record<string, Layout>>
}

/** A part may differ by so many pixels where the fonts differ: scroll bars and columns that fit their text. */
const TOLERANCE = 20

const SAMPLE = "Sphinx of black quartz, judge my vow. ÄÖÜ ß 0123456789 ● ▮"

/**
 * How this machine draws text: the version of Chromium, and the hash of a drawn sample in the fonts of the dashboard.
 * Two machines with the same rendering draw the same pixels.
 */
export const renderingOf = async (page: Page, version: string): Promise<string> => {
  await page.setContent(`<p style="font: 14px system-ui, sans-serif">${SAMPLE}</p>
    <p style="font: 700 20px system-ui, sans-serif">${SAMPLE}</p><code style="font: 13px monospace">${SAMPLE}</code>`)
  const { data } = PNG.sync.read(await page.screenshot())
  return `Chromium ${version.split(".")[0] ?? ""} ${createHash("sha256").update(data).digest("hex").slice(0, 16)}`
}

/** The parts that give a screen its form, in the order of the document. Texts decide on their height, not on these. */
export const partsOf = (page: Page): Promise<ReadonlyArray<Part>> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll("header, nav, main, main section, main table, main [role=table], main figure")
    ].flatMap((element): ReadonlyArray<readonly [string, number, number]> => {
      const { left, width } = element.getBoundingClientRect()
      return width === 0 ? [] : [[element.tagName.toLowerCase(), Math.round(left), Math.round(width)]]
    })
  )

const names = (parts: ReadonlyArray<Part>): string => parts.map(([element]) => element).join(" ")

/** How the layout of a screen differs from its baseline, as sentences. */
export const layoutChanges = (before: ReadonlyArray<Part>, after: ReadonlyArray<Part>): ReadonlyArray<string> => {
  if (names(before) !== names(after)) return [`The parts are ${names(after)}, not ${names(before)}.`]
  return after.flatMap(([element, left, width], index) => {
    const [, oldLeft = 0, oldWidth = 0] = before[index] ?? []
    return Math.abs(left - oldLeft) <= TOLERANCE && Math.abs(width - oldWidth) <= TOLERANCE
      ? []
      : [`${element} ${index} is ${width} wide at ${left}, not ${oldWidth} at ${oldLeft}.`]
  })
}
