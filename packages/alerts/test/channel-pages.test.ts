import { expect, it } from "vitest"
import { channels, describeChannel, type DescribedChannel } from "../src/channels.ts"
import { factMessage, type RenderableFact } from "../src/index.ts"
import { asReadersSee } from "./asReadersSee.ts"
import { acknowledgeLink, everyChannel, exampleSettings, messageOf } from "./channelCases.ts"
import { down, link, renderable } from "./facts.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
const yes = (value: boolean): string => (value ? "yes" : "no")

const settingsTable = ({ fields }: DescribedChannel): ReadonlyArray<string> => [
  "| Setting | Name | Required | Secret | What to enter | Example |",
  "|---|---|---|---|---|---|",
  ...fields.map(
    ({ choices, example, help, isOptional, isSealed, label, name }) =>
      `| ${cell(label)} | \`${name}\` | ${yes(!isOptional)} | ${yes(isSealed)} | ${cell(help)}${choices.length === 0 ? "" : ` Default: ${choices[0]}.`} | \`${cell(example)}\` |`
  )
]

const abilityRows = ({ abilities }: DescribedChannel): ReadonlyArray<string> => [
  `| If Mon sends a message again, the service delivers it only once | ${yes(abilities.deduplicates)} |`,
  `| The recovery updates the alarm message | ${yes(abilities.edits)} |`,
  `| The recovery is a reply to the alarm message | ${yes(abilities.threads)} |`,
  `| The recovery resolves the alert in the service | ${yes(abilities.resolves)} |`,
  `| People can acknowledge without opening a page | ${yes(abilities.acknowledges)} |`,
  `| The alarm shows who acknowledged it | ${yes(abilities.showsAcknowledgement)} |`
]

const limitRows = ({ limits, rate }: DescribedChannel): ReadonlyArray<string> => [
  ...limits.map(({ most, unit, what }) => `- ${what}: at most ${most.toLocaleString("en-US")} ${unit}`),
  rate === null
    ? "- speed: as your server allows"
    : `- speed: ${rate.messages} ${rate.messages === 1 ? "message" : "messages"} in ${rate.seconds} s`
]

const bodyOf = (kind: keyof typeof channels): ReadonlyArray<string> => {
  const { body } = channels[kind].request(messageOf(down), exampleSettings(kind) as never)
  return body.startsWith("{")
    ? ["```json", JSON.stringify(JSON.parse(body), null, 2), "```"]
    : ["```text", ...[...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`), "```"]
}

const EXAMPLES = [
  ["A monitor is down", "down"],
  ["It is up again", "up"],
  ["It is slow", "degraded"],
  ["Its certificate expires", "certificate-expiring"]
] as const

const exampleOf = (name: string): RenderableFact => {
  const fact = renderable[name]
  if (fact === undefined) throw new Error(`There is no fact ${name}.`)
  return fact
}

const shownAs = (kind: keyof typeof channels, fact: RenderableFact, language: "en" | "de" = "en"): string => {
  const message = factMessage(fact, {
    deliveryId: "d1",
    timeZone: "Europe/Berlin",
    language,
    link,
    // The service offers an acknowledgement only for incidents.
    acknowledgeLink: fact.kind === "down" ? acknowledgeLink : null
  })
  return asReadersSee(kind, channels[kind].request(message, exampleSettings(kind) as never))
}

const examplesOf = (kind: keyof typeof channels): ReadonlyArray<string> =>
  EXAMPLES.flatMap(([title, name]) => [`### ${title}`, "", "```text", shownAs(kind, exampleOf(name)), "```", ""])

const pageOf = (kind: keyof typeof channels): string => {
  const channel = describeChannel(channels[kind])
  return [
    `# ${channel.name}`,
    "",
    channel.about,
    "",
    "## Connect it",
    "",
    ...channel.steps.map((step, index) => `${index + 1}. ${cell(step)}`),
    "",
    "## Settings",
    "",
    ...settingsTable(channel),
    "",
    "Secrets are never shown again. They do not appear in messages or in errors.",
    "",
    "## What people see",
    "",
    channel.appearance,
    "",
    "The examples show the wording. `[…]` is a link or a button. People who have chosen German get messages in German.",
    "",
    ...examplesOf(kind),
    "## A request",
    "",
    "The body of the request for an alarm:",
    "",
    ...bodyOf(kind),
    "",
    "## What it can do",
    "",
    "| | |",
    "|---|---|",
    ...abilityRows(channel),
    "",
    "## Limits",
    "",
    ...limitRows(channel),
    "",
    "If a message is too long, Mon leaves out details first, and then shortens the text and the title. It always keeps the links.",
    "",
    "[All channels](README.md)",
    ""
  ].join("\n")
}

const index = [
  "# Channels",
  "",
  "A channel sends alerts to the service where your team works. [@mon/alerts](../../packages/alerts/README.md) contains the",
  "code for all channels, and these pages are generated from its declarations.",
  "",
  "| Channel | |",
  "|---|---|",
  ...everyChannel.map(([kind, { about, name }]) => `| [${name}](${kind.replaceAll("_", "-")}.md) | ${about} |`),
  "",
  "## In the service",
  "",
  "The account owner and admins add channels on the dashboard's **Alert channels** screen:",
  "",
  "1. Choose **Add a channel** and the service. The form shows the same steps as the pages here.",
  "2. Enter the settings, and choose **Send a test**. The screen shows the service's response.",
  "3. Save the channel. It receives everything that the owner gets by email, except weekly reports.",
  "",
  "From a program, use `POST /api/v1/channels` ([API guide](../api-guide.md)). If you have an Apprise URL, you can paste it",
  "into the form.",
  "",
  "- **Order.** Mon keeps within each service's rate limits. While messages are waiting, the newest one about an incident",
  "  replaces the older ones. If the message that a monitor was down did not arrive, the recovery message says how long it",
  "  was down.",
  "- **Shared causes.** If five or more domains go down for [one reason](../shared-causes.md), a channel gets at most two",
  "  messages about all of them. In PagerDuty, they are one alert, which is resolved with the last recovery.",
  "- **Floods.** After five other state changes in a minute, Mon combines the rest of that minute's changes into one",
  "  summary. It always sends a recovery that resolves an alert in the service, updates a message or stops a repeating",
  "  alarm. In PagerDuty, a summary is an alert that somebody must resolve by hand.",
  "- **Many alerts of one kind.** If several monitors have the same alert within a minute, such as an invalid certificate,",
  "  a channel gets at most two messages about all of them. PagerDuty gets an alert for each slow monitor and each domain",
  "  with bad email health, which is resolved with its recovery.",
  "- **Acknowledgements.** Each alarm has a link for acknowledging it. Discord, Telegram, the Slack app and PagerDuty show",
  "  who did, and with ntfy and Pushover you can acknowledge in the app ([acknowledge](../acknowledge.md)).",
  "- **Failures.** Mon repeats a message after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h, or later if the",
  "  service asks for that. It turns a channel off if the service has rejected it for an hour (for example with 404, 410, 401",
  "  or 403), or if no message has arrived for five days. The owner then gets an email. After a successful test, turn the",
  "  channel on again.",
  "- **Duplicates.** If a worker is killed after sending a message but before recording it, the message is sent again. Some",
  "  services recognize and drop the duplicate. The list of deliveries marks attempts whose result is unknown.",
  "- **Addresses.** Channels can reach only public https addresses. To allow a server in your own network, set",
  "  `MON_CHANNEL_TARGETS` ([settings](../settings.md)). Mon never shows such a server's responses.",
  "- **Secrets** are stored encrypted and shown as `***`. If you send `***` back, Mon keeps the stored secret, if the",
  "  scheme, host and port of the address stay the same.",
  "",
  "| Plan | Channels | SMS and webhook with template |",
  "|---|---|---|",
  "| Free | 2 | no |",
  "| Pro | 10 | yes |",
  "| Agency | 50 | yes |",
  "",
  "After a downgrade, nothing is deleted. Channels beyond the limit stop, newest first, and the dashboard shows which ones.",
  "",
  "## Text from strangers",
  "",
  "Monitor names and page text can come from strangers. In every channel, they are plain text without mentions, markup or",
  "links. Only the links to Mon can be opened.",
  "",
  "## Apprise URLs",
  "",
  "If you have an [Apprise](https://github.com/caronc/apprise) URL, Mon can translate it: `slack://`, `discord://`,",
  "`tgram://`, `ntfy://`, `ntfys://`, `gotify://`, `gotifys://`, `pover://`, `mmost://`, `mmosts://`, `gchat://`,",
  "`matrix://`, `matrixs://`, `pagerduty://`, `twilio://` and `workflows://`. For other Apprise services, use the",
  "[Apprise](apprise.md) channel.",
  ""
].join("\n")

const folder = "../../../docs/channels"

it.each(everyChannel)("the page of %s says what its declaration says", async (kind) => {
  await expect(pageOf(kind)).toMatchFileSnapshot(`${folder}/${kind.replaceAll("_", "-")}.md`)
})

it.each(everyChannel)("%s shows the words of the alarm, and no markup of its format", (kind) => {
  for (const language of ["en", "de"] as const)
    for (const [, name] of EXAMPLES) {
      const text = shownAs(kind, exampleOf(name), language)
      expect(text).toContain("Shop")
      if (kind !== "webhook_template" && kind !== "twilio") expect(text).toContain("[")
      expect(text.replaceAll(/https:\/\/\S+/gu, "")).not.toMatch(/<\/?\w+>|&(?:amp|lt|gt|quot);|\*\*|\\[.:()]|\]\(/u)
    }
})

it("the list of channels names all", async () => {
  await expect(index).toMatchFileSnapshot(`${folder}/README.md`)
})
