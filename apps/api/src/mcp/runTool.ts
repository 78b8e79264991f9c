import { errorStatus, messages } from "@mon/api-contract"
import type { Tool } from "./Tool.ts"
import { answerCall, prepareCall } from "./callTool.ts"
import type { ToolRequest } from "./contract.ts"
import { cutText } from "./untrusted.ts"
import { Cause, Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { admitRequest, secondsLeft } from "../http/RateLimit.ts"
import { actorOf, change } from "../http/change.ts"
import { errorResponseFor } from "../http/ErrorResponse.ts"
import { AnswerWithHeaders } from "../http/HttpResponse.ts"
import { newWorkId } from "../http/Idempotency.ts"
import type { JsonObject } from "../http/RequestBody.ts"
import type { EndpointTable } from "../http/EndpointTable.ts"

interface ToolOutcome {
  readonly text: string
  readonly isError: boolean
}

/** The longest message that is passed on, in characters. Longer ones repeat what the caller sent. */
const MESSAGE_LENGTH = 400

const failed = (message: string): ToolOutcome => ({ text: cutText(message, MESSAGE_LENGTH), isError: true })

const pathOf = ({ endpoint, params }: ToolRequest): string =>
  endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent((Object.hasOwn(params, name) ? params[name] : undefined) ?? "")
  )

/** Returns the `data` of the response to a request, or fails with the message of a refusal. */
const dataOf = Effect.fnUntraced(function* <R>(request: ToolRequest, caller: Caller, table: EndpointTable<R>) {
  const match = table.match(request.endpoint.method, pathOf(request))
  if (match === null) return yield* Effect.die(new Error(`No endpoint for ${request.endpoint.path}.`))
  const admitted = yield* admitRequest(caller, match, { query: request.query, readBody: Effect.succeed(request.body) })
  if (admitted._tag === "OverLimit") {
    return failed(messages.rateLimited(secondsLeft(admitted.window, yield* Clock.currentTimeMillis)))
  }
  const result = yield* Effect.flatten(admitted.prepare(newWorkId))
  const body = result instanceof AnswerWithHeaders ? result.body : result
  return "data" in body ? { data: body.data } : yield* Effect.die(new Error(`${request.endpoint.path} has no data.`))
})

/**
 * Returns the outcome of a failed call. A model gets the refusals of the contract. All other failures are logged and
 * hidden, as in the JSON API.
 */
const outcomeOf = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  if (errorStatus(error) !== null && error instanceof Error) return Effect.succeed(failed(error.message))
  return Effect.map(errorResponseFor(cause), ({ status }) =>
    failed(status === 503 ? messages.unavailable : messages.defect)
  )
}

/** Calls a tool for a caller who may use it. Each call runs as a change, even if it only reads. */
export const runTool = <R>(tool: Tool, given: JsonObject, caller: Caller, table: EndpointTable<R>) => {
  const run = Effect.gen(function* () {
    const prepared = prepareCall(tool, given)
    if (!prepared.ok) return failed(prepared.message)
    const data: Array<unknown> = []
    for (const request of prepared.requests) {
      const found = yield* dataOf(request, caller, table)
      if ("isError" in found) return found
      data.push(found.data)
    }
    return answerCall(tool, given, data)
  })
  const { principal, via } = caller
  const what = {
    actor: actorOf(via, principal),
    accountId: principal.accountId,
    action: `mcp.${tool.name}`,
    target: null
  }
  const annotated = Effect.andThen(Effect.annotateCurrentSpan("mcp.tool", tool.name), run)
  return change(what, Effect.catchCause(annotated, outcomeOf))
}
