export const alertSourcesEn = {
  title: "Alert sources",
  used: (used: string, limit: string) => `${used} of ${limit}`,
  about:
    "Other tools can send their alerts to Mon, and Mon sends them on through your routes. The alerts appear under Incidents.",
  none: "No alert sources yet",
  noneHint:
    "Let Prometheus, Grafana, or a tool that sends to PagerDuty or Opsgenie send its alerts to Mon. Then everybody gets all alerts through the same routes and schedules.",
  add: "Add a source",
  addTitle: "Add an alert source",
  name: "Name",
  kind: "What the tool sends",
  kindHint: {
    pagerduty: "For every tool that can send events to PagerDuty (Events API v2).",
    opsgenie: "For every tool that can send alerts to Opsgenie or Jira Service Management.",
    alertmanager: "For the webhook of Prometheus Alertmanager.",
    grafana: "For a contact point of the type Webhook, and for the formatted webhook of Grafana OnCall."
  },
  create: "Add the source",
  created: (name: string) => `${name} was added`,
  rotatedTitle: (name: string) => `New token of ${name}`,
  once: "Copy the address or the token now. Mon stores only a hash of the token and cannot show it again.",
  address: "Address with the token",
  copyAddress: "Copy the address",
  token: "Token",
  copyToken: "Copy the token",
  setup: {
    pagerduty:
      "In the sender, replace https://events.pagerduty.com with the first part of the address above, which ends in /in. Use the token as the routing key. If the routing key cannot be changed, enter the whole address above.",
    opsgenie:
      "In the sender, replace https://api.opsgenie.com with the first part of the address above, which ends in /in. Use the token as the API key. If the sender sends no key, enter the whole address above.",
    alertmanager: "Add this receiver to the configuration of Alertmanager, and use it in a route.",
    grafana: "In Grafana, add a contact point of the type Webhook with the address above."
  },
  examples: {
    config: "Configuration of Alertmanager",
    test: "Send a test alert",
    end: "End the test alert"
  },
  testHint: "The test alert is sent like a real one, with the severity Info. Your routes decide who gets it.",
  copyExample: (title: string) => `Copy: ${title}`,
  waiting: "Waiting for an alert. This line changes when one arrives.",
  arrived: "Mon has received an alert:",
  received: "Received",
  never: "Nothing received yet",
  openCount: (count: number) => (count === 1 ? "1 open alert" : `${count} open alerts`),
  hint: (last: string) => `token ends in ${last}`,
  off: "Switch off",
  offOne: (name: string) => `Switch off ${name}`,
  isOff: (name: string) => `${name} is off.`,
  on: "Switch on",
  onOne: (name: string) => `Switch on ${name}`,
  isOn: (name: string) => `${name} is on.`,
  rotate: "New token…",
  rotateOne: (name: string) => `New token for ${name}`,
  rotateTitle: (name: string) => `Give ${name} a new token?`,
  rotateHint:
    "The current token stops working immediately. The sender's alerts are refused until it has the new token.",
  remove: "Delete…",
  removeOne: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete the source ${name}?`,
  removeHint:
    "The token stops working, and open alerts of the source end without a message. Past alerts stay in the list of incidents. This cannot be undone.",
  removed: (name: string) => `${name} was deleted.`,
  stopped: { owner: "Switched off", plan: "Stopped: not in your plan" },
  stoppedHint: {
    owner: "Alerts of this source are refused.",
    plan: "Your plan allows fewer sources, so alerts of this source are refused. Get a larger plan, or delete an older source."
  }
}

export type AlertSourceWords = typeof alertSourcesEn
