// @boundaries-ignore the parser is not exported
import { examinePage } from "../../../packages/checks/src/urls/pageJobs.ts"
import { diffImages, rowHashes } from "@mon/diff-engine"
import { hostilePages } from "../hostile/HostilePages.ts"
import type { InputCase } from "./InputCase.ts"

const contentOf = ({ contentType, write }: (typeof hostilePages)[number], version: number) => ({
  body: new TextEncoder().encode(write(version)),
  contentType,
  statusCode: 200
})

/** Reads two versions of a page, and compares them. */
const changed = (page: (typeof hostilePages)[number]) => async () => {
  const first = await examinePage({ ...contentOf(page, 1), before: null })
  const before = first.reading.state === "ok" ? first.reading : null
  return examinePage({ ...contentOf(page, 2), before })
}

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
