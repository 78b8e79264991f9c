import { parseProspects } from "./parseProspects.ts"

/** A request to read a text, with the number of the request. */
export interface ProspectsRequest {
  readonly id: number
  readonly text: string
  readonly column: number | null
}

addEventListener("message", ({ data }: MessageEvent<ProspectsRequest>) => {
  postMessage({ id: data.id, parsed: parseProspects(data.text, data.column) })
})
