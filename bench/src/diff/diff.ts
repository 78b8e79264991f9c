import { diffImages, diffLines, diffText, htmlText, type RasterImage } from "@mon/diff-engine"
import { load } from "cheerio"
import { diffLines as jsDiffLines } from "diff"
import sequences from "diff-sequences"
import { diff as fastMyers } from "fast-myers-diff"
import { Parser } from "htmlparser2"
import { parse } from "parse5"
import pixelmatch from "pixelmatch"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import type { Report, Target } from "../harness/Report.ts"
import { type Contender, interleave } from "../harness/Rounds.ts"
import { median, ratio } from "../harness/Statistics.ts"
import { painted, raster, scrolled, shifted, textRaster } from "./Rasters.ts"
import { edited, fewKinds, movedBlock, pageOf, textOf } from "./Texts.ts"

/** Our time beside pixelmatch: images whose rows all differ, and a page that was scrolled. */
const SHIFTED = "images of 1280 by 4000 pixels: text one pixel to the right"
const SCROLLED = "images of 1280 by 4000 pixels: text scrolled by 140 rows"
const MOVED = "40,000 lines, 3,000 of them moved"

type Work = readonly [name: string, work: () => unknown]

interface Case {
  readonly title: string
  /** Ours first. */
  readonly works: ReadonlyArray<Work>
  /** Repetitions in a sample, so that a sample takes some milliseconds. */
  readonly times: number
}

const ROUNDS = 7

const timed = (times: number, work: () => unknown) => async (): Promise<number> => {
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) work()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1_000 / times
}

const lineWorks = (a: ReadonlyArray<string>, b: ReadonlyArray<string>, jsDiff: boolean): ReadonlyArray<Work> => {
  const before = `${a.join("\n")}\n`
  const after = `${b.join("\n")}\n`
  const peers: ReadonlyArray<Work> = [
    ["fast-myers-diff", () => [...fastMyers(before.split("\n"), after.split("\n"))]],
    [
      "diff-sequences",
      () => {
        const old = before.split("\n")
        const fresh = after.split("\n")
        sequences.default(
          old.length,
          fresh.length,
          (i, j) => old[i] === fresh[j],
          () => {}
        )
      }
    ]
  ]
  return [
    ["@mon/diff-engine", () => diffLines(before.split("\n"), after.split("\n"))],
    ...peers,
    ...(jsDiff ? [["jsdiff", () => jsDiffLines(before, after)] as const] : [])
  ]
}

const saxText = (page: string): string => {
  let text = ""
  let unseen = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (name === "script" || name === "style") unseen++
    },
    ontext: (part) => {
      if (unseen === 0) text += part
    },
    onclosetag: (name) => {
      if (name === "script" || name === "style") unseen--
      text += "\n"
    }
  })
  parser.end(page)
  return text
}

const imageWorks = (a: RasterImage, b: RasterImage): ReadonlyArray<Work> => [
  ["@mon/diff-engine", () => diffImages(a, b)],
  ["pixelmatch", () => pixelmatch(a.data, b.data, undefined, a.width, a.height)]
]

const casesOf = (short: boolean): ReadonlyArray<Case> => {
  const scale = short ? 0.1 : 1
  const mega = textOf(1e6 * scale, 1)
  const ten = textOf(1e7 * scale, 2)
  const tenText = ten.join("\n")
  const tenEdited = edited(ten, 20_000 * scale, 10).join("\n")
  const page = pageOf(1e6 * scale)
  const before = raster(1280, Math.round(4_000 * scale))
  const after = short ? before : painted(before)
  const text = textRaster(1280, Math.round(4_000 * scale))
  return [
    { title: "1 MB, few edits", works: lineWorks(mega, edited(mega, 20, 7), true), times: 3 },
    { title: "1 MB, many edits", works: lineWorks(mega, edited(mega, 4_000 * scale, 8), true), times: 1 },
    {
      title: "20,000 lines of 8 kinds",
      works: lineWorks(fewKinds(20_000 * scale, 3), fewKinds(20_000 * scale, 4), false),
      times: 1
    },
    { title: MOVED, works: lineWorks(...movedBlock(40_000 * scale, 3_000 * scale), true), times: 1 },
    { title: "10 MB, few edits", works: lineWorks(ten, edited(ten, 30, 9), false), times: 1 },
    { title: "10 MB, many edits", works: lineWorks(ten, edited(ten, 20_000 * scale, 10), false).slice(0, 1), times: 1 },
    {
      title: "10 MB, many edits, words and hunks",
      works: [["@mon/diff-engine", () => diffText(tenText, tenEdited)]],
      times: 1
    },
    {
      title: "text of a page of 1 MB",
      works: [
        ["@mon/diff-engine", () => htmlText(page)],
        ["htmlparser2", () => saxText(page)],
        ["parse5", () => parse(page)],
        ["cheerio", () => load(page).text()]
      ],
      times: 10
    },
    {
      title: "images of 1280 by 4000 pixels: where they differ",
      works: imageWorks(before, after),
      times: 3
    },
    { title: SHIFTED, works: imageWorks(text, shifted(text)), times: 1 },
    { title: SCROLLED, works: imageWorks(text, scrolled(text, 140)), times: 1 }
  ]
}

const target = (name: string, sense: Target["sense"], limit: number, unit: string, value: number): Target => ({
  name,
  sense,
  limit,
  unit,
  value
})

const run = async ({ progress, rounds, short }: RunOptions): Promise<Report> => {
  const sections: Array<Report["sections"][number]> = []
  const found = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()
  for (const { times, title, works } of casesOf(short)) {
    progress(title)
    const contenders: ReadonlyArray<Contender<number>> = works.map(([name, work]) => ({
      name,
      run: timed(times, work)
    }))
    const samples = await interleave(contenders, { rounds: short ? 1 : (rounds ?? ROUNDS), warmUp: short ? 0 : 1 })
    found.set(title, samples)
    const own = samples.get("@mon/diff-engine") ?? []
    sections.push({
      title,
      columns: ["CPU ms", "times ours"],
      rows: works.map(([name]) => {
        const values = samples.get(name) ?? []
        return { name, cells: [median(values), ratio(values, own).median] }
      })
    })
  }
  const own = (title: string): number => median(found.get(title)?.get("@mon/diff-engine") ?? [])
  const times = (title: string, peer: string): number =>
    ratio(found.get(title)?.get(peer) ?? [], found.get(title)?.get("@mon/diff-engine") ?? []).median
  const best = (title: string): number =>
    Math.max(...["fast-myers-diff", "diff-sequences"].map((peer) => 1 / times(title, peer)))
  return {
    sections,
    targets: [
      target("1 MB, many edits: jsdiff's time", "at least", 5, "x", times("1 MB, many edits", "jsdiff")),
      target(
        "1 MB, many edits: fast-myers-diff's time",
        "at least",
        5,
        "x",
        times("1 MB, many edits", "fast-myers-diff")
      ),
      target("1 MB, few edits: our time beside the best peer", "at most", 1, "x", best("1 MB, few edits")),
      target("20,000 lines of 8 kinds", "at most", 250, "ms", own("20,000 lines of 8 kinds")),
      target("10 MB, many edits", "at most", 1_000, "ms", own("10 MB, many edits")),
      target("10 MB, many edits, words and hunks", "at most", 1_000, "ms", own("10 MB, many edits, words and hunks")),
      target("text: htmlparser2's time", "at least", 2, "x", times("text of a page of 1 MB", "htmlparser2")),
      target(
        "images: pixelmatch's time",
        "at least",
        5,
        "x",
        times("images of 1280 by 4000 pixels: where they differ", "pixelmatch")
      ),
      target("scrolled text: pixelmatch's time", "at least", 1, "x", times(SCROLLED, "pixelmatch")),
      target("shifted text: pixelmatch's time", "at least", 1, "x", times(SHIFTED, "pixelmatch"))
    ],
    notes: [
      "CPU of one process that runs all contenders in turn. Splitting texts into lines is included for all of them, decoding images for none."
    ]
  }
}

/** Comparison of lines, pages and images, compared with other libraries. */
export const diff: Benchmark = {
  run
}
