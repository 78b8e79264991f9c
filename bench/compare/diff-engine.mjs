// What each package finds in the same texts and images, and the CPU time that it takes.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { raster, scrolled, shifted, textRaster } from "../src/diff/Rasters.ts"
import { edited, fewKinds, textOf } from "../src/diff/Texts.ts"
import { diffImages, diffLines, diffText } from "@mon/diff-engine"
import { importFrom } from "./install.mjs"

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/diff-engine/package.json", import.meta.url), "utf8")
)

export const versions = {
  diff: "9.0.0",
  "fast-myers-diff": "3.2.0",
  "diff-match-patch": "1.0.5",
  pixelmatch: "7.2.0"
}
/** No peer, but the source of a real text. */
export const inputs = { typescript: "5.9.3" }

const ROUNDS = 3
/** A contender that takes longer is measured once. */
const PATIENCE_MS = 1_000

const cpuMs = (work) => {
  const before = process.cpuUsage()
  const result = work()
  const { system, user } = process.cpuUsage(before)
  return { ms: (system + user) / 1_000, result }
}

/** Each contender once a round, so that a busy machine slows all of them. Gives the last result and the median. */
const measured = (contenders) => {
  const found = new Map(contenders.map(([name]) => [name, { samples: [], result: undefined }]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, work] of contenders) {
      const one = found.get(name)
      if ((one.samples[0] ?? 0) > PATIENCE_MS) continue
      const { ms, result } = cpuMs(work)
      one.samples.push(ms)
      one.result = result
    }
  return new Map(
    [...found].map(([name, { result, samples }]) => [
      name,
      { result, ms: samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] }
    ])
  )
}

/** The edits as [start and end in the old text, start and end in the new one], in lines. */
const rangesOf = (parts) => {
  let oldAt = 0
  let newAt = 0
  const ranges = []
  for (const { count, kind } of parts) {
    const oldEnd = oldAt + (kind === "added" ? 0 : count)
    const newEnd = newAt + (kind === "removed" ? 0 : count)
    if (kind !== "equal") ranges.push([oldAt, oldEnd, newAt, newEnd])
    oldAt = oldEnd
    newAt = newEnd
  }
  return ranges
}

const lineWorks = ({ load, loaded }, before, after, { jsDiff, myers }) => {
  const old = `${before.join("\n")}\n`
  const fresh = `${after.join("\n")}\n`
  const Patch = load("diff-match-patch")
  const works = [
    [
      `**@mon/diff-engine** ${version}`,
      () =>
        diffLines(old.split("\n"), fresh.split("\n")).edits.map(({ newEnd, newStart, oldEnd, oldStart }) => [
          oldStart,
          oldEnd,
          newStart,
          newEnd
        ])
    ],
    [
      `diff-match-patch ${versions["diff-match-patch"]}`,
      () => {
        const patch = new Patch()
        // Its default of one second of wall time would depend on what else the machine does.
        patch.Diff_Timeout = 0
        const { chars1, chars2, lineArray } = patch.diff_linesToChars_(old, fresh)
        const diffs = patch.diff_main(chars1, chars2, false)
        return rangesOf(
          diffs.map(([sign, chars]) => ({
            kind: sign === 0 ? "equal" : sign < 0 ? "removed" : "added",
            count: [...chars].reduce((sum, char) => sum + lineArray[char.charCodeAt(0)].split("\n").length - 1, 0)
          }))
        )
      }
    ]
  ]
  if (myers)
    works.push([
      `fast-myers-diff ${versions["fast-myers-diff"]}`,
      () => [...loaded.fastMyers(old.split("\n"), fresh.split("\n"))]
    ])
  if (jsDiff)
    works.push([
      `diff ${versions.diff}`,
      () =>
        rangesOf(
          loaded.jsDiffLines(old, fresh).map(({ added, count, removed }) => ({
            kind: added ? "added" : removed ? "removed" : "equal",
            count
          }))
        )
    ])
  return works
}

/** Whether the edits make the new lines of the old ones. */
const isRight = (edits, before, after) => {
  const out = []
  let at = 0
  for (const [oldStart, oldEnd, newStart, newEnd] of edits) {
    out.push(...before.slice(at, oldStart), ...after.slice(newStart, newEnd))
    at = oldEnd
  }
  out.push(...before.slice(at))
  return out.length === after.length && out.every((line, index) => line === after[index])
}

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })
const whole = new Intl.NumberFormat("en")

const lineCell = (found, before, after) => {
  if (found === undefined) return "not tried"
  const { ms, result } = found
  const lines = result.reduce(
    (sum, [oldStart, oldEnd, newStart, newEnd]) => sum + oldEnd - oldStart + newEnd - newStart,
    0
  )
  return `${whole.format(lines)} lines, ${number.format(ms)} ms${isRight(result, before, after) ? "" : ", **wrong**"}`
}

const moved = (lines, from, count, to) =>
  lines.toSpliced(from, count).toSpliced(to, 0, ...lines.slice(from, from + count))

const textCases = (folder) => {
  const real = readFileSync(join(folder, "node_modules/typescript/lib/lib.dom.d.ts"), "utf8").split(/\r?\n/u)
  const mega = textOf(1e6, 1)
  return [
    ["1 MB, 20 edits", mega, edited(mega, 20, 7), { jsDiff: true, myers: true }],
    ["1 MB, 4,000 edits", mega, edited(mega, 4_000, 8), { jsDiff: true, myers: true }],
    ["20,000 lines of eight kinds", fewKinds(20_000, 3), fewKinds(20_000, 4), { jsDiff: false, myers: true }],
    [
      `lib.dom.d.ts from TypeScript ${inputs.typescript}, every 13th line changed`,
      real,
      real.map((line, at) => (at % 13 === 0 ? `${line} //` : line)),
      { jsDiff: true, myers: true }
    ],
    ["the same, 3,000 lines moved", real, moved(real, 10_000, 3_000, 25_000), { jsDiff: true, myers: true }]
  ]
}

const textTable = (installed) => {
  const names = ["**@mon/diff-engine**", "fast-myers-diff", "diff-match-patch", "diff"]
  const rows = textCases(installed.folder).map(([title, before, after, which]) => {
    const works = lineWorks(installed, before, after, which)
    const found = measured(works)
    const cellOf = (name) => lineCell([...found].find(([key]) => key.startsWith(name))?.[1], before, after)
    return `| ${title} | ${names.map((name) => cellOf(`${name} `)).join(" | ")} |`
  })
  const [, before, after] = textCases(installed.folder).at(-1)
  const { moves } = diffText(before.join("\n"), after.join("\n"))
  const heads = names.map((name) => `${name} ${versions[name] ?? version}`)
  return [
    `| lines removed and added, CPU time | ${heads.join(" | ")} |`,
    "|---|---|---|---|---|",
    ...rows,
    "",
    `For the last text, this package also reports that ${moves.length === 1 ? "one block" : `${moves.length} blocks`} moved. The others do not.`
  ]
}

const imageCases = () => {
  const noise = raster(1280, 4_000)
  const text = textRaster(1280, 4_000)
  const word = text.data.slice()
  for (let y = 800; y < 812; y++) word.fill(120, (y * 1280 + 200) * 4, (y * 1280 + 248) * 4)
  return [
    ["equal", noise, { ...noise, data: noise.data.slice() }],
    ["a page of text, one word changed", text, { ...text, data: word }],
    ["a page of text, scrolled by 40 rows", text, scrolled(text, 40)],
    ["a page of text, shifted one pixel to the right", text, shifted(text)]
  ]
}

const imageTable = ({ pixelmatch }) => {
  const rows = imageCases().map(([title, one, other]) => {
    const found = measured([
      ["ours", () => diffImages(one, other)],
      ["pixelmatch", () => pixelmatch(one.data, other.data, undefined, one.width, one.height)]
    ])
    const { ms, result } = found.get("ours")
    const peer = found.get("pixelmatch")
    return `| ${title} | ${whole.format(result.changedPixels)} pixels in ${result.boxes.length === 1 ? "1 box" : `${whole.format(result.boxes.length)} boxes`}, ${number.format(ms)} ms | ${whole.format(peer.result)} pixels, ${number.format(peer.ms)} ms |`
  })
  return [
    `| two images of 1280 by 4,000, CPU time | **@mon/diff-engine** ${version} | pixelmatch ${versions.pixelmatch} |`,
    "|---|---|---|",
    ...rows
  ]
}

/** The comparison in Markdown. */
export const compare = async (installed) => {
  const { diffLines: jsDiffLines } = installed.load("diff")
  const { diff: fastMyers } = installed.load("fast-myers-diff")
  const { default: pixelmatch } = await importFrom(installed.folder, "pixelmatch")
  const loaded = { fastMyers, jsDiffLines, pixelmatch }
  return [
    ...textTable({ ...installed, loaded }),
    "",
    ...imageTable(loaded),
    "",
    "Unlike the packages in parentheses, this package cannot apply patches (`diff`, `diff-match-patch`), find differences between characters in arbitrary text (`diff-match-patch`, `fast-myers-diff`), or draw a full-size image of the differences (`pixelmatch`; `drawOverlay` draws the boxes)."
  ].join("\n")
}

/** Nothing else depends on the installed packages. */
export const writeFiles = () => {}
