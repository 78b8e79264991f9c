import { parseProspects } from "./parseProspects.ts"

/** The text to read, with the number of the request. */
export interface ProspectsRequest {
  readonly id: number
  readonly text: string
  readonly column: number | null
}

addEventListener("message", ({ data }: MessageEvent<ProspectsRequest>) => {
  postMessage({ id: data.id, parsed: parseProspects(data.text, data.column) })
})
