import * as Schema from "effect/Schema"
import { HttpApi, HttpApiEndpoint, type HttpApiGroup } from "./EffectHttp.ts"

/** One endpoint of a contract as data, for a server with its own router. */
export interface Endpoint {
  readonly group: string
  readonly name: string
  readonly method: string
  /** The path. Parameters are segments of the form `:name`. */
  readonly path: string
  /** The HTTP status of a successful response. */
  readonly status: number
  /** Decodes the parameters of the path. Null if the path has no parameters. */
  readonly params: RequestSchema | null
  /** Decodes the parsed query string. Null if the endpoint has no query parameters. */
  readonly query: RequestSchema | null
  /** Decodes the parsed JSON body. Null if the endpoint has no body. */
  readonly payload: RequestSchema | null
  /** The schema of the whole body of a successful response. */
  readonly success: RequestSchema
}

/** A schema that can decode without an Effect service. */
export type RequestSchema = Schema.Codec<unknown, unknown>

/** Returns every endpoint of a contract, in the order of declaration. */
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

/** This cast is safe: the schemas of a contract are plain data, so none of them needs an Effect service. */
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

/** The endpoint with a given name in a group. */
export type EndpointOf<Api, Group, Name> = Extract<Endpoints<GroupNamed<Api, Group>>, { readonly identifier: Name }>

/** The names of the groups of a contract. */
export type GroupName<Api> = HttpApiGroup.Identifier<Groups<Api>>

/** The names of the endpoints of a group. */
export type EndpointName<Api, Group> = HttpApiEndpoint.Identifier<Endpoints<GroupNamed<Api, Group>>>

/** The input of an endpoint's handler: the decoded `params`, `query` and `payload` that the endpoint declares. */
export type EndpointInput<E> = Part<"params", HttpApiEndpoint.Params<E>> &
  Part<"query", HttpApiEndpoint.Query<E>> &
  Part<"payload", HttpApiEndpoint.Payload<E>>

/**
 * The whole body of a successful response. In contracts, the decoded and the encoded form are equal, so a server can
 * write the value without encoding it.
 */
export type EndpointOutput<E> = E extends HttpApiEndpoint.Constraint
  ? HttpApiEndpoint.Success<E>["Type"] extends HttpApiEndpoint.Success<E>["Encoded"]
    ? HttpApiEndpoint.Success<E>["Type"]
    : never
  : never

/** The errors that an endpoint declares, including the errors of its authentication. */
export type EndpointError<E> = HttpApiEndpoint.Errors<E>
