import type { AlertChannel, ChannelDeliveryRecord, ChannelKindRecord, ChannelTest } from "@mon/model"

const MINUTE = 60_000
const DAY = 86_400_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

type Setting = ChannelKindRecord["settings"][number]

const setting = (fields: Partial<Setting> & Pick<Setting, "name" | "label">): Setting => ({
  type: "text",
  help: "From the service.",
  example: "XXXX",
  isSealed: false,
  isOptional: false,
  maximum: 200,
  choices: [],
  pattern: null,
  message: "Enter the value.",
  ...fields
})

const server = setting({
  name: "server",
  label: "Server",
  type: "url",
  help: "Leave it empty for https://ntfy.sh.",
  example: "https://ntfy.sh",
  isOptional: true
})
const topic = setting({ name: "topic", label: "Topic", example: "alerts-k3v9x2m7", isSealed: true, maximum: 64 })
const token = setting({ name: "token", label: "Access token", isSealed: true, isOptional: true })
const url = setting({ name: "url", label: "Webhook URL", type: "url", isSealed: true })
const method = setting({ name: "method", label: "Method", type: "choice", choices: ["POST", "PUT"], isOptional: true })
const template = setting({ name: "template", label: "Template", type: "long", example: '{"text": "{{title}}"}' })

const kind = (
  [id, name, about]: readonly [ChannelKindRecord["kind"], string, string],
  settings: ReadonlyArray<Setting> = [url],
  inPlan = true
): ChannelKindRecord => ({
  kind: id,
  name,
  about,
  steps: ["Open the service and create an incoming webhook.", "Copy its address.", "Enter it here."],
  appearance: "The title in bold, the text, the details and the links.",
  settings,
  inPlan
})

/** The kinds of channels of the stand-in, in the order of the service. */
export const channelKinds: ReadonlyArray<ChannelKindRecord> = [
  kind(["slack", "Slack", "Messages in one channel of Slack."]),
  kind(["slack_app", "Slack app", "Messages of a bot, with the recovery in the thread."]),
  kind(["discord", "Discord", "Messages in one channel of Discord."]),
  kind(["teams", "Microsoft Teams", "Cards in a channel of Teams, by a workflow."]),
  kind(["google_chat", "Google Chat", "Messages in a space, one thread for each incident."]),
  kind(["telegram", "Telegram", "Messages of your own bot."]),
  kind(["pagerduty", "PagerDuty", "Alerts that open and resolve by themselves."]),
  {
    ...kind(["ntfy", "ntfy", "Push messages to phones and desktops."], [server, topic, token]),
    steps: ["Install the ntfy app and subscribe to a topic.", "Enter the topic.", "Enter a token if it is protected."]
  },
  kind(["webhook_template", "Webhook with template", "A body of your own design."], [url, method, template]),
  kind(["apprise", "Apprise", "About 100 services through your own Apprise server."]),
  kind(["gotify", "Gotify", "Push messages of your own server."]),
  kind(["pushover", "Pushover", "Push messages that repeat until somebody acknowledges."]),
  kind(["mattermost", "Mattermost", "Messages in a channel."]),
  kind(["matrix", "Matrix", "Messages in a room."]),
  kind(["twilio", "SMS (Twilio)", "Text messages from your Twilio account."], [token], false)
]

export const germanKinds: ReadonlyArray<ChannelKindRecord> = channelKinds.map((one) => ({
  ...one,
  about: `Sendet Alarme an ${one.name}.`,
  steps: ["Öffnen Sie den Dienst.", "Kopieren Sie seine Adresse.", "Geben Sie sie hier ein."],
  appearance: "Der Titel, der Text und die Links.",
  settings: one.settings.map((each) => ({
    ...each,
    label: `Feld ${each.name}`,
    help: "Vom Dienst.",
    message: "Geben Sie den Wert ein."
  }))
}))

const channel = (fields: Partial<AlertChannel> & Pick<AlertChannel, "id" | "kind" | "name">): AlertChannel => ({
  settings: { url: "***" },
  inDefaultRoute: true,
  quietHours: null,
  isActive: fields.stoppedBy === undefined,
  stoppedBy: null,
  createdAt: ago(90 * DAY),
  lastDeliveryAt: ago(37 * MINUTE),
  lastDeliveryStatus: "delivered",
  failingSince: null,
  ...fields
})

/** The channels of the stand-in, in every state. */
export const channels: ReadonlyArray<AlertChannel> = [
  channel({ id: "c1", kind: "slack", name: "Chat of operations" }),
  channel({
    id: "c2",
    kind: "ntfy",
    name: "Phones <img src=x onerror=alert(1)>",
    settings: { server: "", topic: "***", token: "" },
    lastDeliveryAt: ago(3 * MINUTE),
    lastDeliveryStatus: "503",
    failingSince: ago(2 * DAY)
  }),
  channel({ id: "c3", kind: "telegram", name: "Old group", stoppedBy: "refused", lastDeliveryStatus: "403" }),
  channel({ id: "c4", kind: "discord", name: "Game night", stoppedBy: "owner", inDefaultRoute: false }),
  channel({ id: "c5", kind: "twilio", name: "Duty phone", stoppedBy: "plan", lastDeliveryAt: null })
]

export const channelDeliveries: ReadonlyArray<ChannelDeliveryRecord> = [
  {
    id: "d3",
    title: "5 state changes",
    notifications: 5,
    status: "pending",
    outcome: "waiting",
    reason: "retry",
    createdAt: ago(MINUTE),
    attempts: [
      { at: ago(50_000), status: null, durationMs: null, error: null },
      {
        at: ago(40_000),
        status: "failed",
        durationMs: 812,
        error: { code: "503", message: "ntfy is not available. </script><b>Fjord</b>" }
      }
    ]
  },
  {
    id: "d2",
    title: "DOWN Shop",
    notifications: 1,
    status: "suppressed",
    outcome: "superseded",
    reason: null,
    createdAt: ago(40 * MINUTE),
    attempts: []
  },
  {
    id: "d1",
    title: "UP Shop",
    notifications: 1,
    status: "sent",
    outcome: "delivered",
    reason: null,
    createdAt: ago(37 * MINUTE),
    attempts: [{ at: ago(37 * MINUTE), status: "sent", durationMs: 128, error: null }]
  }
]

export const refusedTest: ChannelTest = {
  delivered: false,
  statusCode: 404,
  responseTimeMs: 212,
  answer: "no_service",
  error: { code: "gone", message: "Slack no longer has this channel's destination." }
}

export const acceptedTest: ChannelTest = {
  delivered: true,
  statusCode: 200,
  responseTimeMs: 128,
  answer: null,
  error: null
}
