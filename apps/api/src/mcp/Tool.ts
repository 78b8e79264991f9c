import type { ToolRequest } from "./contract.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"

/** Hints for clients, which decide with them whether to ask a person first. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether the tool reaches systems of others. */
  readonly openWorldHint: boolean
}

/** A tool: endpoints of the contract, called with the arguments of a model and shown within 8 KB. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  /** The endpoints that a call may use. A key lists the tool if it may use all of them. */
  readonly endpoints: ReadonlyArray<string>
  /** JSON Schema 2020-12, made from the declared fields of the endpoints. */
  readonly inputSchema: () => JsonObject
  /** The requests of a call, in order. */
  readonly requests: (given: JsonObject) => ReadonlyArray<ToolRequest>
  /** The answer from the `data` of each response, in the order of the requests. Fails with {@link ToolError}. */
  readonly answer: (data: ReadonlyArray<unknown>, given: JsonObject) => JsonObject
}

/** A call that a model can correct. The message contains no text of others. */
export class ToolError extends Error {
  override readonly name = "ToolError"
}

/** A tool that only reads what Mon has stored. */
export const readsStored: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false
}
