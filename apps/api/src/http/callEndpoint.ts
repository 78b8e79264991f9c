import { type Endpoint, endpointsOf, messages, MonApi, TooManyRequests } from "@mon/api-contract"
import { Clock, Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"
import type { EndpointTable } from "./EndpointTable.ts"
import { AnswerWithHeaders } from "./HttpResponse.ts"
import { newWorkId } from "./Idempotency.ts"
import { admitRequest, secondsLeft } from "./RateLimit.ts"
import type { JsonObject } from "./RequestBody.ts"

/** A request to the JSON API from inside the process. */
export interface EndpointRequest {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: JsonObject
}

const contract = new Map<string, Endpoint>()

/** Returns an endpoint of the contract by its group and name, such as `incidents.get`. */
export const contractEndpoint = (name: string): Endpoint => {
  if (contract.size === 0) for (const one of endpointsOf(MonApi)) contract.set(`${one.group}.${one.name}`, one)
  const endpoint = contract.get(name)
  if (endpoint === undefined) throw new Error(`The contract has no endpoint ${name}.`)
  return endpoint
}

const pathOf = ({ endpoint, params }: EndpointRequest): string =>
  endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent((Object.hasOwn(params, name) ? params[name] : undefined) ?? "")
  )

/** Makes a request on behalf of a caller. Returns the body of the response, or fails with the refusal. */
export const callEndpoint = Effect.fnUntraced(function* <R>(
  request: EndpointRequest,
  caller: Caller,
  table: EndpointTable<R>
) {
  const match = table.match(request.endpoint.method, pathOf(request))
  if (match === null) return yield* Effect.die(new Error(`No endpoint for ${request.endpoint.path}.`))
  const admitted = yield* admitRequest(caller, match, { query: request.query, readBody: Effect.succeed(request.body) })
  if (admitted._tag === "OverLimit") {
    const message = messages.rateLimited(secondsLeft(admitted.window, yield* Clock.currentTimeMillis))
    return yield* new TooManyRequests({ message })
  }
  const result = yield* Effect.flatten(admitted.prepare(newWorkId))
  return result instanceof AnswerWithHeaders ? result.body : result
})
