import { type PingAnswer, type PingCall, pingLimits, readPing } from "@mon/checks"
import { Effect } from "effect"
import type { HttpResponse } from "../http/HttpResponse.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import type { LabelledResponse } from "../http/Router.ts"
import { clientText, type PingReceiver, type PingServices } from "./PingReceiver.ts"
import { readTail } from "./readTail.ts"

const toResponse = ({ body, contentType, headers, status }: PingAnswer): HttpResponse => ({
  status,
  body,
  contentType,
  headers
})

const textBytes = (text: string) => {
  const bytes = Buffer.from(text.toWellFormed(), "utf8")
  return { bytes: bytes.subarray(-pingLimits.bodyBytes), isCut: bytes.length > pingLimits.bodyBytes }
}

/** Finds the answers to pings. Null: a path is not one of a ping. */
export const makePingRouter = (
  { admit, record }: PingReceiver,
  addressOf: (request: RequestContext["request"]) => string
) => {
  const answer = Effect.fnUntraced(function* ({ request }: RequestContext, call: PingCall) {
    const { isFiltered = false, ping, statedMs, target, text } = call
    const address = addressOf(request)
    const admission = yield* admit(target, address)
    const body = text === null ? yield* readTail(request, pingLimits.bodyBytes) : textBytes(text)
    if (admission !== "search") return call.answer(admission === "unknown" ? "unknown" : "tooMany")
    const outcome = yield* record(target, address, {
      ...ping,
      statedMs,
      filtered: isFiltered ? { _tag: "Request" } : null,
      method: request.method ?? "GET",
      body: body === null || body.bytes.length === 0 ? null : body.bytes,
      isCut: body === null || body.isCut,
      client: request.headers["user-agent"] === undefined ? null : clientText(request.headers["user-agent"])
    })
    return call.answer(outcome)
  })

  return (context: RequestContext): LabelledResponse<PingServices> | null => {
    const { method, path, query, request } = context
    const read = readPing({
      method,
      path,
      query: new URLSearchParams(query),
      header: (name) => {
        const value: unknown = Object.hasOwn(request.headers, name) ? Reflect.get(request.headers, name) : undefined
        return typeof value === "string" ? value : undefined
      }
    })
    if (read === null) return null
    const answered = read._tag === "Answer" ? Effect.succeed(read) : answer(context, read)
    return { label: "ping", response: Effect.map(answered, toResponse) }
  }
}
