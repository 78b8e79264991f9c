// @boundaries-ignore the bodies are fixtures of the package's tests
import { type ContentBody, readBodies } from "../../../packages/uptime-probe/test/contentBodies.ts"
import {
  type ContentFault,
  type ContentFaultCode,
  contentFaults,
  type ContentMemory,
  judgeContent
} from "@mon/uptime-probe"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import type { Report } from "../harness/Report.ts"
import { goodPackages, pagesOf } from "./GoodPages.ts"

const codes = Object.keys(contentFaults) as ReadonlyArray<ContentFaultCode>

/** After so many checks, everything that can be learned of a URL is. */
const HABIT = 30
const SHORT_PACKAGES = 4

const memoryOf = ({ before }: ContentBody): ContentMemory | null => {
  if (before === undefined) return null
  let memory: ContentMemory | null = null
  for (let count = 0; count < HABIT; count++) ({ memory } = judgeContent({ statusCode: 200, ...before }, memory))
  return memory
}

const bodiesOf = (code: ContentFaultCode) =>
  [code, `held-out/${code}`].flatMap((name) =>
    readBodies(name.replaceAll("_", "-")).map((body) => ({
      code,
      found: judgeContent({ statusCode: 200, contentType: body.contentType, text: body.text }, memoryOf(body)).fault
        ?.code
    }))
  )

const percent = (part: number, whole: number): number => Math.floor((1_000 * part) / whole) / 10

interface Remark {
  readonly page: string
  readonly fault: ContentFault
}

const measure = async ({ progress, short }: RunOptions): Promise<Report> => {
  const broken = codes.map((code) => ({ code, bodies: bodiesOf(code) }))
  const all = broken.flatMap(({ bodies }) => bodies)
  const found = all.filter((one) => one.found !== undefined).length
  const right = all.filter((one) => one.found === one.code).length

  const seen = new Set<string>()
  const remarks: Array<Remark> = []
  const missing: Array<string> = []
  let pages = 0
  const asked = short ? goodPackages.filter(({ kind }) => kind === "npm").slice(0, SHORT_PACKAGES) : goodPackages
  for (const one of asked) {
    const judged = await pagesOf(one, seen)
    if (judged === null) {
      missing.push(`${one.name} ${one.version}`)
      continue
    }
    pages += judged.length
    for (const { body, path } of judged) {
      const { fault } = judgeContent({ statusCode: 200, contentType: "text/html", text: body.toString() })
      if (fault !== null) remarks.push({ page: `${one.name}: ${path}`, fault })
    }
    progress(`${one.name}: ${judged.length} pages`)
  }
  const certain = remarks.filter(({ fault }) => fault.certain)
  return {
    sections: [
      {
        title: "Bodies of broken sites, with status 200",
        columns: ["bodies", "found", "right class"],
        rows: broken.map(({ bodies, code }) => ({
          name: code,
          cells: [
            bodies.length,
            bodies.filter((one) => one.found !== undefined).length,
            bodies.filter((one) => one.found === code).length
          ]
        }))
      },
      {
        title: "Good pages that have a fault",
        columns: ["class", "certain", "words"],
        rows: remarks.map(({ fault, page }) => ({
          name: page,
          cells: [fault.code, fault.certain ? "yes" : "no", fault.line ?? ""]
        }))
      }
    ],
    targets: [
      {
        name: "broken bodies that are found:",
        sense: "at least",
        unit: " %",
        limit: 98,
        value: percent(found, all.length)
      },
      {
        name: "those with the right class:",
        sense: "at least",
        unit: " %",
        limit: 95,
        value: percent(right, all.length)
      },
      { name: "good pages with a certain fault:", sense: "at most", unit: "", limit: 0, value: certain.length },
      { name: "good pages:", sense: "at least", unit: "", limit: 20_000, value: pages }
    ],
    notes: [
      `${found} of ${all.length} bodies found, ${right} with the right class; ${pages} good pages of ${asked.length - missing.length} packages.`,
      ...(missing.length === 0 ? [] : [`Not to be had with the listed contents: ${missing.join(", ")}.`])
    ]
  }
}

/** Counts what the judgement of content finds and what it must not find. */
export const contents: Benchmark = {
  run: measure
}
