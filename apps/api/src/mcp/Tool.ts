import type { EndpointRequest } from "../http/callEndpoint.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"

/** Hints with which clients decide whether to ask a person first. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether the tool contacts systems other than Mon. */
  readonly openWorldHint: boolean
}

/** A tool. It calls endpoints of the contract with the arguments of a model, and shows the result within 8 KB. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  /** The endpoints that a call can use. The tool is listed for an API key that may use all of them. */
  readonly endpoints: ReadonlyArray<string>
  /** The JSON Schema (2020-12) of the arguments, made from the fields that the endpoints declare. */
  readonly inputSchema: () => JsonObject
  /** The requests of a call, in order. */
  readonly requests: (given: JsonObject) => ReadonlyArray<EndpointRequest>
  /**
   * Returns the answer from the `data` of each response, in the order of the requests. Fails with {@link ToolError}.
   */
  readonly answer: (data: ReadonlyArray<unknown>, given: JsonObject) => JsonObject
}

/** The error of a call that a model can correct. The message contains no text of other people. */
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
