import { Forbidden, InternalError, TooManyRequests, Unauthorized, Unavailable } from "./ApiError.ts"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "./EffectHttp.ts"

const header = HttpApiSecurity.apiKey({ in: "header", key: "X-API-Key" }).pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "An API key of the account: `mon_` followed by 38 letters and digits. Each key belongs to one person. Mon shows the key only once. With a read-only key, all requests that change something get status 403."
  )
)

const bearer = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Description, "The same API key in the header `Authorization: Bearer`.")
)

const session = HttpApiSecurity.apiKey({ in: "cookie", key: "mon_session" }).pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "The session of a person who has signed in with a browser. Over HTTPS, the name of the cookie is `__Host-mon_session`. It counts only without an API key, and only for requests of the service's own pages: if `Sec-Fetch-Site` is `same-origin`, or if it is absent and the host of `Origin` is that of the request, or for GET and HEAD if both are absent. Sessions have their own limit of 600 requests per minute."
  )
)

/** Every endpoint of the API asks for a key or a session, and may answer with these errors. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth>()("@mon/api-contract/ApiKeyAuth", {
  error: [Unauthorized, Forbidden, TooManyRequests, InternalError, Unavailable],
  security: { apiKey: header, bearer, session }
}) {}
