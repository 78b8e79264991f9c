// @boundaries-ignore the parser is not exported
import { examinePage } from "../../../packages/checks/src/pages/pageJobs.ts"
import { diffImages, readPage, rowHashes } from "@mon/diff-engine"
import { hostilePages } from "../hostile/HostilePages.ts"
import { each, fill, type InputCase, numbered } from "./InputCase.ts"

const contentOf = ({ contentType, write }: (typeof hostilePages)[number], version: number) => ({
  body: new TextEncoder().encode(write(version)),
  contentType,
  statusCode: 200,
  rules: { include: [], exclude: [], ignoreLines: [], trigger: null, onlyLines: null, minimumChange: null },
  isRendered: false
})

/** Reads two versions of a page, and compares them. */
const changed = (page: (typeof hostilePages)[number]) => async () => {
  const first = await examinePage({ ...contentOf(page, 1), before: null })
  const before = first.reading.state === "ok" ? first.reading : null
  return examinePage({ ...contentOf(page, 2), before })
}

/** The largest JSON text that is read (pageLimits of @mon/diff-engine). */
const TEXT = 2_000_000

interface Selected {
  readonly text: string
  readonly include: ReadonlyArray<string>
}

const members = `{${numbered((n) => `"${n.toString(36)}":0,`, TEXT / 3)}"":0}`

const selections: Readonly<Record<string, Selected>> = {
  "every value": { text: `[${fill("[0],", TEXT - 10)}0]`, include: ["$..*"] },
  "counts of all values": { text: `[${fill("[0],", TEXT - 10)}0]`, include: ["$[?count($..*) > 1]"] },
  "copies of one value": { text: '{"a":{"a":{"a":{"a":1}}}}', include: [`$${`[${fill("'a',", 80)}'a']`.repeat(5)}`] },
  "comparisons of large objects": { text: `[${members},${members.slice(0, -2)}1}]`, include: ["$[?@ == $[0]]"] },
  "values of one long name": {
    text: `{"${"k".repeat(TEXT / 2)}":[${fill("1,", TEXT / 2 - 20)}1]}`,
    include: ["$.*[-1]"]
  },
  "long numbers": { text: `[${fill(`${"1".repeat(TEXT / 10)},`, TEXT)}1]`, include: ["$[?@ > $[0]]"] }
}

const select = ({ include, text }: Selected) =>
  readPage({ body: new TextEncoder().encode(text), contentType: "application/json", statusCode: 200 }, { include })

const WIDTH = 1_280
const HEIGHT = 10_000

const noise = (seed: number) => {
  const data = new Uint8Array(WIDTH * HEIGHT * 4)
  const pixels = new Uint32Array(data.buffer)
  let state = seed
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[i] = state | 0xff000000
  }
  return { width: WIDTH, height: HEIGHT, data }
}

/** What runs in threads of the worker pool. */
export const pages = (): ReadonlyArray<InputCase> => {
  const [a, b] = [noise(1), noise(2)]
  return [
    ...hostilePages.map((page): InputCase => ({
      name: `page: ${page.name}, two versions`,
      limit: "10 MiB, 2,000,000 characters",
      place: "thread",
      shapes: { "": changed(page) }
    })),
    {
      name: "selection from JSON",
      limit: "2,000,000 characters, 2,000,000 steps",
      place: "thread",
      shapes: each(select, selections)
    },
    {
      name: "two screenshots",
      limit: "1,280 x 10,000 pixels",
      place: "thread",
      shapes: { noise: () => diffImages(a, b) }
    },
    {
      name: "rows of a screenshot",
      limit: "1,280 x 10,000 pixels",
      place: "thread",
      shapes: { noise: () => rowHashes(a) }
    }
  ]
}
