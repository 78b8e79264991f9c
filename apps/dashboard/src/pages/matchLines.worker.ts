import { type MatchRequest, matchLines } from "./matchLines.ts"

addEventListener("message", ({ data }: MessageEvent<MatchRequest>) => {
  postMessage({ id: data.id, matched: matchLines(data) })
})

postMessage("ready")
