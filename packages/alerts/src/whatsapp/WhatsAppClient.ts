import {
  argumentError,
  listOf,
  milliseconds,
  oneOf,
  optional,
  optionsOf,
  secretly,
  anAbortSignal,
  argumentsOf,
  aString,
  textLike
} from "@mon/bundled/arguments"
import { createHttpExchange, type HttpExchangeResult, makeAddressPolicy, type ResolveAddresses } from "@mon/public-net"
import { lookup } from "node:dns/promises"
import { parseRetryAfter } from "../schedule/RetryAfter.ts"
import { parsePhoneNumber } from "./PhoneNumber.ts"
import { toFault, type WhatsAppFault } from "./WhatsAppFault.ts"
import { toTemplateRequest, type WhatsAppTemplates, whatsAppTemplates, type WhatsAppText } from "./WhatsAppTemplate.ts"
import { templatesOfAccount } from "./WhatsAppTemplate.ts"

const acceptMakeWhatsAppClient = /* @__PURE__ */ argumentsOf("makeWhatsAppClient", () => ({
  options: optionsOf<WhatsAppOptions>({
    accessToken: secretly(textLike("printable characters without spaces", (value) => TOKEN.test(value))),
    phoneNumberId: aString,
    baseUrl: optional(aString),
    version: optional(aString),
    templates: optional(templatesOfAccount()),
    timeoutMs: optional(milliseconds())
  })
}))
const acceptWhatsAppSend = /* @__PURE__ */ argumentsOf("client.send", () => ({
  message: optionsOf<WhatsAppMessage>({
    to: aString,
    kind: oneOf("down", "up", "notice", "code"),
    parameters: listOf(aString)
  }),
  signal: optional(anAbortSignal)
}))

/** A message to one number. */
export interface WhatsAppMessage extends WhatsAppText {
  /** The number in international form, such as `+491701234567`. */
  readonly to: string
}

/**
 * The answer of WhatsApp: accepted, with the id of the message (`wamid.…`), or refused. WhatsApp reports the delivery
 * later, to a webhook of the account.
 */
export type WhatsAppOutcome =
  | { readonly accepted: true; readonly messageId: string; readonly error: null }
  | { readonly accepted: false; readonly messageId: null; readonly error: WhatsAppFault }

/** The result of sending a message, which is also returned if sending failed. */
export type WhatsAppResult = WhatsAppOutcome & {
  readonly statusCode: number | null
  readonly responseTimeMs: number
  readonly retryAfterSeconds: number | null
}

/** The settings of the account that sends messages. */
export interface WhatsAppSettings {
  readonly phoneNumberId: string
  /** The address of the API. Default: `https://graph.facebook.com`. */
  readonly baseUrl?: string
  /** The version of the API. Default: `v23.0`. */
  readonly version?: string
  readonly templates?: WhatsAppTemplates
  /** The time limit. Default: 15 seconds. */
  readonly timeoutMs?: number
}

/** The settings of the account, and its access token. */
export interface WhatsAppOptions extends WhatsAppSettings {
  readonly accessToken: string
}

/** Sends messages with the WhatsApp Cloud API. */
export interface WhatsAppClient {
  /**
   * Sends a message. The result contains WhatsApp's answer. Rejects with the signal's reason if it is aborted, and with
   * a TypeError if the number is not valid.
   */
  readonly send: (message: WhatsAppMessage, signal?: AbortSignal) => Promise<WhatsAppResult>
}

/**
 * An address policy that allows all addresses. The operator chooses the address of the API, which may be the address of
 * a proxy whose name only the hosts file contains.
 */
const ANYWHERE = { allow: ["0.0.0.0/0", "::/0"] }
const resolve: ResolveAddresses = (hostname) =>
  lookup(hostname, { all: true }).then(
    (found) => ({ status: "ok", addresses: found.map(({ address }) => address) }),
    (error: unknown) => ({ status: "failed", reason: String(field(error, "code")) })
  )

const ID = /^\d{1,32}$/u
const VERSION = /^v\d{1,3}\.\d{1,2}$/u
const TOKEN = /^[\x21-\x7e]{1,1024}$/u

const endpointOf = ({
  baseUrl = "https://graph.facebook.com",
  version = "v23.0",
  phoneNumberId
}: WhatsAppSettings): string => {
  const base = URL.parse(baseUrl)
  if (base === null || !/^https?:$/u.test(base.protocol) || base.search !== "" || base.hash !== "")
    throw argumentError("makeWhatsAppClient: options.baseUrl must be a URL such as https://graph.facebook.com.")
  if (!VERSION.test(version))
    throw argumentError("makeWhatsAppClient: options.version must be a version such as v23.0.")
  if (!ID.test(phoneNumberId)) throw argumentError("makeWhatsAppClient: options.phoneNumberId must consist of digits.")
  return `${base.href.replace(/\/$/u, "")}/${version}/${phoneNumberId}/messages`
}

const field = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    value
  )

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refused = (error: WhatsAppFault): WhatsAppOutcome => ({ accepted: false, messageId: null, error })

const read = (statusCode: number, answer: unknown): WhatsAppOutcome => {
  const isSuccess = statusCode >= 200 && statusCode < 300
  const messageId = field(answer, "messages", 0, "id")
  if (isSuccess && typeof messageId === "string") return { accepted: true, messageId, error: null }
  const code = field(answer, "error", "code")
  const details = field(answer, "error", "error_data", "details") ?? field(answer, "error", "message")
  const words = typeof details === "string" ? details : `HTTP ${statusCode}${isSuccess ? ", unexpected answer" : ""}`
  return refused(toFault(typeof code === "number" ? code : null, statusCode, words))
}

/**
 * Returns the reason why a response does not show whether WhatsApp accepted the message. Null if the response shows it.
 */
const silenceOf = (answer: HttpExchangeResult): string | null => {
  if (!answer.ok) return answer.code
  if (answer.statusCode >= 300 && answer.statusCode < 400) return `HTTP ${answer.statusCode}`
  return answer.bodyEnd === "timeout" || answer.bodyEnd === "broken" ? answer.bodyEnd : null
}

/**
 * Makes a client of the WhatsApp Cloud API. Throws a TypeError if the settings cannot be used. The error never quotes
 * the token.
 *
 * @example
 * ```ts
 * const whatsApp = makeWhatsAppClient({ accessToken, phoneNumberId: "106540352242922" })
 * const { accepted, error } = await whatsApp.send({ to: "+491701234567", kind: "down", parameters: ["Shop", "HTTP 503", "14:05"] })
 * ```
 */
export const makeWhatsAppClient = (options: WhatsAppOptions): WhatsAppClient => {
  acceptMakeWhatsAppClient(options)
  const { accessToken, templates = whatsAppTemplates, timeoutMs = 15_000 } = options
  const endpoint = endpointOf(options)
  const exchange = createHttpExchange({ policy: makeAddressPolicy(ANYWHERE), resolve, allowsHttp: true })
  return {
    send: async (message, signal) => {
      acceptWhatsAppSend(message, signal)
      signal?.throwIfAborted()
      const to = parsePhoneNumber(message.to)
      if (to === null)
        throw argumentError(
          "client.send: message.to must be a phone number in international form, such as +491701234567."
        )
      const deadline = AbortSignal.timeout(timeoutMs)
      const began = performance.now()
      const answer = await exchange({
        url: endpoint,
        method: "POST",
        headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
        body: JSON.stringify(toTemplateRequest(to.slice(1), message, templates)),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline])
      })
      signal?.throwIfAborted()
      const silence = silenceOf(answer)
      const heard = answer.ok && silence === null ? answer : null
      const outcome =
        heard === null
          ? refused(toFault(null, null, silence ?? ""))
          : read(heard.statusCode, parse(heard.body.toString("utf8")))
      return {
        ...outcome,
        statusCode: heard?.statusCode ?? null,
        responseTimeMs: Math.round(performance.now() - began),
        retryAfterSeconds: outcome.accepted ? null : parseRetryAfter(heard?.headers["retry-after"], Date.now())
      }
    }
  }
}
