import { errorStatus, messages } from "@mon/api-contract"
import type { Tool } from "./Tool.ts"
import { answerCall, prepareCall } from "./callTool.ts"
import { callEndpoint } from "../http/callEndpoint.ts"
import { cutText } from "./untrusted.ts"
import { Cause, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import { actorOf, change } from "../http/change.ts"
import { errorResponseFor } from "../http/ErrorResponse.ts"
import type { JsonObject } from "../http/RequestBody.ts"
import type { EndpointTable } from "../http/EndpointTable.ts"

interface ToolOutcome {
  readonly text: string
  readonly isError: boolean
}

/** The longest error message that is passed on, in characters. A longer message repeats text that the caller sent. */
const MESSAGE_LENGTH = 400

const failed = (message: string): ToolOutcome => ({ text: cutText(message, MESSAGE_LENGTH), isError: true })

/**
 * Returns the outcome of a failed call. The model gets the messages of refusals in the contract. All other failures are
 * logged and hidden, as in the JSON API.
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
      const body = yield* callEndpoint(request, caller, table)
      if (!("data" in body)) return yield* Effect.die(new Error(`${request.endpoint.path} has no data.`))
      data.push(body.data)
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
