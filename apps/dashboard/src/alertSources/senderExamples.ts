import type { AlertSourceKind, NewAlertSource } from "@mon/model"

/** An example for the sender: a command that sends an alert, or a part of the sender's configuration. */
export interface SenderExample {
  readonly id: "test" | "end" | "config"
  readonly code: string
}

type Sender = Pick<NewAlertSource, "address" | "kind" | "token">

/** The key of the test alert, by which its end is recognised. */
const KEY = "mon-test"
const TITLE = "Test of the alert source"

/** Quotes a text for a POSIX shell. */
const sh = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a command that sends JSON. It prints the response, and the reason if it fails. */
const post = (url: string, body: unknown, authorization?: string): string =>
  [
    `curl -sS -X POST ${sh(url)}`,
    ...(authorization === undefined ? [] : [`-H ${sh(`Authorization: ${authorization}`)}`]),
    `-H "Content-Type: application/json"`,
    `-d ${sh(JSON.stringify(body))}`
  ].join(" \\\n  ")

/** Returns the part of the address before the token, without a slash at its end. */
const rootOf = ({ address, token }: Sender): string => address.slice(0, address.indexOf(`/${token}`))

const webhook = (kind: "alertmanager" | "grafana", sender: Sender): ReadonlyArray<SenderExample> => {
  const send = (status: "firing" | "resolved") =>
    post(
      `${rootOf(sender)}/${kind}`,
      {
        version: "4",
        alerts: [
          {
            status,
            fingerprint: KEY,
            labels: { alertname: "Test", severity: "info" },
            annotations: { summary: TITLE }
          }
        ]
      },
      `Bearer ${sender.token}`
    )
  return [
    { id: "test", code: send("firing") },
    { id: "end", code: send("resolved") }
  ]
}

const byKind: Readonly<Record<AlertSourceKind, (sender: Sender) => ReadonlyArray<SenderExample>>> = {
  pagerduty: (sender) => {
    const url = `${rootOf(sender)}/v2/enqueue`
    const event = { routing_key: sender.token, dedup_key: KEY }
    const payload = { summary: TITLE, source: "curl", severity: "info" }
    return [
      { id: "test", code: post(url, { ...event, event_action: "trigger", payload }) },
      { id: "end", code: post(url, { ...event, event_action: "resolve" }) }
    ]
  },
  opsgenie: (sender) => {
    const url = `${rootOf(sender)}/v2/alerts`
    const key = `GenieKey ${sender.token}`
    return [
      { id: "test", code: post(url, { message: TITLE, alias: KEY, priority: "P5" }, key) },
      { id: "end", code: post(`${url}/${KEY}/close?identifierType=alias`, {}, key) }
    ]
  },
  alertmanager: (sender) => [
    {
      id: "config",
      code: `receivers:
  - name: mon
    webhook_configs:
      - url: ${rootOf(sender)}/alertmanager
        send_resolved: true
        http_config:
          authorization:
            credentials: ${sender.token}`
    },
    ...webhook("alertmanager", sender)
  ],
  grafana: (sender) => webhook("grafana", sender)
}

/**
 * Returns examples for the sender of a source: its configuration if that is a text, a command that sends a test alert,
 * and a command that ends this alert.
 */
export const senderExamples = (sender: Sender): ReadonlyArray<SenderExample> => byKind[sender.kind](sender)
