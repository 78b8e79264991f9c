import { parseProspects } from "./parseProspects.ts"

export interface ProspectsRequest {
  readonly id: number
  readonly text: string
  readonly column: number | null
}

addEventListener("message", ({ data }: MessageEvent<ProspectsRequest>) => {
  postMessage({ id: data.id, parsed: parseProspects(data.text, data.column) })
})
