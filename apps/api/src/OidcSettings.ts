import { type Environment, givenSetting, SettingError } from "@mon/model"
import { Redacted } from "effect"

export interface OidcSettings {
  /**
   * The issuer identifier. It must be equal to the `iss` that the provider sends, which often has no trailing slash.
   */
  readonly issuer: string
  readonly clientId: string
  /** The client secret. Null: a public client, which is protected only by PKCE. */
  readonly clientSecret: Redacted.Redacted | null
  /** The name of the provider on the sign-in page. */
  readonly name: string
}

const NAME_LENGTH = 50
const CONTROL_CHARACTER = /\p{Cc}/u

/** Matches the hosts of providers on this machine, the only providers for which unencrypted HTTP is allowed. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u

/**
 * Returns whether a text is an issuer identifier: a URL without query and fragment (OpenID Connect Discovery section
 * 3).
 */
const isIssuer = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname))
}

/**
 * Reads MON_OIDC_ISSUER, MON_OIDC_CLIENT_ID, MON_OIDC_CLIENT_SECRET and MON_OIDC_NAME. Returns null if no provider is
 * configured.
 *
 * @throws SettingError
 */
export const readOidcSettings = (env: Environment): OidcSettings | null => {
  const issuer = givenSetting(env, "MON_OIDC_ISSUER")
  const clientId = givenSetting(env, "MON_OIDC_CLIENT_ID")
  const clientSecret = givenSetting(env, "MON_OIDC_CLIENT_SECRET")
  const name = givenSetting(env, "MON_OIDC_NAME")
  if (issuer === null && clientId === null && clientSecret === null && name === null) return null
  if (issuer === null || !isIssuer(issuer))
    throw new SettingError({
      variable: "MON_OIDC_ISSUER",
      takes:
        "the https URL of the OpenID Connect issuer, such as https://login.example.com, if another MON_OIDC_ variable is set"
    })
  if (clientId === null)
    throw new SettingError({ variable: "MON_OIDC_CLIENT_ID", takes: "the client id that the provider gave you" })
  const shown = name ?? new URL(issuer).hostname
  if (shown.length > NAME_LENGTH || CONTROL_CHARACTER.test(shown))
    throw new SettingError({ variable: "MON_OIDC_NAME", takes: `a name of at most ${NAME_LENGTH} characters` })
  return { issuer, clientId, clientSecret: clientSecret === null ? null : Redacted.make(clientSecret), name: shown }
}
