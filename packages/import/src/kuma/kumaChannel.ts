import { readAppriseUrl } from "@mon/alerts/channels"
import { TURNED_OFF } from "../document/Group.ts"
import type { ImportDraft } from "../document/ImportDraft.ts"
import { innerJson } from "../reading/readJson.ts"
import { type Entries, isEntries, SourceObject } from "../reading/SourceObject.ts"
import { kumaSpellings } from "./KumaTables.ts"

/**
 * The channel of Mon for a kind of Uptime Kuma notification, with the names of its settings in Mon by their names in
 * Uptime Kuma.
 */
interface Translation {
  readonly kind: string
  readonly fields: Readonly<Record<string, string>>
  readonly adjust?: (settings: Record<string, string>) => Record<string, string>
}

/** The channels by notification kind. The names of settings are from server/notification-providers of Uptime Kuma. */
const translations: Readonly<Record<string, Translation>> = {
  slack: { kind: "slack", fields: { slackwebhookURL: "url" } },
  discord: { kind: "discord", fields: { discordWebhookUrl: "url" } },
  teams: { kind: "teams", fields: { webhookUrl: "url" } },
  googlechat: { kind: "google_chat", fields: { googleChatWebhookURL: "url" } },
  telegram: {
    kind: "telegram",
    fields: { telegramBotToken: "token", telegramChatID: "chatId", telegramMessageThreadID: "topicId" }
  },
  pagerduty: { kind: "pagerduty", fields: { pagerdutyIntegrationKey: "routingKey" } },
  ntfy: {
    kind: "ntfy",
    fields: {
      ntfyserverurl: "server",
      ntfytopic: "topic",
      ntfyaccesstoken: "token",
      ntfyusername: "user",
      ntfypassword: "password"
    },
    adjust: ({ password = "", user = "", ...settings }) =>
      settings["token"] === undefined && user !== "" ? { ...settings, token: `${user}:${password}` } : settings
  },
  gotify: { kind: "gotify", fields: { gotifyserverurl: "server", gotifyapplicationToken: "token" } },
  pushover: {
    kind: "pushover",
    fields: { pushoverapptoken: "token", pushoveruserkey: "user", pushoverdevice: "device" }
  },
  mattermost: { kind: "mattermost", fields: { mattermostWebhookUrl: "url", mattermostchannel: "channel" } },
  matrix: { kind: "matrix", fields: { homeserverUrl: "server", accessToken: "token", internalRoomId: "roomId" } },
  twilio: {
    kind: "twilio",
    fields: {
      twilioAccountSID: "accountSid",
      twilioApiKey: "keySid",
      twilioAuthToken: "token",
      twilioFromNumber: "from",
      twilioToNumber: "to"
    }
  }
}

/** Explanations for notification kinds that Mon does not have, for which Mon can suggest an alternative. */
const refusals: ReadonlyMap<string, string> = new Map([
  [
    "webhook",
    "Mon's messages have a different format. Add a webhook, or a channel with a template that produces the body you need."
  ],
  ["opsgenie", "Atlassian is shutting down Opsgenie in April 2027. Add a channel for its successor."]
])

const appriseFrom = (settings: SourceObject): Draft | string => {
  const reading = readAppriseUrl(settings.text("appriseURL") ?? "")
  if (!reading.ok) return reading.message
  const [first, ...others] = reading.channels
  if (first === undefined || others.length > 0)
    return "The Apprise URL has several destinations: add a channel for each of them."
  settings.changed(
    "appriseURL",
    "settings",
    reading.ignored.length === 0
      ? `The Apprise URL became the settings of a ${first.kind} channel.`
      : `The Apprise URL became the settings of a ${first.kind} channel. Mon ignores ${reading.ignored.join(", ")}.`
  )
  return { kind: first.kind, settings: first.settings }
}

interface Draft {
  readonly kind: string
  readonly settings: Readonly<Record<string, string>>
}

const spelled = (kind: string): string => kind.toLowerCase().replaceAll(/[^a-z]/gu, "")

const MESSAGES = "Mon writes its own messages, so this setting is not imported."

/**
 * Reads the settings of a notification, which are JSON in a text column. The JSON repeats the name, the type and the
 * flags of the row.
 */
const settingsOf = (row: Entries): Entries | null => {
  const config = row["config"]
  if (isEntries(config)) return config
  if (typeof config !== "string") return null
  const value = innerJson(config)
  return isEntries(value) ? value : null
}

const REPEATED = ["id", "name", "type", "isDefault", "active", "applyExisting", "userId"]

const addresses = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(/[,;]/u).flatMap((one) => (one.trim() === "" ? [] : [one.trim()]))

/** Returns the email addresses that receive alerts, which become additional addresses of monitors, not a channel. */
const emailsFrom = (settings: SourceObject): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const field of ["smtpTo", "smtpCC", "smtpBCC"]) {
    const listed = addresses(settings.text(field))
    if (listed.length === 0) continue
    found.push(...listed)
    settings.changed(field, null, "The addresses became the ccEmails of the channel's monitors.")
  }
  return found
}

const translated = (settings: SourceObject, kind: string): Draft | string => {
  const translation = Object.hasOwn(translations, spelled(kind)) ? translations[spelled(kind)] : undefined
  if (translation === undefined)
    return refusals.get(spelled(kind)) ?? `Mon has no channel for ${kind === "" ? "it" : kind}.`
  const found = new Map<string, string>()
  for (const [field, to] of Object.entries(translation.fields)) {
    const text = settings.text(field)
    if (text === undefined) continue
    found.set(to, text)
    settings.carried(field, `settings.${to}`)
  }
  return { kind: translation.kind, settings: (translation.adjust ?? ((same) => same))(Object.fromEntries(found)) }
}

/**
 * Adds a notification. Returns the email addresses of the notification, or an empty list if the notification sends no
 * email.
 */
export const addKumaChannel = (draft: ImportDraft, row: Entries): ReadonlyArray<string> => {
  const id = String(row["id"] ?? "")
  const name = String(row["name"] ?? "")
  const group = draft.group("channel", id, name)
  const config = settingsOf(row)
  if (config === null) {
    group.skip("The channel's settings are not JSON.")
    return []
  }
  const outer = new SourceObject(group, row, { spellings: kumaSpellings })
  const settings = new SourceObject(group, config, { prefix: "config." })
  for (const field of REPEATED) settings.used(field)
  for (const field of ["id", "user_id"]) outer.used(field)
  outer.taken("config")
  outer.carried("name", "name")
  if (outer.flag("is_default") === true)
    outer.leftOut(
      "is_default",
      "In Mon, routes decide which monitors alert through a channel, including monitors you add later."
    )
  if (outer.flag("active") === false) {
    group.skip(TURNED_OFF)
    return []
  }
  outer.used("active")
  const kind = typeof config["type"] === "string" ? config["type"] : ""
  if (spelled(kind) === "smtp") {
    const emails = emailsFrom(settings)
    settings.finish({ otherwise: "Mon sends email through the service's mail server." })
    outer.finish()
    return emails
  }
  const found = spelled(kind) === "apprise" ? appriseFrom(settings) : translated(settings, kind)
  if (typeof found === "string") {
    group.skip(found)
    return []
  }
  settings.finish({ otherwise: MESSAGES })
  outer.finish()
  draft.addChannel({ group, id, name, ...found })
  return []
}
