import type { EndpointRequest } from "../http/callEndpoint.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"

/** The hints from which clients decide whether to ask a person before a call. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether the tool contacts systems other than Mon. */
  readonly openWorldHint: boolean
}

/** A tool. It calls endpoints of the contract with a model's arguments, and returns the result in at most 8 KB. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  /** The endpoints that a call can use. The tool is listed for API keys that may use all of these endpoints. */
  readonly endpoints: ReadonlyArray<string>
  /** The JSON Schema (2020-12) of the arguments, made from the fields that the endpoints declare. */
  readonly inputSchema: () => JsonObject
  readonly requests: (given: JsonObject) => ReadonlyArray<EndpointRequest>
  /**
   * Returns the answer from the `data` of each response, in the order of the requests. Fails with {@link ToolError}.
   */
  readonly answer: (data: ReadonlyArray<unknown>, given: JsonObject) => JsonObject
}

/** The error of a call that a model can correct. The message contains no untrusted text. */
export class ToolError extends Error {
  override readonly name = "ToolError"
}

/** The annotations of a tool that only reads stored data. */
export const readsStored: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false
}
