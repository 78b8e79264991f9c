import { expect, it } from "vitest"
import { channels, describeChannel, type DescribedChannel } from "../src/channels.ts"
import { everyChannel, exampleSettings, messageOf } from "./channelCases.ts"
import { down } from "./facts.ts"

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
  `| A repeated attempt arrives once | ${yes(abilities.deduplicates)} |`,
  `| The recovery changes the message of the alarm | ${yes(abilities.edits)} |`,
  `| The recovery answers the message of the alarm | ${yes(abilities.threads)} |`,
  `| The recovery resolves an alert of the service | ${yes(abilities.resolves)} |`,
  `| People acknowledge without opening a page | ${yes(abilities.acknowledges)} |`
]

const limitRows = ({ limits, rate }: DescribedChannel): ReadonlyArray<string> => [
  ...limits.map(({ most, unit, what }) => `- ${what}: at most ${most.toLocaleString("en-US")} ${unit}`),
  rate === null
    ? "- speed: as your server allows"
    : `- speed: ${rate.messages} ${rate.messages === 1 ? "message" : "messages"} in ${rate.seconds} s`
]

/** The body of a request as a code block. */
const bodyOf = (kind: keyof typeof channels): ReadonlyArray<string> => {
  const { body } = channels[kind].request(messageOf(down), exampleSettings(kind) as never)
  return body.startsWith("{")
    ? ["```json", JSON.stringify(JSON.parse(body), null, 2), "```"]
    : ["```text", ...[...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`), "```"]
}

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
    "## A message",
    "",
    channel.appearance,
    "",
    "This is the body of the request for an alarm:",
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
    "If a message is too long, details are left out first. Then the text and the title are cut. The links always stay.",
    "",
    "[All channels](README.md)",
    ""
  ].join("\n")
}

const index = [
  "# Channels",
  "",
  "A channel brings alerts to the place where people work. The engine of the channels is",
  "[@mon/alerts](../../packages/alerts/README.md). The pages are made from its declarations.",
  "",
  "| Channel | |",
  "|---|---|",
  ...everyChannel.map(([kind, { about, name }]) => `| [${name}](${kind.replaceAll("_", "-")}.md) | ${about} |`),
  "",
  "Names of monitors and texts of pages come from strangers. In every channel they are plain text: they mention nobody,",
  "contain no markup, and form no links. Only the links to Mon can be opened.",
  "",
  "Whoever has an [Apprise](https://github.com/caronc/apprise) URL can translate it: `slack://`, `discord://`,",
  "`tgram://`, `ntfy://`, `ntfys://`, `gotify://`, `gotifys://`, `pover://`, `mmost://`, `mmosts://`, `gchat://`,",
  "`matrix://`, `matrixs://`, `pagerduty://`, `twilio://` and `workflows://`. Other services of Apprise work through the",
  "channel [Apprise](apprise.md).",
  ""
].join("\n")

const folder = "../../../docs/channels"

it.each(everyChannel)("the page of %s says what its declaration says", async (kind) => {
  await expect(pageOf(kind)).toMatchFileSnapshot(`${folder}/${kind.replaceAll("_", "-")}.md`)
})

it("the list of channels names all", async () => {
  await expect(index).toMatchFileSnapshot(`${folder}/README.md`)
})
