import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, type HttpApiGroup } from "./EffectHttp.ts"

/** One endpoint of a contract as data, for a server that finds the endpoint of a request by itself. */
export interface Endpoint {
  readonly group: string
  readonly name: string
  readonly method: string
  /** With `:name` segments. */
  readonly path: string
  /** The status of a success. */
  readonly status: number
  /** Decodes the segments of the path; null when it has none. */
  readonly params: RequestSchema | null
  /** Decodes the parsed query string; null when the endpoint takes none. */
  readonly query: RequestSchema | null
  /** Decodes the parsed JSON body; null when the endpoint takes none. */
  readonly payload: RequestSchema | null
  /** The whole body of a success. */
  readonly success: RequestSchema
}

/** A schema that needs no services to decode. */
export type RequestSchema = Schema.Codec<unknown, unknown>

/** Returns every endpoint of a contract, in the order of its declaration. */
export const endpointsOf = <Id extends string, Of extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Of>
): ReadonlyArray<Endpoint> => {
  const endpoints: Array<Endpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, successes }) => {
      const [[status, [success]] = [200, [Schema.Unknown]]] = successes
      endpoints.push({
        group: group.identifier,
        name: endpoint.identifier,
        method: endpoint.method,
        path: endpoint.path,
        status,
        params: withoutServices(endpoint.params),
        query: withoutServices(endpoint.query),
        payload: withoutServices(endpoint.payload.get("application/json")?.schemas[0]),
        success: withoutServices(success) ?? Schema.Unknown
      })
    }
  })
  return endpoints
}

/** The schemas of a contract are plain data: none of them asks for a service. */
const withoutServices = (schema: Schema.Top | undefined): RequestSchema | null =>
  schema === undefined ? null : (schema as RequestSchema)

type Groups<Api> = Api extends HttpApi.HttpApi<string, infer G> ? G : never
type GroupNamed<Api, Group> = Extract<Groups<Api>, { readonly identifier: Group }>
type Endpoints<Group> = Group extends HttpApiGroup.HttpApiGroup<string, infer E, boolean> ? E : never
type Part<Name extends string, S> = [S] extends [never]
  ? {}
  : S extends Schema.Constraint
    ? [S["Type"]] extends [never]
      ? {}
      : { readonly [K in Name]: S["Type"] }
    : {}

/** The endpoints of a group by name. */
export type EndpointOf<Api, Group, Name> = Extract<Endpoints<GroupNamed<Api, Group>>, { readonly identifier: Name }>

/** The names of the groups of a contract. */
export type GroupName<Api> = HttpApiGroup.Identifier<Groups<Api>>

/** The names of the endpoints of a group. */
export type EndpointName<Api, Group> = HttpApiEndpoint.Identifier<Endpoints<GroupNamed<Api, Group>>>

/**
 * The input of the handler of an endpoint: decoded `params`, `query` and `payload`, each if the endpoint has it.
 */
export type EndpointInput<E> = Part<"params", HttpApiEndpoint.Params<E>> &
  Part<"query", HttpApiEndpoint.Query<E>> &
  Part<"payload", HttpApiEndpoint.Payload<E>>

/** The whole body of a success. Contracts keep decoded and encoded form the same, so a server may write it as it is. */
export type EndpointOutput<E> = E extends HttpApiEndpoint.Constraint
  ? HttpApiEndpoint.Success<E>["Type"] extends HttpApiEndpoint.Success<E>["Encoded"]
    ? HttpApiEndpoint.Success<E>["Type"]
    : never
  : never

/** The errors that an endpoint declares, with those of its key. */
export type EndpointError<E> = HttpApiEndpoint.Errors<E>
