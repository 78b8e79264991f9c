import { englishIn } from "@mon/tooling/english"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { germanSimulationMessage } from "../src/german/germanSimulation.ts"

const engine = fileURLToPath(new URL("../../../packages/simulation/src/evaluate/", import.meta.url))

/** Returns the sentences in a source file of the engine. The word "name" replaces each inserted value. */
const sentencesIn = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(engine + file, "utf8")
      .replaceAll(/^ *(?:\/\*)?\*.*$|\/\/.*$|^import .*$/gmu, "")
      .matchAll(/(?:title: [^"`\n]*|why:[^"`]*|STATEMENT =\s*|=>\s*)(?:"([A-Z][^"\n]+)"|`([A-Z][^`\n]+)`)/gu)
  ].map(([, plain, template]) => (plain ?? template ?? "").replaceAll(/\$\{[^}]*\}/gu, "name"))

it("the German messages of simulations are there for each one", () => {
  const messages = [
    "If a record has an error, receivers treat the email as if there were no SPF record.",
    "If a record has an error, receivers treat the email as if there were no SPF record (lookups: 12 of 10).",
    "Without a DKIM signature, only SPF authenticates the email, and SPF fails for forwarded email. Your email provider generates the key and shows you the record.",
    ...["evaluateCampaign.ts", "suggestForCampaign.ts", "suggestForSender.ts"]
      .flatMap(sentencesIn)
      .filter((text) => !/\$\{|^Without a DKIM/u.test(text))
  ]
  expect(messages.length).toBeGreaterThan(35)
  expect(messages.filter((message) => germanSimulationMessage(message) === message)).toEqual([])
  expect(englishIn(messages.map(germanSimulationMessage))).toEqual([])
})
