import { englishIn } from "@mon/tooling/english"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { configFileDe } from "../src/configFile/configFile.de.ts"
import { configFileEn } from "../src/configFile/configFile.en.ts"

const folder = fileURLToPath(new URL("../../../packages/api-contract/src/config-file/", import.meta.url))

/** The sentences in the sources of the configuration format, with names in place of values. */
const sentences = [
  "ConfigDocument.ts",
  "checkReferences.ts",
  "comparePlan.ts",
  "decodeConfig.ts",
  "keys.ts",
  "readYaml.ts",
  "secrets.ts"
].flatMap((file) =>
  [
    ...readFileSync(folder + file, "utf8").matchAll(
      /(?:message:|essage =|essage:|(?:key|node), |\? |return |TOO_\w+ = )\s*(?:"([^"\n]+ [^"\n]+[.?])"|`([^`\n]+ [^`\n]+\.)`)/gu
    )
  ].map(([, plain, template]) =>
    (plain ?? template ?? "")
      .replaceAll(/\$\{(?:maximum|configLimits\.\w+)\}/gu, "20")
      .replace(/no \$\{nouns[^}]*\}/u, "no monitor")
      .replaceAll(
        "${keyMessage}",
        "must start with a letter, contain only letters, digits, dots, underscores and hyphens, and have at most 20 characters."
      )
      .replaceAll(/\$\{(?!env)[^}]*\}/gu, "name")
  )
)

/** The path of an object in a configuration file. A sentence about this path does not come from the YAML parser. */
const OF_OBJECT = "domains.shop"

describe("what is wrong with a configuration file", () => {
  it("is German, whichever sentence of the format it is", () => {
    expect(sentences.length).toBeGreaterThan(25)
    const german = sentences.map((sentence) => configFileDe.fault(sentence, OF_OBJECT))
    expect(englishIn(german, ["other-project/key", "true oder false"])).toEqual([])
    expect(sentences.filter((sentence, index) => sentence === german[index])).toEqual([])
  })

  it.each([
    [
      "checkInterval must be a whole number between 10 and 90.",
      "checkInterval muss eine ganze Zahl von 10 bis 90 sein."
    ],
    ["is not allowed here. Did you mean tags?", "ist hier nicht erlaubt. Meinten Sie tags?"],
    ['include[0]: "p[[" is not a CSS selector.', 'include[0]: "p[[" ist kein CSS-Selektor.'],
    ["settings.topic: Geben Sie ein Thema ein.", "settings.topic: Geben Sie ein Thema ein."]
  ])("names fields as the file has them: %s", (sentence, german) => {
    expect(configFileDe.fault(sentence, OF_OBJECT)).toBe(german)
    expect(configFileEn.fault(sentence, OF_OBJECT)).toBe(sentence)
  })

  it("says what the parser of YAML says, and quotes what it does not know", () => {
    expect(configFileDe.fault('Missing closing "quote.', "")).toBe("Das schließende Anführungszeichen fehlt.")
    expect(configFileDe.fault("Alias cannot be an empty string.", "")).toBe(
      "Die Datei ist kein gültiges YAML: „Alias cannot be an empty string.“"
    )
  })
})
