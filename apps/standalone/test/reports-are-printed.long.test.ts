import { type Language, reportLimits } from "@mon/model"
import { ReportPrinter } from "@mon/notifications"
import { layerReportPrinter, WorkerConfig } from "@mon/worker"
import { Effect, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LOGO, longReport, longSubject } from "./longReport.ts"

const canRun =
  ["/usr/bin/pdftotext", "/usr/bin/pdftoppm"].every((path) => existsSync(path)) && existsSync("/usr/bin/chromium")
if (!canRun) console.warn("No /usr/bin/chromium or no poppler-utils: printed reports are not tested.")

const MEBIBYTE = 1024 * 1024
/** At this resolution, a pixel is a millimetre wide. */
const DPI = "25.4"

const read = (program: string, ...args: ReadonlyArray<string>): Buffer =>
  execFileSync(program, args, { maxBuffer: 256 * MEBIBYTE })

/** A printed page with pixels of one millimetre. */
interface Picture {
  readonly width: number
  readonly height: number
  readonly colourAt: (x: number, y: number) => ReadonlyArray<number>
}

/** Parses the binary PPM files that pdftoppm writes one after another. */
const picturesOf = (bytes: Buffer): ReadonlyArray<Picture> => {
  const pictures: Array<Picture> = []
  let at = 0
  while (at < bytes.length) {
    const [head = "", columns, lines] = /^P6\s(\d+)\s(\d+)\s255\s/u.exec(bytes.toString("latin1", at, at + 40)) ?? []
    const [width, height, start] = [Number(columns), Number(lines), at + head.length]
    const colourAt = (x: number, y: number) => {
      const pixel = start + 3 * (y * width + x)
      return [...bytes.subarray(pixel, pixel + 3)]
    }
    pictures.push({ width, height, colourAt })
    at = start + 3 * width * height
  }
  return pictures
}

const near = (colour: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean =>
  colour.every((part, index) => Math.abs(part - (other[index] ?? 0)) < 12)

/** Returns the width and the height of the area with a colour, in millimetres. */
const spanOf = (picture: Picture, colour: ReadonlyArray<number>) => {
  const found: Array<readonly [number, number]> = []
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) if (near(picture.colourAt(x, y), colour)) found.push([x, y])
  const [columns, lines] = [found.map(([x]) => x), found.map(([, y]) => y)]
  return { width: Math.max(...columns) - Math.min(...columns) + 1, height: Math.max(...lines) - Math.min(...lines) + 1 }
}

/** Whether the left and right margins, which printers cannot reach, are empty. */
const hasMargins = ({ colourAt, height, width }: Picture): boolean =>
  Array.from({ length: height }, (_, y) => [2, 6, width - 7, width - 3].map((x) => colourAt(x, y)))
    .flat()
    .every((colour) => near(colour, [255, 255, 255]))

const EXPECTED = [
  {
    language: "en",
    causes: [
      "The web server is not running.",
      `The certificate ${"has expired, and browsers refuse the site ".repeat(3)}`
    ],
    parts: ["Availability", "23 Nov 2026 – 29 Nov 2026", "and 112 more", "and 200 more", "12,412 ms", "99.1234%,"],
    heads: ["Domain", "Uptime", "Downtime", "Incidents", "Maintenance", "(median)", "percentile"],
    headings: ["Tags", "Domains", "Incidents, newest first"]
  },
  {
    language: "de",
    causes: [
      "Der Webserver läuft nicht.",
      `Das Zertifikat ${"ist abgelaufen, und Browser öffnen die Seite nicht ".repeat(3)}`
    ],
    parts: [
      "Verfügbarkeit",
      "23.11.2026 – 29.11.2026",
      "und 112 weitere",
      "und 200 weitere",
      "12.412 ms",
      "99,1234 %,"
    ],
    heads: ["Domain", "Verfügbarkeit", "Ausfallzeit", "Störungen", "Wartung", "Antwortzeit", "Perzentil"],
    headings: ["Tags", "Domains", "Störungen, neueste zuerst"]
  }
] as const satisfies ReadonlyArray<{ readonly language: Language; readonly [more: string]: unknown }>

const layerPrinter = Layer.provide(
  layerReportPrinter,
  WorkerConfig.layer({
    dnsServers: [],
    allowPrivateNetworks: [],
    extraCa: [],
    referenceTargets: [],
    location: "test",
    concurrency: 1,
    leaseMarginMs: 1_000
  })
)

describe.skipIf(!canRun)(
  "the largest report, as Chromium prints it (skipped without Chromium or poppler-utils)",
  () => {
    let folder = ""
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "mon-report-"))
      const print = Effect.flatMap(ReportPrinter, (printer) =>
        Effect.forEach(EXPECTED, ({ causes, language }) => printer.print(longReport(causes), longSubject(language)))
      )
      const printed = await Effect.runPromise(Effect.provide(print, layerPrinter))
      for (const [index, result] of printed.entries()) {
        if (result._tag !== "Printed") throw new Error(result.message)
        writeFileSync(join(folder, `${EXPECTED[index]?.language}.pdf`), result.pdf)
      }
    }, 120_000)
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const fileOf = (language: Language) => join(folder, `${language}.pdf`)
    const pagesOf = (language: Language, ...options: ReadonlyArray<string>): ReadonlyArray<string> =>
      read("pdftotext", ...options, fileOf(language), "-")
        .toString("utf8")
        .split("\f")
        .slice(0, -1)

    describe.each(EXPECTED)("in $language", ({ heads, headings, language, parts }) => {
      it("is small enough for an email, and has every domain and incident on less than 100 pages", () => {
        expect(read("cat", fileOf(language)).length).toBeLessThan(4 * MEBIBYTE)
        const pages = pagesOf(language, "-raw")
        expect(pages.length).toBeGreaterThan(20)
        expect(pages.length).toBeLessThan(100)
        for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / ${pages.length}`)
        const text = pages.join("\n")
        for (const part of parts) expect(text.replaceAll("\u00A0", " ")).toContain(part)
        const letters = text.replaceAll(/\s/gu, "")
        for (let index = 10; index < reportLimits.domains; index += 1) {
          const name = index % 3 === 0 ? `Customer${index}shop` : `www-${index}.customer-number-${index}.example.com`
          expect(letters.split(name).length - 1, name).toBeGreaterThanOrEqual(2)
        }
      })

      it("repeats whole words at the head of each page, and leaves no heading at the end of one", () => {
        const pages = pagesOf(language, "-layout").map((page) => page.split("\n").filter((line) => line.trim() !== ""))
        const withResponseTimes = pages.filter((lines) => lines.some((line) => /12[.,]412/u.test(line)))
        expect(withResponseTimes.length).toBeGreaterThan(10)
        for (const lines of withResponseTimes) {
          const words = lines.join(" ").split(/\s+/u)
          for (const head of heads) expect(words).toContain(head)
        }
        for (const lines of pages) {
          const last = lines.at(-2)?.trim() ?? ""
          for (const heading of headings) expect(last).not.toBe(heading)
          expect(last).not.toMatch(/^(?:Domain|Tag) /u)
        }
      })

      it("shows the whole logo in the head of the first page, and prints nothing in the margins", () => {
        const pictures = picturesOf(read("pdftoppm", "-r", DPI, fileOf(language)))
        expect(pictures.length).toBe(pagesOf(language).length)
        const [first] = pictures
        if (first === undefined) throw new Error("There is no page.")
        const { height, width } = spanOf(first, LOGO)
        expect(width).toBeGreaterThanOrEqual(54)
        expect(width).toBeLessThanOrEqual(57)
        expect(height).toBeGreaterThanOrEqual(12)
        expect(height).toBeLessThanOrEqual(15)
        expect(pictures.findIndex((picture) => !hasMargins(picture))).toBe(-1)
      })
    })
  }
)
