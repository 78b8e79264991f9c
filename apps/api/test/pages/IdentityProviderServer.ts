import { exportJWK, generateKeyPair, type JWTPayload, decodeJwt, SignJWT } from "jose"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"
import type { ApiSettings } from "../../src/index.ts"
import { Redacted } from "effect"
import type { ApiResponse } from "../ApiConnection.ts"
import type { Visitor } from "./Visitor.ts"

/** The public URL of the services under test, which several processes share. */
export const PUBLIC_URL = "http://mon.example.test"
const CALLBACK = `${PUBLIC_URL}/signin/oidc/callback`
const CLIENT = { id: "mon", secret: "the secret of the client, which is long" }

interface ProviderPerson {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** Starts an OpenID Connect provider that signs in the person of `login` without asking. */
export const startIdentityProvider = async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: "one", alg: "RS256", use: "sig" }
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A server that listens on a port always has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, ProviderPerson>()
  const state = {
    login: "",
    /** Changes the claims of the next ID tokens before the provider signs them. */
    forge: null as ((claims: JWTPayload) => Record<string, unknown>) | null
  }
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [CALLBACK], response_types: ["code"] }
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["a key of the cookies of this provider"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/login" },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    loadExistingGrant: async (context: { oidc: { session: { accountId: string }; client: { clientId: string } } }) => {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope("openid email profile")
      await grant.save()
      return grant
    }
  })
  provider.use(async (context, next) => {
    if (context.path === "/login") {
      context.respond = false
      await provider.interactionFinished(context.req, context.res, { login: { accountId: state.login } })
      return
    }
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path === "/token" && state.forge !== null && body?.id_token !== undefined) {
      const claims = state.forge(decodeJwt(body.id_token))
      const signed = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" })
      context.body = { ...body, id_token: await signed.sign(privateKey) }
    }
  })
  server.on("request", provider.callback())
  const settings: Partial<ApiSettings> = {
    baseUrl: PUBLIC_URL,
    allowPrivateNetworks: ["127.0.0.0/8"],
    trustedProxies: ["127.0.0.0/8"],
    oidc: { issuer, clientId: CLIENT.id, clientSecret: Redacted.make(CLIENT.secret), name: "Example Login" }
  }
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  }
  return { issuer, people, state, settings, close }
}

export type IdentityProviderServer = Awaited<ReturnType<typeof startIdentityProvider>>

/** Returns the provider's address on a page that leads to the provider. */
export const providerUrlOn = ({ text }: ApiResponse): string =>
  (/http-equiv="refresh" content="0; url=([^"]+)"/u.exec(text)?.[1] ?? "").replaceAll("&amp;", "&")

/** Visits the provider with separate cookies, and returns the path to which the provider sends the browser back. */
export const visitProvider = async (start: string): Promise<string> => {
  const cookies = new Map<string, string>()
  let at = start
  for (let hop = 0; hop < 8 && !at.startsWith(PUBLIC_URL); hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(at, { redirect: "manual", headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";")
      const cut = pair.indexOf("=")
      cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
    const location = response.headers.get("location")
    if (location === null) throw new Error(`The provider answers ${response.status}: ${await response.text()}`)
    at = new URL(location, at).href
  }
  return at.slice(PUBLIC_URL.length)
}

/** Posts a form that leads to the provider, signs in there as a person, and comes back. */
export const throughProvider = async (
  { state }: IdentityProviderServer,
  person: Visitor,
  login: string,
  {
    fields = {},
    path = "/signin/oidc"
  }: { readonly path?: string; readonly fields?: Readonly<Record<string, string>> } = {}
): Promise<ApiResponse> => {
  state.login = login
  const leaving = await person.post(path, fields)
  if (leaving.status !== 200) return leaving
  return await person.get(await visitProvider(providerUrlOn(leaving)))
}
