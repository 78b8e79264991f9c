import type { EndpointRequest } from "../http/callEndpoint.ts"
import { checkArguments } from "./input.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"
import { type Tool, ToolError } from "./Tool.ts"

export type PreparedCall =
  | { readonly ok: true; readonly requests: ReadonlyArray<EndpointRequest> }
  | { readonly ok: false; readonly message: string }

export const prepareCall = (tool: Tool, given: JsonObject): PreparedCall => {
  try {
    checkArguments(tool.inputSchema(), given)
    return { ok: true, requests: tool.requests(given) }
  } catch (error) {
    if (error instanceof ToolError) return { ok: false, message: error.message }
    throw error
  }
}

/**
 * Composes the text of an answer from the `data` of each response. Also returns whether the text is an error that a
 * model can correct.
 */
export const answerCall = (
  tool: Tool,
  given: JsonObject,
  data: ReadonlyArray<unknown>
): { readonly text: string; readonly isError: boolean } => {
  try {
    return { text: JSON.stringify(tool.answer(data, given)), isError: false }
  } catch (error) {
    if (error instanceof ToolError) return { text: error.message, isError: true }
    throw error
  }
}
