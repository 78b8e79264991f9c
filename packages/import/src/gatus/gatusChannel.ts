import type { ImportDraft } from "../document/ImportDraft.ts"
import { type Entries, SourceObject } from "../reading/SourceObject.ts"

interface Translation {
  readonly kind: string
  /** The names of the settings in Mon, by their names in Gatus. */
  readonly fields: Readonly<Record<string, string>>
}

/** The channels of Mon, by the names of the providers in alerting/provider of Gatus. */
const translations: Readonly<Record<string, Translation>> = {
  slack: { kind: "slack", fields: { "webhook-url": "url" } },
  discord: { kind: "discord", fields: { "webhook-url": "url" } },
  teams: { kind: "teams", fields: { "webhook-url": "url" } },
  "teams-workflows": { kind: "teams", fields: { "webhook-url": "url" } },
  googlechat: { kind: "google_chat", fields: { "webhook-url": "url" } },
  mattermost: { kind: "mattermost", fields: { "webhook-url": "url", channel: "channel" } },
  telegram: { kind: "telegram", fields: { token: "token", id: "chatId", "topic-id": "topicId" } },
  pagerduty: { kind: "pagerduty", fields: { "integration-key": "routingKey" } },
  ntfy: { kind: "ntfy", fields: { url: "server", topic: "topic", token: "token" } },
  gotify: { kind: "gotify", fields: { "server-url": "server", token: "token" } },
  pushover: { kind: "pushover", fields: { "application-token": "token", "user-key": "user", device: "device" } },
  matrix: { kind: "matrix", fields: { "server-url": "server", "access-token": "token", "internal-room-id": "roomId" } },
  twilio: { kind: "twilio", fields: { sid: "accountSid", token: "token", from: "from", to: "to" } }
}

const reasons = {
  "default-alert": "Mon has its own rule to confirm every failure, and always announces recoveries.",
  overrides: "A channel in Mon has one set of settings: add a channel for each group."
}

/** Returns whether a text contains a variable that Gatus replaces from the environment when it starts. */
export const namesVariable = (text: string): boolean => /\$\{?[A-Za-z_]/u.test(text)

export const VARIABLE = "The value refers to a Gatus environment variable. Set the value in the Mon file."

export const variableIn = (field: string): string =>
  `${field} refers to a Gatus environment variable. Set the value in the Mon file.`

const addresses = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(/[,;]/u).flatMap((one) => (one.trim() === "" ? [] : [one.trim()]))

/** Adds an alert provider. Returns the provider's email addresses, or an empty list if the provider sends no email. */
export const addGatusChannel = (draft: ImportDraft, name: string, values: Entries): ReadonlyArray<string> => {
  const group = draft.group("channel", name, name)
  const source = new SourceObject(group, values)
  if (name === "email") {
    const found = addresses(source.text("to"))
    if (found.length > 0) source.changed("to", null, "The addresses became the ccEmails of the channel's monitors.")
    source.finish({ reasons, otherwise: "Mon sends email through the service's mail server." })
    return found
  }
  const translation = Object.hasOwn(translations, name) ? translations[name] : undefined
  if (translation === undefined) {
    group.skip(`Mon has no channel for ${name}.`)
    return []
  }
  const settings = new Map<string, string>()
  for (const [field, to] of Object.entries(translation.fields)) {
    const text = source.text(field)
    if (text === undefined) continue
    if (namesVariable(text)) {
      group.skip(variableIn(field))
      return []
    }
    settings.set(to, text)
    source.carried(field, `settings.${to}`)
  }
  source.finish({ reasons, otherwise: "Mon writes its own messages, so this setting is not imported." })
  draft.addChannel({ group, id: name, name, kind: translation.kind, settings: Object.fromEntries(settings) })
  return []
}
