import { choice, command, CommandError, ExitCode, flag, list, required, text, UsageError } from "@mon/command-line"
import { readFile } from "node:fs/promises"
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

export const diffCommand = command({
  name: "mon-diff-engine",
  description: "Compares the visible content of two versions of a page. A page can be HTML, JSON, XML or text.",
  options: {
    include: list(selector, "Compare only the parts that match this CSS selector, or this JSONPath for JSON"),
    exclude: list(selector, "Ignore the parts that match"),
    mask: list(mask, `Ignore differences in values of this kind: ${Object.keys(noiseMasks).join(", ")}`),
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
    const options = { include, exclude, masks: values.mask, sort, dedupe }
    const [old, fresh] = await Promise.all([readFileAsPage(before, options), readFileAsPage(after, options)])
    const comparison = comparePages(old, fresh)
    if (values.json) out(`${JSON.stringify(comparison, null, 2)}\n`)
    if (comparison.result !== "changed") {
      if (!values.json) out("No changes\n")
      return ExitCode.ok
    }
    const { diff } = comparison
    if (values.unified) out(renderUnified(diff, before, after))
    else if (values.html) out(`${renderHtml(diff)}\n`)
    else if (!values.json) out(renderTerminal(diff, { colour }))
    return ExitCode.finding
  }
})
