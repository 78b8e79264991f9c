import { ChannelSender, Mailer, MailError, WebhookSender, WhatsAppSender } from "@mon/alerts/effect"
import { ChannelDestinations } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A statement of a message about a monitor, such as `DOWN shop`. */
export interface Statement {
  readonly word: string
  readonly name: string
}

export interface Arrival {
  /** An address, a number, or the host of a webhook or a chat. */
  readonly receiver: string
  readonly atMs: number
  readonly title: string
  readonly statements: ReadonlyArray<Statement>
  /** The change to an alert of PagerDuty. Null if the message changes no alert. */
  readonly alert: { readonly action: string; readonly key: string } | null
  /** Whether the sender got a response that confirms the message. */
  readonly isConfirmed: boolean
}

/**
 * The reaction of a receiver to a message. `takes`: the receiver gets and confirms the message. `away`: the receiver
 * does not get it. `silent`: the receiver gets it and does not confirm it. `crash`: the receiver gets it, and the
 * worker ends before it gets the confirmation.
 */
export type Reaction = "takes" | "away" | "silent" | "crash"

/** The titles of facts, with the name of their monitor. Names have no spaces. */
const TITLES: ReadonlyArray<readonly [title: RegExp, word: string]> = [
  [/^DOWN (\S+)$/u, "DOWN"],
  [/^UP (\S+)$/u, "UP"],
  [/^FLAPPING (\S+)$/u, "FLAPPING"],
  [/^SLOW (\S+)$/u, "SLOW"],
  [/^FAST AGAIN (\S+)$/u, "FAST AGAIN"],
  [/^DNS CHANGED (\S+)$/u, "DNS CHANGED"],
  [/^CHANGED (\S+)$/u, "CHANGED"],
  [/^ERROR (\S+)$/u, "ERROR"],
  [/^Certificate invalid: (\S+)$/u, "CERTIFICATE"],
  [/^Certificate expires .*: (\S+)$/u, "CERTIFICATE EXPIRES"],
  [/^Domain expires .*: (\S+)$/u, "DOMAIN EXPIRES"],
  [/^Email health [A-F]: (\S+)$/u, "EMAIL"],
  [/^Email health recovered: (\S+)$/u, "EMAIL RECOVERED"]
]

const statementOf = (title: string): ReadonlyArray<Statement> => {
  const text = title.replace(/^(?:\p{Extended_Pictographic}\uFE0F? )?(?:Reminder: )?/u, "").trim()
  return TITLES.flatMap(([pattern, word]) => {
    const name = pattern.exec(text)?.[1]
    return name === undefined ? [] : [{ word, name }]
  })
}

const LISTS: Readonly<Record<string, string>> = { Down: "DOWN", "Up again": "UP" }

/** Returns the title in a list item, without the sentence that follows the title. */
const titleIn = (line: string): string => (/^\s*(.*?\S)(?:: [A-Z]\S* .*| {2,}.*)?$/u.exec(line)?.[1] ?? line).trim()

/**
 * Returns the statements of a message as a person reads them: the entries of its lists, or its title. An entry is
 * indented by two spaces, and its text by more.
 */
const statementsIn = (title: string, text: string): ReadonlyArray<Statement> => {
  const found: Array<Statement> = []
  let list: string | null = null
  for (const line of text.split(/\r?\n/u)) {
    const heading = /^(Down|Up again|Alerts):$/u.exec(line)?.[1]
    if (heading !== undefined) list = heading
    else if (!line.startsWith("  ")) list = null
    else if (list !== null && !line.startsWith("   ")) {
      const word = LISTS[list]
      if (word === undefined) found.push(...statementOf(titleIn(line)))
      else found.push({ word, name: /^\s*([^\s:]+)/u.exec(line)?.[1] ?? "" })
    }
  }
  return found.length > 0 ? found : statementOf(title)
}

/**
 * Returns the titles in a message about up to three monitors. Such a message has no lists, because a parameter of a
 * template has only one line.
 */
const titlesIn = (text: string): string =>
  (/ at about the same time: (.*)\.$/u.exec(text)?.[1] ?? "")
    .split(", ")
    .map((title) => `  ${title}`)
    .join("\n")

interface PagerEvent {
  readonly routing_key: string
  readonly event_action?: string
  readonly dedup_key?: string
  readonly payload: { readonly summary: string }
}

const isPager = (url: string): boolean => new URL(url).hostname === "events.pagerduty.com"

const fault = { code: "connect_timeout", message: "No answer." } as const

const ACCEPTED = { responseTimeMs: 1, retryAfterSeconds: null } as const

/**
 * Provides all channels in memory. `reaction` decides about each message, and `arrived` gets each message that arrives.
 */
export const layerReceivers = (
  reaction: (receiver: string) => Reaction,
  arrived: (arrival: Omit<Arrival, "atMs">) => void
) => {
  /** Returns whether the sender gets a confirmation that the message has arrived. */
  const hear = (receiver: string, title: string, text: string, alert: Arrival["alert"] = null): boolean => {
    const reacts = reaction(receiver)
    const isConfirmed = reacts === "takes"
    if (reacts !== "away") arrived({ receiver, title, statements: statementsIn(title, text), alert, isConfirmed })
    if (reacts === "crash") throw new Error("the worker ends")
    return isConfirmed
  }
  const mailer = Mailer.over((mail) =>
    Effect.suspend(() =>
      hear(mail.to, mail.subject, mail.text)
        ? Effect.succeed({ messageId: mail.messageId, responseCode: 250, response: "250 kept" })
        : Effect.fail(new MailError({ reason: "Deferred", responseCode: 451, detail: "Try again later." }))
    )
  )
  const page = (body: string): boolean => {
    const { dedup_key: key, event_action: action, payload, routing_key: receiver } = JSON.parse(body) as PagerEvent
    return hear(receiver, payload.summary, "", action === undefined ? null : { action, key: key ?? "" })
  }
  const post = (url: string, body: string): boolean => {
    const { message, title } = JSON.parse(body) as { readonly title: string; readonly message: string }
    return hear(new URL(url).hostname, title, message)
  }
  const chats = ChannelSender.layerMemory(({ body, url }) => {
    const response = isPager(url)
      ? { statusCode: 202, headers: {}, body: '{"status":"success"}', nowMs: 0 }
      : { statusCode: 200, headers: {}, body: '{"id":1}', nowMs: 0 }
    return (isPager(url) ? page(body) : post(url, body))
      ? { answered: true, responseTimeMs: 1, response }
      : { answered: false, responseTimeMs: 1, error: fault }
  })
  const webhooks = WebhookSender.layerMemory(({ body, url }) => {
    const { data } = JSON.parse(body) as { readonly data: { readonly title: string } }
    return hear(new URL(url).hostname, data.title, "")
      ? { ...ACCEPTED, delivered: true, statusCode: 200, error: null, gone: false }
      : { ...ACCEPTED, delivered: false, statusCode: null, error: fault, gone: false }
  })
  const whatsApp = WhatsAppSender.layerMemory(({ kind, parameters: [name = "", text = ""], to }) => {
    const title = kind === "notice" ? name : `${kind.toUpperCase()} ${name}`
    return hear(to, title, `Alerts:\n${titlesIn(text)}`)
      ? { ...ACCEPTED, accepted: true, messageId: "wamid.1", error: null, statusCode: 200 }
      : {
          ...ACCEPTED,
          accepted: false,
          messageId: null,
          statusCode: 503,
          error: { reason: "unavailable", code: null, message: "No answer.", retryable: true }
        }
  })
  return Layer.mergeAll(
    Layer.succeed(Mailer, mailer),
    chats,
    webhooks,
    whatsApp,
    Layer.succeed(ChannelDestinations, { targets: [] })
  )
}
