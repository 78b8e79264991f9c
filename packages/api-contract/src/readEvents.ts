import { liveEvents, type LiveEvent } from "@mon/model"
import * as Redacted from "effect/Redacted"
import { errorOf } from "./ApiError.ts"
import { type ClientOptions, originOf } from "./MonClient.ts"
import { BASE_PATH } from "./MonApi.ts"

/** The name and the data of an event; null for a comment, and for an event of a later version. */
const parseEvent = (block: string): LiveEvent | null => {
  const fields = new Map(
    block.split("\n").map((line) => {
      const [name = "", ...value] = line.split(":")
      return [name, value.join(":").replace(/^ /u, "")]
    })
  )
  const name = fields.get("event") ?? ""
  if (!Object.hasOwn(liveEvents, name)) return null
  // The contract promises its form.
  return { name, data: JSON.parse(fields.get("data") ?? "{}") } as LiveEvent
}

const refusal = async (response: Response) => {
  const body: unknown = await response.json().catch(() => null)
  const message = typeof body === "object" && body !== null && "message" in body ? String(body.message) : ""
  return errorOf(response.status, message)
}

/** Reads `GET /events` until the stream ends or the signal aborts. */
export async function* readEvents(
  { apiKey, baseUrl }: ClientOptions,
  signal?: AbortSignal
): AsyncGenerator<LiveEvent, void> {
  const key = Redacted.isRedacted(apiKey) ? String(Redacted.value(apiKey)) : apiKey
  const response = await fetch(`${originOf(baseUrl)}${BASE_PATH}/events`, {
    headers: { Accept: "text/event-stream", "X-API-Key": key },
    ...(signal === undefined ? {} : { signal })
  })
  if (!response.ok || response.body === null) throw await refusal(response)
  let rest = ""
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event !== null) yield event
    }
  }
}
