import { InternalError, TooManyRequests, Unauthorized, Unavailable } from "./ApiError.ts"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "./EffectHttp.ts"

const header = HttpApiSecurity.apiKey({ in: "header", key: "X-API-Key" }).pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "An API key of the account: `mon_` followed by 38 letters and digits. Each key belongs to one person. Mon shows the key only once."
  )
)

/** Every endpoint of the API asks for a key in the header `X-API-Key`, and may answer with these errors. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("@mon/api-contract/ApiKeyAuth", {
  error: [Unauthorized, TooManyRequests, InternalError, Unavailable],
  security: { apiKey: header }
}) {}
