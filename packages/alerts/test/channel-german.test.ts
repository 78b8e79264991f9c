import { describe, expect, it } from "vitest"
import { describeChannel, translateChannel, type DescribedChannel } from "../src/channels.ts"
import { everyChannel } from "./channelCases.ts"

const textsOf = ({ about, appearance, fields, steps }: DescribedChannel): ReadonlyArray<readonly [string, string]> => [
  ["about", about],
  ["appearance", appearance],
  ...steps.map((step, index) => [`step ${index + 1}`, step] as const),
  ...fields.flatMap(({ help, label, message, name }) => [
    [`${name} label`, label] as const,
    [`${name} help`, help] as const,
    [`${name} message`, message] as const
  ])
]

/** Matches words that no German sentence contains, apart from names that services show on their own pages. */
const ENGLISH = /\b(?:the|your|of|with|and|is|are|into|under|enter|copy|open|only|for|choose|select|create)\b/iu
const NAMES =
  /Send webhook alerts to a channel|Add New Webhook to Workspace|Create an Application\/API Token|Create application|Add an integration|OAuth & Permissions/gu

/** Labels that are the same word in both languages. */
const SAME = ["Server", "Region", "Tag", "URL", "Alphabet"]

describe.each(everyChannel)("the German texts of %s", (_kind, channel) => {
  const english = textsOf(describeChannel(channel))
  const german = textsOf(translateChannel(describeChannel(channel), "de"))

  it("translate everything that people read", () => {
    const same = german.filter(([, text], index) => text === english[index]?.[1] && !SAME.includes(text))
    // Content types are not translated.
    expect(same.filter(([, text]) => !text.startsWith("json: application/json"))).toEqual([])
  })

  it("contain no English", () => {
    expect(german.filter(([, text]) => ENGLISH.test(text.replaceAll(NAMES, "")))).toEqual([])
  })

  it("name the same fields, addresses and choices", () => {
    expect(german.map(([what]) => what)).toEqual(english.map(([what]) => what))
    for (const [index, [what, text]] of german.entries()) {
      const [, original = ""] = english[index] ?? []
      const addresses = original.match(/[a-z]+\.(?:com|net|sh|org)\b[\w/.-]*/gu) ?? []
      for (const address of addresses)
        expect([what, text]).toEqual([what, expect.stringContaining(address.replace(/\.$/u, ""))])
    }
    for (const { choices, help, name } of translateChannel(describeChannel(channel), "de").fields)
      if (name !== "region" && name !== "method") for (const choice of choices) expect(help).toContain(choice)
  })
})

it("a description in English stays as it is, and so does one of an unknown kind", () => {
  const [[, first] = []] = everyChannel
  if (first === undefined) throw new Error("There are no channels.")
  const described = describeChannel(first)
  expect(translateChannel(described, "en")).toBe(described)
  expect(translateChannel({ ...described, kind: "fax" }, "de").about).toBe(described.about)
})
