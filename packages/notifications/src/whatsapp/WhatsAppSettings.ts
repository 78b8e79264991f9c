import { type WhatsAppKind, whatsAppTemplates } from "@mon/alerts"
import { type WhatsAppLayerOptions, WhatsAppSender } from "@mon/alerts/effect"
import { type Environment, givenSetting, SettingError } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const setting = (env: Environment, name: string, form: RegExp, takes: string): string | null => {
  const variable = `MON_WHATSAPP_${name}`
  const text = givenSetting(env, variable)
  if (text !== null && !form.test(text)) throw new SettingError({ variable, takes })
  return text
}

const isHttpUrl = (text: string): boolean => /^https?:$/u.test(URL.parse(text)?.protocol ?? "")

const baseUrlOf = (env: Environment): string | null => {
  const text = givenSetting(env, "MON_WHATSAPP_BASE_URL")
  if (text !== null && !isHttpUrl(text))
    throw new SettingError({
      variable: "MON_WHATSAPP_BASE_URL",
      takes: "an http or https URL such as https://graph.facebook.com"
    })
  return text
}

const kinds = Object.keys(whatsAppTemplates.names) as ReadonlyArray<WhatsAppKind>

const templatesOf = (env: Environment) => {
  const form = /^(?:down|up|notice|code)=[a-z0-9_]{1,512}(?:,(?:down|up|notice|code)=[a-z0-9_]{1,512})*$/u
  const given = setting(
    env,
    "TEMPLATES",
    form,
    `a comma-separated list such as ${kinds.map((kind) => `${kind}=${whatsAppTemplates.names[kind]}`).join(",")}`
  )
  const names = Object.fromEntries(
    (given ?? "")
      .split(",")
      .filter((pair) => pair !== "")
      .map((pair) => pair.split("="))
  )
  const language = setting(env, "LANGUAGE", /^[a-z]{2,3}(?:_[A-Z]{2})?$/u, "a language such as en or en_US")
  return { names: { ...whatsAppTemplates.names, ...names }, language: language ?? whatsAppTemplates.language }
}

/**
 * Reads the settings of the WhatsApp account from environment variables (MON_WHATSAPP_*). Null if MON_WHATSAPP_TOKEN is
 * not set.
 *
 * @throws SettingError
 */
export const readWhatsAppSettings = (env: Environment): WhatsAppLayerOptions | null => {
  const token = setting(env, "TOKEN", /^[\x21-\x7e]{1,1024}$/u, "an access token of the WhatsApp Cloud API")
  if (token === null) return null
  const phoneNumberId = setting(env, "PHONE_NUMBER_ID", /^\d{1,32}$/u, "the digits of a phone number id")
  if (phoneNumberId === null)
    throw new SettingError({ variable: "MON_WHATSAPP_PHONE_NUMBER_ID", takes: "the digits of a phone number id" })
  const baseUrl = baseUrlOf(env)
  const version = setting(env, "VERSION", /^v\d{1,3}\.\d{1,2}$/u, "a version such as v23.0")
  return {
    accessToken: Redacted.make(token),
    phoneNumberId,
    templates: templatesOf(env),
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(version === null ? {} : { version })
  }
}

const unconfigured = WhatsAppSender.of({
  send: () =>
    Effect.succeed({
      accepted: false,
      messageId: null,
      error: {
        reason: "account_blocked",
        code: null,
        message: "This service does not have a WhatsApp account.",
        retryable: false
      },
      statusCode: null,
      responseTimeMs: 0,
      retryAfterSeconds: null
    })
})

/**
 * Sends messages through the Cloud API. Without an account, no message is sent, and every result states that there is
 * no account.
 */
export const layerWhatsApp = (settings: WhatsAppLayerOptions | null): Layer.Layer<WhatsAppSender> =>
  settings === null ? Layer.succeed(WhatsAppSender, unconfigured) : WhatsAppSender.layer(settings)
