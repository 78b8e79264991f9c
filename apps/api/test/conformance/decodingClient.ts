import { endpointsOf, MonApi } from "@mon/api-contract"
import { type Client, createClient } from "@mon/api-contract/plain"
import { Schema } from "effect"

/** The patterns of static paths come before the patterns with ids, as in the contract. */
const endpoints = endpointsOf(MonApi).map(({ method, path, success }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u"),
  decode: Schema.decodeUnknownSync(success)
}))

/** Returns a client that rejects if a response does not fit the schema of its endpoint. */
export const decodingClient = (baseUrl: string, apiKey: string): Client =>
  createClient({
    baseUrl,
    apiKey,
    retries: 0,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (!response.ok) return response
      const { pathname } = new URL(response.url)
      const endpoint = endpoints.find(({ method, path }) => method === init?.method && path.test(pathname))
      const isJson = response.headers.get("content-type")?.startsWith("application/json")
      const copy = response.clone()
      if (endpoint === undefined) throw new Error(`${init?.method} ${pathname} is not in the contract.`)
      endpoint.decode(isJson === true ? await copy.json() : await copy.text())
      return response
    }
  })
