import type { LiveEvent } from "@mon/model"

/** How long a browser waits before it connects again, in milliseconds. */
const RETRY_MS = 3_000

/** A comment, which shows proxies and clients that the stream is alive. */
export const heartbeat = ":\n\n"

/** The text of an event. JSON contains no line breaks. */
export const eventText = ({ data, name }: LiveEvent): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The beginning of a stream. What a client read before it may be old. */
export const opening = `retry: ${RETRY_MS}\n${eventText({ name: "ready", data: {} })}`

export const resync = eventText({ name: "resync", data: {} })
export const ending = eventText({ name: "end", data: {} })
