import {
  aBoolean,
  anything,
  argumentsOf,
  aString,
  type Kind as ArgumentKind,
  listOf,
  mapOf,
  nullable,
  aNumber,
  optional,
  optionsOf,
  secretly,
  shape,
  textLike,
  whole
} from "@mon/bundled/arguments"
import type {
  AnswerOptions,
  Channel,
  ChannelRequest,
  ChannelSettings,
  RequestOptions,
  SettingFault,
  SettingsOptions,
  SettingsReading
} from "./Channel.ts"
import { type ChannelAnswer, type ChannelResponse, type ChannelState, readable } from "./ChannelAnswer.ts"
import type { ReadableResponse } from "./ChannelAnswer.ts"
import type { ChannelField, ChannelFields } from "./ChannelField.ts"
import type { ChannelMessage } from "./ChannelMessage.ts"
import { messageKind } from "./messageKinds.ts"

/** The declaration of a channel, without the checks that all channels share. */
export interface ChannelDeclaration<Kind extends string, Fields extends ChannelFields> extends Pick<
  Channel<Kind, keyof Fields & string>,
  "kind" | "name" | "about" | "steps" | "appearance" | "abilities" | "limits" | "rate" | "receipt"
> {
  readonly fields: Fields
  /** Checks a rule about several settings. */
  readonly together?: (settings: ChannelSettings<keyof Fields & string>, isStored: boolean) => SettingFault | null
  readonly compose: (
    message: ChannelMessage,
    settings: ChannelSettings<keyof Fields & string>,
    options: { readonly state: ChannelState | null; readonly isCompact: boolean }
  ) => ChannelRequest
  readonly judge: (response: ReadableResponse) => ChannelAnswer
}

const aState = (): ArgumentKind =>
  nullable(mapOf(aString, "the state of an earlier answer: an object whose values are strings"))

const responseKind = (): ArgumentKind =>
  shape<ChannelResponse>("a response: an object with statusCode, headers, body and nowMs", {
    statusCode: whole(100, 599),
    headers: mapOf(optional(anything), "an object of header fields"),
    body: aString,
    nowMs: aNumber("a number of milliseconds")
  })

const settingKind = ({ isOptional, type }: ChannelField): ArgumentKind =>
  type === "url" ? textLike("a URL", (value) => URL.canParse(value) || (isOptional && value === "")) : aString

const settingsKind = (fields: ChannelFields): ArgumentKind =>
  shape<Record<string, string>>(
    "settings, as returned by readSettings",
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, secretly(settingKind(field))]))
  )

/** The minimum length of a secret that is hidden. Hiding shorter texts would also hide ordinary words. */
const SECRET_CHARACTERS = 6

/**
 * Matches credentials in the form of a header (RFC 7617). Such credentials contain a secret in encoded form, so they
 * are not equal to any setting.
 */
const BASIC = /\b(Basic)\s+[A-Za-z0-9+/=_-]{8,}/giu

/**
 * The minimum length of a cut secret at the end of a text from which the secret is hidden. Fewer characters reveal
 * nothing.
 */
const CUT_CHARACTERS = 4

/** Removes the beginning of a secret from the end of a text that was cut inside the secret. */
const withoutCutSecret = (text: string, secret: string): string => {
  if (!text.endsWith("…")) return text
  const shown = text.slice(0, -1)
  for (let length = Math.min(secret.length - 1, shown.length); length >= CUT_CHARACTERS; length -= 1)
    if (shown.endsWith(secret.slice(0, length))) return `${shown.slice(0, -length)}***…`
  return text
}

/** Removes secret settings from an answer, because servers may quote the requests that they receive. */
const withoutSecrets = (answer: ChannelAnswer, fields: ChannelFields, settings: ChannelSettings): ChannelAnswer => {
  if (answer.outcome === "delivered" || answer.detail === null) return answer
  const secrets = Object.entries(fields)
    .flatMap(([name, field]) =>
      (field.isSealed && Object.hasOwn(settings, name) ? (settings[name] ?? "") : "").split(/\n/u)
    )
    .flatMap((secret) => [secret, ...secret.split(/[/:\s?&=]+/u)])
    .filter((secret) => secret.length >= SECRET_CHARACTERS)
    .toSorted((a, b) => b.length - a.length)
  const detail = answer.detail.replace(BASIC, "$1 ***")
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, "***"), detail)
  return { ...answer, detail: secrets.reduce(withoutCutSecret, hidden) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const CONTROL = /[^\P{Cc}\n\t]/u

const faultOf = (field: ChannelField, value: string, targets: ReadonlySet<string>): string | null => {
  if (value === "") return field.isOptional ? null : `${field.label} is missing. ${field.message}`
  if (value.length > field.maximum) return `${field.label} must have at most ${field.maximum} characters.`
  if (CONTROL.test(value) || (field.type !== "long" && /[\n\t]/u.test(value)) || !value.isWellFormed())
    return `${field.label} must not contain line breaks or control characters.`
  const refusal = field.refusal(value)
  if (refusal !== null || field.type !== "url") return refusal
  const { origin, protocol } = new URL(value)
  return protocol === "https:" || targets.has(origin) ? null : `${field.label} must begin with https://.`
}

const readWith = <Name extends string>(
  fields: ChannelFields,
  together: (settings: ChannelSettings<Name>, isStored: boolean) => SettingFault | null,
  input: unknown,
  { stored = false, targets = [] }: SettingsOptions
): SettingsReading<Name> => {
  if (!isObject(input))
    return { ok: false, faults: [{ field: "", message: "The settings must be an object." }], unknown: [] }
  const origins = new Set(targets.map((target) => URL.parse(target)?.origin ?? ""))
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(fields, name))
  const settings = new Map<string, string>()
  const faults: Array<SettingFault> = []
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(input, name) ? (input[name] ?? "") : ""
    if (typeof given !== "string") {
      faults.push({ field: name, message: `${field.label} must be a string.` })
      continue
    }
    const value = given.trim() || (field.choices[0] ?? "")
    const message = faultOf(field, value, origins)
    if (message === null) settings.set(name, value)
    else faults.push({ field: name, message })
  }
  if (faults.length > 0) return { ok: false, faults, unknown }
  const read = Object.fromEntries(settings) as ChannelSettings<Name>
  const fault = together(read, stored)
  return fault === null ? { ok: true, settings: read, unknown } : { ok: false, faults: [fault], unknown }
}

export const defineChannel = <const Kind extends string, const Fields extends ChannelFields>(
  declaration: ChannelDeclaration<Kind, Fields>
): Channel<Kind, keyof Fields & string> => {
  type Name = keyof Fields & string
  const { compose, judge, together = () => null, ...about } = declaration
  const { fields, kind, name } = about
  const acceptRequest = argumentsOf(`${kind}.request`, () => ({
    message: messageKind(),
    settings: settingsKind(fields),
    options: optional(optionsOf<RequestOptions>({ state: optional(aState()), compact: optional(aBoolean) }))
  }))
  const acceptAnswer = argumentsOf(`${kind}.readAnswer`, () => ({
    response: responseKind(),
    options: optional(
      optionsOf<AnswerOptions<Name>>({ state: optional(aState()), settings: optional(settingsKind(fields)) })
    )
  }))
  const acceptSettings = argumentsOf(`${kind}.readSettings`, () => ({
    input: optional(anything),
    options: optional(optionsOf<SettingsOptions>({ targets: optional(listOf(aString)), stored: optional(aBoolean) }))
  }))
  return {
    ...about,
    request: (message, settings, options) => {
      acceptRequest(message, settings, options)
      return compose(message, settings, { state: options?.state ?? null, isCompact: options?.compact ?? false })
    },
    readAnswer: (response, options) => {
      acceptAnswer(response, options)
      const answer = judge(readable(name, response))
      if (answer.outcome === "delivered") return { ...answer, state: options?.state ?? answer.state }
      return options?.settings === undefined ? answer : withoutSecrets(answer, fields, options.settings)
    },
    readSettings: (input, options) => {
      acceptSettings(input, options)
      return readWith<Name>(fields, together, input, options ?? {})
    }
  }
}
