import { jsonSchemaOf, MonApi, requestFields, type RequestField, type Route, routesOf } from "@mon/api-contract"
import { isJsonObject, type JsonObject } from "./JsonRpc.ts"

/** A request to the JSON API. */
export interface ToolRequest {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  /** As in a query string. */
  readonly query: Readonly<Record<string, string>>
  readonly body: JsonObject
}

/** An endpoint of the contract, with the parts that tools need. */
export interface Endpoint {
  readonly route: Route
  readonly fields: ReadonlyMap<string, RequestField>
  /** The JSON Schema of `data` of a success. */
  readonly data: JsonObject
}

const routes = new Map<string, Route>()
const endpoints = new Map<string, Endpoint>()

/** A route by its group and name, such as `incidents.get`. */
export const routeOf = (name: string): Route => {
  if (routes.size === 0) for (const route of routesOf(MonApi)) routes.set(`${route.group}.${route.endpoint}`, route)
  const route = routes.get(name)
  if (route === undefined) throw new Error(`The contract has no endpoint ${name}.`)
  return route
}

/** The endpoint with a name. Its schemas are made at the first call, because that takes milliseconds. */
export const endpointOf = (name: string): Endpoint => {
  const found = endpoints.get(name)
  if (found !== undefined) return found
  const route = routeOf(name)
  const { properties } = jsonSchemaOf(route.success)
  const data = isJsonObject(properties) && isJsonObject(properties["data"]) ? properties["data"] : {}
  const endpoint = { route, fields: requestFields(route), data }
  endpoints.set(name, endpoint)
  return endpoint
}

/** The request to an endpoint with the arguments that it declares. Other arguments are not sent. */
export const requestTo = (name: string, given: JsonObject): ToolRequest => {
  const { fields, route } = endpointOf(name)
  const params: Record<string, string> = {}
  const query: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  for (const [field, { place }] of fields) {
    const value = given[field]
    if (value === undefined) continue
    if (place === "params") params[field] = String(value)
    else if (place === "query") query[field] = String(value)
    else body[field] = value
  }
  return { route, params, query, body }
}
