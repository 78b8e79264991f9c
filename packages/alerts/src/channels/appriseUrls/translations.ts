import type { ChannelKind } from "../channels.ts"
import type { AppriseUrl } from "./AppriseUrl.ts"

/** A channel whose settings have not been checked yet. */
export interface Draft {
  readonly kind: ChannelKind
  readonly settings: Readonly<Record<string, string>>
  /** The parts of the path that the channel does not use. */
  readonly unused?: ReadonlyArray<string>
}

export type Translation = ReadonlyArray<Draft> | string

const enc = encodeURIComponent

/** Returns the address of a self-hosted server, with https if the scheme ends in an s. */
const serverOf = ({ host, path, port, scheme }: AppriseUrl, before = 0): string => {
  const folders = path.slice(0, before).map((part) => `/${enc(part)}`)
  return `${scheme.endsWith("s") ? "https" : "http"}://${host}${port}${folders.join("")}`
}

const last = (path: ReadonlyArray<string>): string => path.at(-1) ?? ""

const SLACK_CHANNEL = /^[CDG][A-Z0-9]{6,20}$/u

const slack = ({ host, path }: AppriseUrl): Translation => {
  if (host.startsWith("xox")) {
    const targets = path.map((target) => (/^[#+]/u.test(target) ? target.slice(1) : target))
    if (targets.length === 0) return "A Slack URL with a token needs a channel, such as slack://xoxb-…/#alerts."
    return targets.map((target) => ({
      kind: "slack_app",
      settings: { token: host, channel: SLACK_CHANNEL.test(target) ? target : `#${target}` }
    }))
  }
  const [second = "", third = ""] = path
  if (second === "" || third === "") return "A Slack URL needs three tokens: slack://A/B/C."
  const url = `https://hooks.slack.com/services/${[host, second, third].map(enc).join("/")}`
  return [{ kind: "slack", settings: { url }, unused: path.slice(2) }]
}

const discord = ({ host, path, query }: AppriseUrl): Translation => {
  const thread = query.get("thread") ?? query.get("thread_id") ?? ""
  const url = `https://discord.com/api/webhooks/${enc(host)}/${enc(path[0] ?? "")}`
  return [{ kind: "discord", settings: { url, threadId: thread }, unused: path.slice(1) }]
}

const telegram = ({ host, password, path, port, query, user }: AppriseUrl): Translation => {
  // A bot token contains a colon, so its first part is parsed as the user.
  // If the URL contains no further colon, the two parts of the token are parsed as host and port.
  const token = user === "" ? `${host}${port}` : `${user}:${password === "" ? host : password}`
  const topic = query.get("topic") ?? query.get("thread") ?? ""
  const targets = path.map((target) => target.split(":"))
  if (targets.length === 0) return "A Telegram URL needs a chat: tgram://token/chat."
  return targets.map(([chat = "", own = ""]) => ({
    kind: "telegram",
    settings: { token, chatId: /^[A-Za-z]/u.test(chat) ? `@${chat}` : chat, topicId: own || topic }
  }))
}

const ntfy = (url: AppriseUrl): Translation => {
  const { host, password, path, port, query, user } = url
  const isServer = path.length > 0 && (port !== "" || user !== "" || host === "localhost" || host.includes("."))
  const token = query.get("token") ?? (user === "" ? "" : password === "" ? user : `${user}:${password}`)
  const isPublic = !isServer || /^(?:www\.)?ntfy\.sh$/iu.test(host)
  const topics = isServer ? path : [host, ...path].filter((topic) => topic !== "")
  if (topics.length === 0) return "An ntfy URL needs a topic: ntfy://topic or ntfys://server/topic."
  return topics.map((topic) => ({
    kind: "ntfy",
    settings: { server: isPublic ? "" : serverOf(url), topic, token }
  }))
}

const gotify = (url: AppriseUrl): Translation => [
  { kind: "gotify", settings: { server: serverOf(url, url.path.length - 1), token: last(url.path) } }
]

const pushover = ({ host, path, query, user }: AppriseUrl): Translation => [
  {
    kind: "pushover",
    settings: {
      user,
      token: host,
      device: path.join(","),
      repeat: /^(?:e|2)/iu.test(query.get("priority") ?? "") ? "critical" : "never"
    }
  }
]

const mattermost = (url: AppriseUrl): Translation => {
  const hook = `${serverOf(url, url.path.length - 1)}/hooks/${enc(last(url.path))}`
  const names = (url.query.get("channels") ?? url.query.get("channel") ?? "").split(",")
  return names.map((name) => ({
    kind: "mattermost",
    settings: { url: hook, channel: name.trim().replace(/^#/u, "") }
  }))
}

const googleChat = ({ host, path }: AppriseUrl): Translation => {
  const [key = "", token = ""] = path
  const query = new URLSearchParams({ key, token }).toString()
  const url = `https://chat.googleapis.com/v1/spaces/${enc(host)}/messages?${query}`
  return [{ kind: "google_chat", settings: { url }, unused: path.slice(2) }]
}

const matrix = (url: AppriseUrl): Translation => {
  const { password, path, query, user } = url
  if (password !== "" || user === "")
    return "Mon does not sign in to Matrix with a password. Use an access token: matrixs://token@server/!room:server."
  if (query.has("mode") && query.get("mode") !== "matrix" && query.get("mode") !== "server")
    return "Only rooms on a Matrix server can be used, not a bridge's webhooks."
  if (path.length === 0) return "A Matrix URL needs a room: matrixs://token@server/!room:server."
  return path.map((roomId) => ({ kind: "matrix", settings: { server: serverOf(url), token: user, roomId } }))
}

const pagerDuty = ({ path, query, user }: AppriseUrl): Translation => [
  {
    kind: "pagerduty",
    settings: { routingKey: user, region: query.get("region") === "eu" ? "eu" : "us" },
    unused: path
  }
]

const PHONE = /^\d{7,15}$/u
const phone = (number: string): string => {
  const bare = number.replace(/[\s().-]/gu, "")
  return PHONE.test(bare) ? `+${bare}` : bare
}

const twilio = ({ host, password, path, query, user }: AppriseUrl): Translation => {
  const from = phone(host)
  const recipients = path.length === 0 ? [from] : path.map(phone)
  return recipients.map((to) => ({
    kind: "twilio",
    settings: { accountSid: user, keySid: query.get("apikey") ?? "", token: password, from, to }
  }))
}

const POWER_AUTOMATE = /^(?:y|yes|true|1|on|\+|allow|enable)/iu

const teams = ({ host, path, port, query }: AppriseUrl): Translation => {
  const [workflow = query.get("workflow") ?? query.get("id") ?? "", part = ""] = path
  const sig = query.get("signature") ?? query.get("sig") ?? part
  const isPowerAutomate = POWER_AUTOMATE.test(query.get("powerautomate") ?? query.get("pa") ?? "")
  const version = query.get("api-version") ?? query.get("ver") ?? (isPowerAutomate ? "1" : "2016-06-01")
  const search = new URLSearchParams({ "api-version": version, sp: "/triggers/manual/run", sv: "1.0", sig }).toString()
  const folder = isPowerAutomate ? "/powerautomate/automations/direct" : ""
  const url = `https://${host}${port}${folder}/workflows/${enc(workflow)}/triggers/manual/paths/invoke?${search}`
  if (workflow === "" || sig === "")
    return "A Teams URL needs a workflow and a signature: workflows://host/workflow/signature."
  return [{ kind: "teams", settings: { url } }]
}

/**
 * The translations by the URL scheme of Apprise (github.com/caronc/apprise), for the schemes for which Mon has a
 * channel.
 */
export const translations: Readonly<Record<string, (url: AppriseUrl) => Translation>> = {
  slack,
  discord,
  tgram: telegram,
  ntfy,
  ntfys: ntfy,
  gotify,
  gotifys: gotify,
  pover: pushover,
  mmost: mattermost,
  mmosts: mattermost,
  gchat: googleChat,
  matrix,
  matrixs: matrix,
  pagerduty: pagerDuty,
  twilio,
  workflow: teams,
  workflows: teams
}

/** The schemes that are refused on purpose, each with a sentence about an alternative. */
export const refusals: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ...["json", "jsons", "xml", "xmls", "form", "forms"].map(
    (scheme) => [scheme, "Use a webhook, or the Webhook with template channel."] as const
  ),
  ...["mailto", "mailtos"].map((scheme) => [scheme, "Add the address as an email recipient."] as const),
  ...["file", "syslog", "rsyslog"].map((scheme) => [scheme, "The URL would write files to the server."] as const)
])
