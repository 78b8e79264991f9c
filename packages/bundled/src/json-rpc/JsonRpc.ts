export type JsonObject = Readonly<Record<string, unknown>>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The id of a request. MCP does not allow null. */
export type RpcId = string | number

export type RpcMessage =
  | { readonly kind: "request"; readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "invalid"; readonly id: RpcId | null; readonly reason: string }

/** The error codes of JSON-RPC 2.0 section 5.1 and of MCP 2026-07-28 (basic, error codes). */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022
} as const

/**
 * The longest id, in characters. The response repeats the id, so longer ids would use up the size limit of the
 * response.
 */
const ID_LENGTH = 128

export const idOf = (value: unknown): RpcId | null => {
  if (typeof value === "string") return value.length <= ID_LENGTH ? value : null
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null
}

const invalid = (reason: string, id: RpcId | null = null): RpcMessage => ({ kind: "invalid", id, reason })

/**
 * Returns the kind of a message. Batches are not supported. Responses are invalid, because this server never sends
 * requests to a client.
 */
export const readMessage = (value: unknown): RpcMessage => {
  if (Array.isArray(value)) return invalid("Send one message per request. Batches are not supported.")
  if (!isJsonObject(value) || value["jsonrpc"] !== "2.0") return invalid('The message must have "jsonrpc": "2.0".')
  const { method, params = {} } = value
  const id = idOf(value["id"])
  if (value["id"] !== undefined && id === null) {
    return invalid(`id must be a whole number or a string of at most ${ID_LENGTH} characters.`)
  }
  if (typeof method !== "string") return invalid("The message must have a method.", id)
  if (!isJsonObject(params)) return invalid("params must be an object.", id)
  return id === null ? { kind: "notification", method, params } : { kind: "request", id, method, params }
}

export const rpcResult = (id: RpcId, result: JsonObject): JsonObject => ({ jsonrpc: "2.0", id, result })

/** Returns a response with an error. The response has no id if the id of the request could not be read. */
export const rpcError = (id: RpcId | null, code: number, message: string, data?: JsonObject): JsonObject => ({
  jsonrpc: "2.0",
  ...(id === null ? {} : { id }),
  error: { code, message, ...(data === undefined ? {} : { data }) }
})
