import type { ProviderIdentity } from "@mon/core-store"
import { DnsResolver, makeAddressResolver } from "@mon/dns/effect"
import { isVisibleName } from "@mon/model"
import { createHttpExchange, type HttpExchange } from "@mon/public-net"
import { NetworkPolicy } from "@mon/public-net/effect"
import { Clock, Context, Data, Effect, Layer, Redacted } from "effect"
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError
} from "openid-client"
import { ApiConfig } from "../../ApiConfig.ts"
import type { OidcSettings } from "../../OidcSettings.ts"
import { makeProviderFetch, ProviderUnreachable } from "./providerFetch.ts"

/** The values that the browser keeps while the person signs in at the provider. */
export interface ProviderSecrets {
  readonly state: string
  readonly nonce: string
  /** The code verifier (RFC 7636 section 4.1). */
  readonly verifier: string
}

type ProviderRequest =
  | { readonly _tag: "Ready"; readonly url: string; readonly secrets: ProviderSecrets }
  | { readonly _tag: "Unreachable" }

export interface ProviderProfile extends ProviderIdentity {
  /** Whether `email_verified` is `true`. A missing claim or any other value counts as false. */
  readonly isVerified: boolean
  readonly name: string | null
}

/**
 * The provider's response. `Denied`: the person or the provider ended the sign-in. `Invalid`: the response belongs to
 * another request or provider, was used before, or has expired.
 */
export type ProviderAnswer =
  | {
      readonly _tag: "Proved"
      readonly profile: ProviderProfile
      /** Whether the person entered their credentials for this request. */
      readonly isConfirmed: boolean
    }
  | { readonly _tag: "Denied" | "Invalid" | "Unreachable" }

export interface ProviderWish {
  readonly redirectUri: string
  /** Whether the provider must ask for the credentials even if the person is signed in there. */
  readonly again: boolean
}

export interface Provider {
  readonly name: string
  readonly issues: (identity: Pick<ProviderIdentity, "issuer">) => boolean
  readonly request: (wish: ProviderWish) => Effect.Effect<ProviderRequest>
  /**
   * Evaluates the provider's response. `url`: the URL that the provider redirected the browser to. `beganMs`: the time
   * of the call of {@link request}.
   */
  readonly answer: (url: URL, secrets: ProviderSecrets, beganMs: number) => Effect.Effect<ProviderAnswer>
}

/** The identity provider, or null if the operator has configured none. */
export class IdentityProvider extends Context.Service<IdentityProvider, Provider | null>()(
  "@mon/api/auth/IdentityProvider"
) {
  /**
   * Connects to the provider, subject to the address policy of the service. Sends no request before the first sign-in.
   */
  static readonly layer: Layer.Layer<IdentityProvider, never, ApiConfig | DnsResolver | NetworkPolicy> = Layer.effect(
    IdentityProvider,
    Effect.gen(function* () {
      const { extraCa = [], oidc = null } = yield* ApiConfig
      const policy = yield* NetworkPolicy
      const resolve = makeAddressResolver(yield* DnsResolver)
      if (oidc === null) return null
      const allowsHttp = oidc.issuer.startsWith("http:")
      return makeProvider(oidc, createHttpExchange({ policy, resolve, extraCa, allowsHttp }))
    })
  )
}

const REQUEST_SECONDS = 8
/** The lifetime of metadata, in milliseconds. Signing keys are reloaded as soon as an unknown key is used. */
const METADATA_MS = 3_600_000
/** The tolerated deviation of the provider's clock, in seconds. */
const CLOCK_SECONDS = 60
/** The allowed form of a subject identifier: at most 255 ASCII characters (OpenID Connect Core section 2). */
const SUBJECT = /^[\u0020-\u007e]{1,255}$/u
const NAME_LENGTH = 100
/** The longest email address (RFC 5321 section 4.5.3.1.3). */
const EMAIL_LENGTH = 254

/**
 * Returns the method for sending the client secret. Selects a method that the provider supports from the two in RFC
 * 6749 section 2.3.1.
 */
const authenticationOf = ({ clientSecret }: OidcSettings): ClientAuth => {
  if (clientSecret === null) return None()
  const secret = Redacted.value(clientSecret)
  const basic = ClientSecretBasic(secret)
  const post = ClientSecretPost(secret)
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest)
  }
}

/** Loads the provider's metadata, at most once an hour. Simultaneous requests wait for the same load. */
const makeDiscovery = (settings: OidcSettings, exchange: HttpExchange) => {
  const request = makeProviderFetch(exchange)
  const insecure = settings.issuer.startsWith("http:") ? [allowInsecureRequests] : []
  let known: { readonly configuration: Configuration; readonly until: number } | null = null
  let pending: Promise<Configuration> | null = null
  const discover = (): Promise<Configuration> =>
    discovery(new URL(settings.issuer), settings.clientId, undefined, authenticationOf(settings), {
      [customFetch]: request,
      timeout: REQUEST_SECONDS,
      // The signature is verified even though the token comes directly from the provider.
      execute: [enableNonRepudiationChecks, ...insecure]
    })
  return (nowMs: number): Promise<Configuration> => {
    if (known !== null && known.until > nowMs) return Promise.resolve(known.configuration)
    pending ??= discover()
      .then((configuration) => {
        known = { configuration, until: nowMs + METADATA_MS }
        return configuration
      })
      .finally(() => {
        pending = null
      })
    return pending
  }
}

/**
 * Returns the innermost cause of an error, which is the most specific cause. Messages of the library contain no tokens.
 */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error

const UNREACHABLE_CODES: ReadonlySet<unknown> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON"
])

class ProviderError extends Data.TaggedError("ProviderError")<{ readonly cause: unknown }> {}

const faultOf = (error: unknown): "Denied" | "Invalid" | "Unreachable" => {
  if (error instanceof AuthorizationResponseError) return "Denied"
  if (causeOf(error) instanceof ProviderUnreachable) return "Unreachable"
  if (error instanceof ResponseBodyError) return error.status >= 500 ? "Unreachable" : "Invalid"
  return error instanceof ClientError && UNREACHABLE_CODES.has(error.code) ? "Unreachable" : "Invalid"
}

/** Returns the fields of a log line about an error. They never contain a code, a token or a body. */
const logged = (error: unknown): Readonly<Record<string, unknown>> => {
  const cause = causeOf(error)
  return {
    reason: cause instanceof Error ? cause.message : "unknown",
    ...(error instanceof ResponseBodyError || error instanceof AuthorizationResponseError ? { error: error.error } : {})
  }
}

const textOf = (value: unknown, length: number): string | null => {
  const text =
    typeof value === "string"
      ? value
          .replaceAll(/\p{Cc}/gu, "")
          .toWellFormed()
          .trim()
      : ""
  return text === "" || text.length > length ? null : text
}

interface ProfileClaims {
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly name?: unknown
}

/** Returns the name if it is valid, otherwise null. The name is checked because other people see it. */
const nameOf = (value: unknown): string | null => {
  const name = textOf(value, NAME_LENGTH)
  return name !== null && isVisibleName(name) ? name : null
}

const profileOf = ({ iss, sub }: IDToken, { email, email_verified, name }: ProfileClaims): ProviderProfile => ({
  issuer: iss,
  subject: sub,
  email: textOf(email, EMAIL_LENGTH),
  isVerified: email_verified === true,
  name: nameOf(name)
})

/**
 * Returns the claims about a person. Some providers return the email address only from the UserInfo endpoint (OpenID
 * Connect Core section 5.3).
 */
const claimsOf = async (configuration: Configuration, token: IDToken, accessToken: string): Promise<ProfileClaims> => {
  const { email, email_verified, name } = token
  return email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined
    ? { email, email_verified, name }
    : await fetchUserInfo(configuration, accessToken, token.sub)
}

const makeProvider = (settings: OidcSettings, exchange: HttpExchange): Provider => {
  const configured = makeDiscovery(settings, exchange)
  const { issuer, name } = settings
  const href = new URL(issuer).href
  const issues: Provider["issues"] = ({ issuer: other }) => URL.parse(other)?.href === href

  const ready = async ({ again, redirectUri }: ProviderWish, nowMs: number): Promise<ProviderRequest> => {
    const configuration = await configured(nowMs)
    const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email profile",
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: "S256",
      // If the request contains max_age, the provider returns the time of the sign-in (OpenID Connect Core section
      // 3.1.2.1).
      ...(again ? { prompt: "login", max_age: "0" } : {})
    })
    return { _tag: "Ready", url: url.href, secrets }
  }

  const proved = async (url: URL, { nonce, state, verifier }: ProviderSecrets, began: number, nowMs: number) => {
    const configuration = await configured(nowMs)
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedNonce: nonce,
      expectedState: state,
      pkceCodeVerifier: verifier,
      idTokenExpected: true
    })
    const token = tokens.claims()
    if (token === undefined || !issues({ issuer: token.iss }) || !SUBJECT.test(token.sub))
      return { _tag: "Invalid" } satisfies ProviderAnswer
    const profile = profileOf(token, await claimsOf(configuration, token, tokens.access_token))
    const { auth_time: at } = token
    const isConfirmed = typeof at === "number" && at >= Math.floor(began / 1_000) - CLOCK_SECONDS
    return { _tag: "Proved", profile, isConfirmed } satisfies ProviderAnswer
  }

  const attempt = <A>(what: string, work: (nowMs: number) => Promise<A>) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.tryPromise({ try: () => work(nowMs), catch: (cause) => new ProviderError({ cause }) })
    ).pipe(
      Effect.tapError((error) => Effect.annotateLogs(Effect.logWarning(what), { issuer, ...logged(error.cause) })),
      Effect.withSpan("IdentityProvider", { attributes: { issuer } })
    )

  return {
    name,
    issues,
    request: (wish) =>
      Effect.orElseSucceed(
        attempt<ProviderRequest>("A request to the OpenID Connect provider failed.", (nowMs) => ready(wish, nowMs)),
        () => ({ _tag: "Unreachable" })
      ),
    answer: (url, secrets, beganMs) =>
      attempt<ProviderAnswer>("A sign-in with the OpenID Connect provider was rejected.", (nowMs) =>
        proved(url, secrets, beganMs, nowMs)
      ).pipe(Effect.catch(({ cause }) => Effect.succeed({ _tag: faultOf(cause) })))
  }
}
