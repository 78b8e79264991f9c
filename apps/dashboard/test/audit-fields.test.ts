import { endpointsOf, MonApi } from "@mon/api-contract"
import { englishIn } from "@mon/tooling/english"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { auditField } from "../src/settings/auditFields.ts"
import { de } from "../src/words/catalogue.de.ts"
import { en } from "../src/words/catalogue.en.ts"

/** The fields that the API records in the audit log in addition to the fields of requests, each with its group. */
const noted = [
  ...readFileSync(fileURLToPath(new URL("../../api/src/api/audit/auditSources.ts", import.meta.url)), "utf8").matchAll(
    /^ {2}\["(\w+)[^[\n]*\[("[^\]]+)\]/gmu
  )
].flatMap(([, group = "", fields = ""]) =>
  [...fields.matchAll(/"(\w+)"/gu)].map(([, field = ""]) => [group, field] as const)
)

/**
 * The groups of calls that change nothing. `UNSHOWN` contains the fields that are never shown: passwords, codes and
 * confirmations of single requests.
 */
const UNNOTED: ReadonlySet<string> = new Set(["billing", "config", "disposableEmail", "emailHealth"])
const UNSHOWN: ReadonlySet<string> = new Set([
  "addOnly",
  "code",
  "confirmation",
  "current",
  "deleteKeys",
  "pageId",
  "setupToken"
])

const settable = endpointsOf(MonApi).flatMap(({ group, payload }) =>
  payload === null || !("propertySignatures" in payload.ast) || UNNOTED.has(group)
    ? []
    : payload.ast.propertySignatures.map(({ name }) => [group, String(name)] as const)
)
const fields = [...noted, ...settable].filter(([, field]) => !UNSHOWN.has(field))

const labelsIn = (words: typeof de | typeof en) =>
  fields.map(([group, field]) => [`${group}.${field}`, auditField(`${group}.update`, field, words)] as const)

describe("the fields of the audit log", () => {
  it("have the labels of their forms, in both languages", () => {
    expect([noted.length > 15, settable.length > 100]).toEqual([true, true])
    for (const words of [de, en])
      expect(labelsIn(words).filter(([name, label]) => name.endsWith(`.${label}`))).toEqual([])
    expect(englishIn(labelsIn(de).map(([, label]) => label))).toEqual([])
  })

  it.each([
    ["notifications.pause", "pausedUntil", "The pause ends", "Die Pause endet"],
    ["settings.update", "notificationsPausedUntil", "The pause ends", "Die Pause endet"],
    ["domains.update", "checkInterval", "Check interval", "Prüfintervall"],
    ["domains.update", "url", "Address", "Adresse"],
    ["webhooks.update", "url", "URL of the receiver", "URL des Empfängers"],
    ["channels.fromUrl", "channels", "Alert channels", "Alarmkanäle"],
    ["newer.thing", "newField", "newField", "newField"],
    ["newer.thing", "constructor", "constructor", "constructor"]
  ])("%s: %s", (action, field, english, german) => {
    expect([auditField(action, field, en), auditField(action, field, de)]).toEqual([english, german])
  })
})
