import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "./EffectHttp.ts"
import { BASE_PATH, MonApi } from "./MonApi.ts"

/** Where the service is, and who asks. */
export interface ClientOptions {
  /** The URL of the service, with or without `/api/v1` at its end. */
  readonly baseUrl: string
  readonly apiKey: string | Redacted.Redacted
}

/** The origin of a service. */
export const originOf = (baseUrl: string): string => {
  // Whoever reads it from the environment may have nothing there.
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl))
    throw new TypeError(
      `baseUrl must be the URL of a Mon service such as http://127.0.0.1:3000, not ${String(baseUrl)}.`
    )
  const trimmed = baseUrl.replace(/\/+$/u, "")
  return trimmed.endsWith(BASE_PATH) ? trimmed.slice(0, -BASE_PATH.length) : trimmed
}

/** The typed client: one method for each endpoint, answers are whole envelopes, errors are those of the contract. */
export class MonClient extends Context.Service<MonClient, HttpApiClient.ForApi<typeof MonApi>>()(
  "@mon/api-contract/MonClient"
) {
  /** Over any HttpClient. */
  static readonly layerNoDeps = (options: ClientOptions): Layer.Layer<MonClient, never, HttpClient.HttpClient> => {
    const key = Redacted.isRedacted(options.apiKey) ? options.apiKey : Redacted.make(options.apiKey)
    return Layer.effect(
      MonClient,
      HttpApiClient.make(MonApi, {
        baseUrl: originOf(options.baseUrl),
        transformClient: HttpClient.mapRequest((request) =>
          HttpClientRequest.setHeader(request, "X-API-Key", Redacted.value(key))
        )
      })
    )
  }

  /** Over the runtime's fetch. */
  static readonly layer = (options: ClientOptions): Layer.Layer<MonClient> =>
    Layer.provide(MonClient.layerNoDeps(options), FetchHttpClient.layer)
}
