import {
  choice,
  command,
  CommandError,
  ExitCode,
  filePath,
  flag,
  list,
  optional,
  positiveNumber,
  required,
  text,
  UsageError,
  wholeNumber
} from "@mon/bundled/command-line"
import { readFile } from "node:fs/promises"
import { compareImageFiles, type NamedFile, region } from "./compareImageFiles.ts"
import { isPng } from "./readPng.ts"
import type { CompareOptions, CompareRule } from "../page/CompareOptions.ts"
import { comparePages } from "../page/comparePages.ts"
import { type NoiseMaskName, noiseMasks } from "../page/NoiseMask.ts"
import type { PageOptions } from "../page/PageOptions.ts"
import { readPage } from "../page/readPage.ts"
import { renderHtml } from "../render/renderHtml.ts"
import { renderTerminal } from "../render/renderTerminal.ts"
import { renderUnified } from "../render/renderUnified.ts"

const selector = text("selector", "a CSS selector, or a JSONPath for JSON")
const mask = choice("name", Object.keys(noiseMasks) as ReadonlyArray<NoiseMaskName>)
const page = text("file", "the path of a file")

const readNamed = async (path: string): Promise<NamedFile> => {
  const content = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  return { path, content }
}

const readAsPage = async ({ content, path }: NamedFile, options: PageOptions) => {
  const source = { body: content, contentType: null, statusCode: 200 }
  const reading = await readPage(source, options).catch((error: unknown) => {
    throw error instanceof TypeError
      ? new UsageError(`Invalid option: ${error.message.replace(/^readPage: /, "")}`)
      : error
  })
  if (reading.state !== "ok") throw new CommandError(`${path}: ${reading.reason}`)
  return reading
}

const patternOf = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u")
  } catch {
    throw new UsageError(`--ignore-pattern must be a regular expression, not ${JSON.stringify(pattern)}.`)
  }
}

const RULE_NAMES: Readonly<Record<CompareRule, string>> = {
  onlyLines: "--only-lines",
  trigger: "--appears or --disappears",
  minimumChange: "--minimum-lines or --minimum-percent"
}

interface RuleValues {
  readonly appears: string | null
  readonly disappears: string | null
  readonly "only-lines": "added" | "removed" | null
  readonly "minimum-lines": number | null
  readonly "minimum-percent": number | null
}

const one = <A>(options: string, values: ReadonlyArray<A | null>): A | null => {
  const given = values.filter((value) => value !== null)
  if (given.length > 1) throw new UsageError(`Only one of ${options} can be given.`)
  return given[0] ?? null
}

const rulesOf = (values: RuleValues): CompareOptions => {
  const { appears, disappears } = values
  const lines = values["minimum-lines"]
  const percent = values["minimum-percent"]
  const trigger = one("--appears and --disappears", [
    appears === null ? null : { appears },
    disappears === null ? null : { disappears }
  ])
  const minimumChange = one("--minimum-lines and --minimum-percent", [
    lines === null ? null : { lines },
    percent === null ? null : { percent }
  ])
  const onlyLines = values["only-lines"]
  return {
    ...(trigger === null ? {} : { trigger }),
    ...(minimumChange === null ? {} : { minimumChange }),
    ...(onlyLines === null ? {} : { onlyLines })
  }
}

const IMAGE_OPTIONS = ["threshold", "antialiasing", "ignore-region", "ignore-mask"] as const
const PAGE_OPTIONS = [
  "include",
  "exclude",
  "mask",
  "ignore-line",
  "ignore-pattern",
  "only-lines",
  "minimum-lines",
  "minimum-percent",
  "appears",
  "disappears",
  "sort",
  "dedupe",
  "unified",
  "html"
] as const

const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== false)

type Limited = (typeof IMAGE_OPTIONS)[number] | (typeof PAGE_OPTIONS)[number]

const refuse = (values: Readonly<Record<Limited, unknown>>, names: ReadonlyArray<Limited>, sentence: string): void => {
  const given = names.find((name) => isGiven(values[name]))
  if (given !== undefined) throw new UsageError(`--${given} ${sentence}`)
}

export const diffCommand = command({
  name: "mon-diff-engine",
  description:
    "Compares the visible content of two versions of a page, or two PNG images. A page can be HTML, JSON, XML or text.",
  options: {
    include: list(selector, "Compare only the parts that match this CSS selector, or this JSONPath for JSON"),
    exclude: list(selector, "Ignore the parts that match this CSS selector or JSONPath"),
    mask: list(mask, `Ignore differences in values of this kind: ${Object.keys(noiseMasks).join(", ")}`),
    "ignore-line": list(text("text", "text"), "Ignore lines that contain this text"),
    "ignore-pattern": list(text("pattern", "a regular expression"), "Ignore lines that match this regular expression"),
    "only-lines": optional(
      choice("side", ["added", "removed"]),
      "Ignore a change that does not add any lines, or does not remove any lines"
    ),
    "minimum-lines": optional(wholeNumber("lines", 1, 1_000_000), "Ignore a change of fewer lines than this"),
    "minimum-percent": optional(
      positiveNumber("percent", "percent", 100),
      "Ignore a change of a smaller percentage than this"
    ),
    appears: optional(text("text", "text"), "Ignore a change unless this text appears"),
    disappears: optional(text("text", "text"), "Ignore a change unless this text disappears"),
    sort: flag("Ignore the order of lines"),
    dedupe: flag("Ignore repeated lines"),
    threshold: optional(
      positiveNumber("difference", "difference", 1),
      "Count a pixel in an image only if its colour differs by more than this. Default: 0.1"
    ),
    antialiasing: flag("Also count an image's anti-aliased pixels"),
    "ignore-region": list(region, "Ignore differences in this rectangle of an image"),
    "ignore-mask": list(
      filePath("png"),
      "Ignore differences where this image, which must be the same size as the later one, is not fully transparent"
    ),
    unified: flag("Print a unified diff"),
    html: flag("Print a side-by-side HTML table"),
    json: flag("Print the whole result as JSON")
  },
  arguments: {
    before: required(page, "The file with the earlier version"),
    after: required(page, "The file with the later version")
  },
  exitCodes: {
    ok: "The pages or images show the same content",
    finding: "The pages or images show different content",
    couldNot: "The pages or images could not be compared"
  },
  run: async (values, { colour, out }) => {
    const { dedupe, exclude, include, sort } = values
    const [before, after] = await Promise.all([readNamed(values.before), readNamed(values.after)])
    if (isPng(before.content) && isPng(after.content)) {
      refuse(values, PAGE_OPTIONS, "does not apply, because both files are images.")
      const { antialiasing, json, threshold } = values
      const masks = await Promise.all(values["ignore-mask"].map(readNamed))
      const regions = values["ignore-region"]
      return compareImageFiles({ before, after, threshold, antialiasing, regions, masks }, { json, out })
    }
    refuse(values, IMAGE_OPTIONS, "applies only if both files are PNG images.")
    const ignoreLines = [...values["ignore-line"], ...values["ignore-pattern"].map(patternOf)]
    const options = { include, exclude, ignoreLines, masks: values.mask, sort, dedupe }
    const [old, fresh] = await Promise.all([readAsPage(before, options), readAsPage(after, options)])
    const comparison = comparePages(old, fresh, rulesOf(values))
    if (values.json) out(`${JSON.stringify(comparison, null, 2)}\n`)
    if (comparison.result !== "changed") {
      const { result } = comparison
      if (!values.json)
        out(result === "ignored" ? `No changes that count (${RULE_NAMES[comparison.rule]})\n` : "No changes\n")
      return ExitCode.ok
    }
    const { diff } = comparison
    if (values.unified) out(renderUnified(diff, values.before, values.after))
    else if (values.html) out(`${renderHtml(diff)}\n`)
    else if (!values.json) out(renderTerminal(diff, { colour }))
    return ExitCode.finding
  }
})
