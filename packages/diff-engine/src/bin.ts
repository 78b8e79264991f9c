#!/usr/bin/env node
import { readFile } from "node:fs/promises"
import process from "node:process"
import { parseArgs } from "node:util"
import { comparePages } from "./page/comparePages.ts"
import type { NoiseMaskName } from "./page/NoiseMask.ts"
import { noiseMasks } from "./page/NoiseMask.ts"
import { readPage } from "./page/readPage.ts"
import { renderHtml } from "./render/renderHtml.ts"
import { renderTerminal } from "./render/renderTerminal.ts"
import { renderUnified } from "./render/renderUnified.ts"

const HELP = `Compares two versions of a page (HTML, JSON, XML, text) by what they show.

  mon-diff-engine [options] <before> <after>

  --include <selector>   look only at what matches (again for more)
  --exclude <selector>   leave out what matches (again for more)
  --mask <name>          replace a format: ${Object.keys(noiseMasks).join(", ")}
  --sort, --dedupe       the order, the repetitions of lines do not count
  --unified              a unified diff
  --html                 a table, side by side
  --json                 the whole result
  --help                 this text

Exit status: 0 the same, 1 different, 2 could not compare.
`

const isMask = (name: string): name is NoiseMaskName => name in noiseMasks

const run = async (): Promise<number> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      include: { type: "string", multiple: true, default: [] },
      exclude: { type: "string", multiple: true, default: [] },
      mask: { type: "string", multiple: true, default: [] },
      sort: { type: "boolean", default: false },
      dedupe: { type: "boolean", default: false },
      unified: { type: "boolean", default: false },
      html: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const [before, after, ...more] = positionals
  if (before === undefined || after === undefined || more.length > 0) {
    process.stderr.write(`Two files are needed, ${positionals.length} were given.\n\n${HELP}`)
    return 2
  }
  const wrong = values.mask.find((name) => !isMask(name))
  if (wrong !== undefined)
    throw new TypeError(`--mask takes one of ${Object.keys(noiseMasks).join(", ")}; it was given ${wrong}`)
  const options = {
    include: values.include,
    exclude: values.exclude,
    masks: values.mask.filter(isMask),
    sort: values.sort,
    dedupe: values.dedupe
  }
  const [old, next] = await Promise.all(
    [before, after].map(async (file) => {
      const reading = await readPage({ body: await readFile(file), contentType: null, statusCode: 200 }, options)
      if (reading.state !== "ok") throw new TypeError(`${file}: ${reading.reason}`)
      return reading
    })
  )
  if (old === undefined || next === undefined) return 2
  const comparison = comparePages(old, next)
  if (values.json) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`)
  if (comparison.result !== "changed") {
    if (!values.json) process.stdout.write("No changes\n")
    return 0
  }
  const { diff } = comparison
  if (values.unified) process.stdout.write(renderUnified(diff, before, after))
  else if (values.html) process.stdout.write(`${renderHtml(diff)}\n`)
  else if (!values.json) process.stdout.write(renderTerminal(diff, { colour: process.stdout.isTTY }))
  return 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
