import { Secrets } from "@mon/core-store"
import { stringifySetCookie } from "cookie"
import { Effect, Schema } from "effect"
import type { CookieRequest } from "./AttemptRequest.ts"

/** An encrypted cookie that keeps data in the browser between two steps of a sign-in. */
export interface SealedCookie<A> {
  /** The value of the header that sets the cookie. */
  readonly remember: (request: CookieRequest, value: A) => Effect.Effect<string, never, Secrets>
  /** The value of the header that deletes the cookie. */
  readonly forget: (request: CookieRequest) => string
  /** Returns the value of the cookie, or null if the browser has no cookie from this service. */
  readonly read: (request: CookieRequest) => Effect.Effect<A | null, never, Secrets>
}

const isSecure = ({ baseUrl }: CookieRequest) => baseUrl.startsWith("https:")

/**
 * Creates a cookie with an encrypted value, which any process of the service can read. `label` separates cookies with
 * different purposes.
 */
export const sealedCookie = <A>(options: {
  readonly name: string
  readonly label: string
  readonly seconds: number
  readonly value: Schema.Codec<A, string>
}): SealedCookie<A> => {
  const { label, name, seconds, value: codec } = options
  // Returns the name of the cookie. RFC 6265bis section 4.1.3.2 defines the prefix.
  const nameOf = (request: CookieRequest) => (isSecure(request) ? `__Host-${name}` : name)
  const headerOf = (request: CookieRequest, value: string, maxAge: number) =>
    stringifySetCookie({
      name: nameOf(request),
      value,
      maxAge,
      path: "/",
      httpOnly: true,
      secure: isSecure(request),
      sameSite: "lax"
    })
  const open = Effect.fnUntraced(
    function* (baseUrl: string, sealed: string) {
      const text = yield* (yield* Secrets).open(label, sealed, baseUrl)
      return yield* Effect.orDie(Schema.decodeUnknownEffect(codec)(text))
    },
    Effect.catchTag("SecretError", () => Effect.succeed(null))
  )
  return {
    remember: Effect.fnUntraced(function* (request, value) {
      const text = yield* Effect.orDie(Schema.encodeEffect(codec)(value))
      return headerOf(request, yield* (yield* Secrets).seal(label, text, request.baseUrl), seconds)
    }),
    forget: (request) => headerOf(request, "", 0),
    read: (request) => {
      const cookie = nameOf(request)
      const sealed = Object.hasOwn(request.cookies, cookie) ? request.cookies[cookie] : undefined
      return sealed === undefined ? Effect.succeed(null) : open(request.baseUrl, sealed)
    }
  }
}
