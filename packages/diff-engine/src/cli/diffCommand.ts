import {
  choice,
  command,
  CommandError,
  ExitCode,
  flag,
  list,
  optional,
  positiveNumber,
  required,
  text,
  UsageError,
  wholeNumber
} from "@mon/command-line"
import { readFile } from "node:fs/promises"
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

const readFileAsPage = async (file: string, options: PageOptions) => {
  const body = await readFile(file).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const reading = await readPage({ body, contentType: null, statusCode: 200 }, options).catch((error: unknown) => {
    throw error instanceof TypeError
      ? new UsageError(`Invalid option: ${error.message.replace(/^readPage: /, "")}`)
      : error
  })
  if (reading.state !== "ok") throw new CommandError(`${file}: ${reading.reason}`)
  return reading
}

const patternOf = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, "u")
  } catch {
    throw new UsageError(`--ignore-pattern must be a regular expression, not ${JSON.stringify(pattern)}.`)
  }
}

/** What a rule needs, for the answer that a change does not count. */
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

/** Which differences count. */
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

export const diffCommand = command({
  name: "mon-diff-engine",
  description: "Compares the visible content of two versions of a page. A page can be HTML, JSON, XML or text.",
  options: {
    include: list(selector, "Compare only the parts that match this CSS selector, or this JSONPath for JSON"),
    exclude: list(selector, "Ignore the parts that match"),
    mask: list(mask, `Ignore differences in values of this kind: ${Object.keys(noiseMasks).join(", ")}`),
    "ignore-line": list(text("text", "a text"), "Ignore lines that contain this text"),
    "ignore-pattern": list(text("pattern", "a regular expression"), "Ignore lines that match this regular expression"),
    "only-lines": optional(choice("side", ["added", "removed"]), "Ignore a change without added, or removed, lines"),
    "minimum-lines": optional(wholeNumber("lines", 1, 1_000_000), "Ignore a change of fewer lines"),
    "minimum-percent": optional(positiveNumber("percent", "percent", 100), "Ignore a change of a smaller share"),
    appears: optional(text("text", "a text"), "Ignore a change unless this text appears"),
    disappears: optional(text("text", "a text"), "Ignore a change unless this text disappears"),
    sort: flag("Ignore the order of lines"),
    dedupe: flag("Ignore repeated lines"),
    unified: flag("Print a unified diff"),
    html: flag("Print a side-by-side HTML table"),
    json: flag("Print the whole result as JSON")
  },
  arguments: {
    before: required(page, "The file with the earlier version"),
    after: required(page, "The file with the later version")
  },
  exitCodes: {
    ok: "The pages show the same content",
    finding: "The pages show different content",
    couldNot: "The pages could not be compared"
  },
  run: async (values, { colour, out }) => {
    const { after, before, dedupe, exclude, include, sort } = values
    const ignoreLines = [...values["ignore-line"], ...values["ignore-pattern"].map(patternOf)]
    const options = { include, exclude, ignoreLines, masks: values.mask, sort, dedupe }
    const [old, fresh] = await Promise.all([readFileAsPage(before, options), readFileAsPage(after, options)])
    const comparison = comparePages(old, fresh, rulesOf(values))
    if (values.json) out(`${JSON.stringify(comparison, null, 2)}\n`)
    if (comparison.result !== "changed") {
      const { result } = comparison
      if (!values.json)
        out(result === "ignored" ? `No changes that count (${RULE_NAMES[comparison.rule]})\n` : "No changes\n")
      return ExitCode.ok
    }
    const { diff } = comparison
    if (values.unified) out(renderUnified(diff, before, after))
    else if (values.html) out(`${renderHtml(diff)}\n`)
    else if (!values.json) out(renderTerminal(diff, { colour }))
    return ExitCode.finding
  }
})
