import { Forbidden, InternalError, TooManyRequests, Unauthorized, Unavailable } from "./ApiError.ts"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "./EffectHttp.ts"

const header = HttpApiSecurity.apiKey({ in: "header", key: "X-API-Key" }).pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "An API key of the account: `mon_` followed by 38 letters and digits. Each key belongs to one person. Mon shows the key only once. With a read-only key, any request that changes something gets status 403."
  )
)

const bearer = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "The API key in the header `Authorization: Bearer`.")
)

const session = HttpApiSecurity.apiKey({ in: "cookie", key: "mon_session" }).pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "The session of a person who has signed in with a browser. Over HTTPS, the name of the cookie is `__Host-mon_session`. The cookie is used only if the request has no API key and comes from one of the service's own pages. That is the case if `Sec-Fetch-Site` is `same-origin`. If that header is absent, the host in `Origin` must match the host of the request. GET and HEAD requests may omit both headers. Sessions have their own limit of 600 requests per minute."
  )
)

/** The middleware that authenticates requests to `/api/v1` with an API key or a session, and its errors. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("@mon/api-contract/ApiKeyAuth", {
  error: [Unauthorized, Forbidden, TooManyRequests, InternalError, Unavailable],
  security: { apiKey: header, bearer, session }
}) {}
