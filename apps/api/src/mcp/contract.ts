import { type Endpoint, jsonSchemaOf, requestFields, type RequestField } from "@mon/api-contract"
import { isJsonObject, type JsonObject } from "@mon/bundled/json-rpc"
import { contractEndpoint, type EndpointRequest } from "../http/callEndpoint.ts"

export interface ToolEndpoint {
  readonly endpoint: Endpoint
  readonly fields: ReadonlyMap<string, RequestField>
  /** The JSON Schema of `data` in a successful response. */
  readonly data: JsonObject
}

const toolEndpoints = new Map<string, ToolEndpoint>()

/**
 * Returns the endpoint with the given name. Creates its schemas at the first call, because creating them takes
 * milliseconds.
 */
export const endpointOf = (name: string): ToolEndpoint => {
  const found = toolEndpoints.get(name)
  if (found !== undefined) return found
  const endpoint = contractEndpoint(name)
  const { properties } = jsonSchemaOf(endpoint.success)
  const data = isJsonObject(properties) && isJsonObject(properties["data"]) ? properties["data"] : {}
  const made = { endpoint, fields: requestFields(endpoint), data }
  toolEndpoints.set(name, made)
  return made
}

/** Returns the request to an endpoint with the arguments that the endpoint declares. Leaves out all other arguments. */
export const requestTo = (name: string, given: JsonObject): EndpointRequest => {
  const { endpoint, fields } = endpointOf(name)
  const params = new Map<string, string>()
  const query = new Map<string, string>()
  const body = new Map<string, unknown>()
  for (const [field, { place }] of fields) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined
    if (value === undefined) continue
    if (place === "params") params.set(field, String(value))
    else if (place === "query") query.set(field, String(value))
    else body.set(field, value)
  }
  return {
    endpoint,
    params: Object.fromEntries(params),
    query: Object.fromEntries(query),
    body: Object.fromEntries(body)
  }
}
