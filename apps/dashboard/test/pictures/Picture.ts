import { createHash } from "node:crypto"
import type { Page } from "playwright-core"
import { PNG } from "pngjs"

/** A part of a screen: its element, its left edge and its width in pixels. */
export type Part = readonly [element: string, left: number, width: number]

/** The data that is stored for a picture in addition to its pixels. */
export interface Layout {
  readonly parts: ReadonlyArray<Part>
}

/** The data that is stored for all pictures together. */
export interface Baselines {
  /** The browser and the fonts with which the pictures were taken, as `renderingOf` returns them. */
  readonly rendering: string
  readonly layouts: Readonly<Record<string, Layout>>
}

/**
 * The largest allowed difference of a part, in pixels, if the fonts differ. Scroll bars, and columns that fit their
 * text, cause such differences.
 */
const TOLERANCE = 20

const SAMPLE = "Sphinx of black quartz, judge my vow. ÄÖÜ ß 0123456789 ● ▮"

/**
 * Returns an identifier of the way in which this machine draws text: the version of Chromium, and the hash of a drawn
 * sample in the fonts of the dashboard. Two machines with the same identifier draw the same pixels.
 */
export const renderingOf = async (page: Page, version: string): Promise<string> => {
  await page.setContent(`<p style="font: 14px system-ui, sans-serif">${SAMPLE}</p>
    <p style="font: 700 20px system-ui, sans-serif">${SAMPLE}</p><code style="font: 13px monospace">${SAMPLE}</code>`)
  const { data } = PNG.sync.read(await page.screenshot())
  return `Chromium ${version.split(".")[0] ?? ""} ${createHash("sha256").update(data).digest("hex").slice(0, 16)}`
}

/**
 * Returns the parts that determine the layout of a screen, in document order. Texts mainly affect the height of a part,
 * which is not included.
 */
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

/** Returns the differences between the layout of a screen and its baseline, as sentences. */
export const layoutChanges = (before: ReadonlyArray<Part>, after: ReadonlyArray<Part>): ReadonlyArray<string> => {
  if (names(before) !== names(after)) return [`The parts are ${names(after)}, not ${names(before)}.`]
  return after.flatMap(([element, left, width], index) => {
    const [, oldLeft = 0, oldWidth = 0] = before[index] ?? []
    return Math.abs(left - oldLeft) <= TOLERANCE && Math.abs(width - oldWidth) <= TOLERANCE
      ? []
      : [`${element} ${index} is ${width} wide at ${left}, not ${oldWidth} at ${oldLeft}.`]
  })
}
