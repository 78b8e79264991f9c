import { messages } from "@mon/api-contract"
import { englishIn, textsOf } from "@mon/tooling/english"
import { describe, expect, it } from "vitest"
import { configFileDe } from "../src/configFile/configFile.de.ts"
import { de } from "../src/words/catalogue.de.ts"
import { en } from "../src/words/catalogue.en.ts"
import { fieldLabels } from "../src/words/fieldLabels.ts"
import { maintenanceWords } from "../src/maintenance/maintenanceWords.ts"
import { reportWords } from "../src/reports/reportWords.ts"
import { routesWords } from "../src/alerts/routesWords.ts"
import { hostSentence } from "../src/words/hostSentence.ts"
import { statusPagesWords } from "../src/statusPages/statusPagesWords.ts"
import { refusalText } from "../src/words/refusal.ts"
import { serviceSentence } from "../src/alerts/serviceSentence.ts"

/** Matches a word that can only be the name of a field of the API. */
const FIELD = /(?<![\w"“„])[a-z]+(?:Ids?|At|[A-Z][a-z]+)\b|\w\[\d+\]/u

/**
 * The names of messages about input that no screen sends: wrong parameters of lists, wrong values of choices, and input
 * that only programs send.
 */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  "addonPlan",
  "auditTime",
  "configDocument",
  "configProjectName",
  "csvType",
  "emailOrDomainRequired",
  "idempotencyKey",
  "idempotencyReused",
  "maintenanceState",
  "maintenanceTime",
  "repairOfEmail",
  "reportBy",
  "reportDate",
  "scheduledReportEvery",
  "scheduledReportLanguage",
  "scheduledReportTag",
  "simulatedTime",
  "statusAudience",
  "statusPostComponents",
  "statusPostNotify",
  "statusPostTime",
  "timelineKind"
])

/** Lists of arguments for functions that return a sentence. The first list that a function accepts is used. */
const ARGUMENTS = [
  [7, 8, 9, 7],
  ["xy", "xy", "xy", "xy"],
  [["xy"], ["xy"], ["xy"]]
]

const sentenceOf = (message: unknown): ReadonlyArray<string> => {
  if (typeof message !== "function") return textsOf(message)
  for (const values of ARGUMENTS)
    try {
      const sentence: unknown = Reflect.apply(message, undefined, values)
      if (typeof sentence === "string") return [sentence]
    } catch {
      // The next ones may fit.
    }
  return []
}

describe("a refusal of the API", () => {
  it("is German on a German screen, whichever sentence of the contract it is", () => {
    const sentences = Object.entries(messages).flatMap(([name, message]) =>
      OF_PROGRAMS.has(name) ? [] : sentenceOf(message)
    )
    expect(sentences.length).toBeGreaterThan(230)
    // The screens of channels and of custom host names translate some sentences themselves.
    const english = sentences.filter((sentence) =>
      [refusalText(sentence, de), serviceSentence(sentence, "de", []), hostSentence(sentence, "de")].every(
        (text) => englishIn([text], ["„Before“", "read, write", "by", "open, resolved"]).length > 0
      )
    )
    expect(english).toEqual([])
    const inPlans = sentences.map((sentence) => configFileDe.fault(sentence, "domains.shop"))
    expect(englishIn(inPlans, ["before ist", "settings.7", "password", "read, write", "by", "open, resolved"])).toEqual(
      []
    )
  })

  it.each<[refusal: string, english: string, german: string]>([
    [
      "Send domainIds, urlIds, heartbeatIds, serviceIds, tagIds or wholeAccount.",
      "Choose what the maintenance window covers: at least one domain, page or tag, or all monitors.",
      "Wählen Sie, was sie umfasst: mindestens eine Domain, eine Seite oder einen Tag, oder alle Monitore."
    ],
    [
      "dependsOn must not make a monitor depend on itself: Shop → Router → Shop.",
      "“Depends on” must not make a monitor depend on itself: Shop → Router → Shop.",
      "„Hängt ab von“ darf keinen Monitor von sich selbst abhängig machen: Shop → Router → Shop."
    ],
    [
      "include[0] must be a string of 1 to 500 characters.",
      "“Parts to compare”, entry 1 must be a string of 1 to 500 characters.",
      "„Teile, die verglichen werden“, Eintrag 1 muss 1 bis 500 Zeichen haben."
    ],
    [
      "expect[1].status must be a whole number between 100 and 599.",
      "“Expectations”, entry 2, “Status” must be a whole number between 100 and 599.",
      "„Erwartungen“, Eintrag 2, „Status“ muss eine ganze Zahl von 100 bis 599 sein."
    ],
    [
      "timezone must be an IANA time zone name such as Europe/Berlin.",
      "“Time zone” must be a time zone, such as Europe/Berlin.",
      "„Zeitzone“ muss eine Zeitzone sein, zum Beispiel Europe/Berlin."
    ],
    ["endsAt must be after startsAt.", "“End” must be after “Start”.", "„Ende“ muss nach „Beginn“ liegen."],
    [
      "recurrence: BYDAY must list weekdays such as MO, 1SU or -1FR.",
      "“Rule”: BYDAY must list weekdays such as MO, 1SU or -1FR.",
      "„Regel“ braucht in BYDAY Wochentage wie MO, 1SU oder -1FR."
    ],
    [
      "recurrence must have occurrences at most 2 years apart.",
      "“Rule” must have occurrences at most 2 years apart.",
      "„Regel“ hat Termine, die mehr als 2 Jahre auseinander liegen."
    ],
    [
      "timeoutSeconds must be a whole number of seconds between 1 and 60.",
      "“Timeout” must be a whole number of seconds between 1 and 60.",
      "„Zeitlimit“ muss eine ganze Zahl von 1 bis 60 Sekunden sein."
    ],
    ["someNewField must sing.", "“Some new field” must sing.", "„Some new field“ wird so nicht angenommen: must sing."],
    [
      'include[0]: "p[[" is not a CSS selector.',
      '“Parts to compare”, entry 1: "p[[" is not a CSS selector.',
      '„Teile, die verglichen werden“, Eintrag 1: "p[[" ist kein CSS-Selektor.'
    ],
    ...[messages.domainLimit(5), messages.urlLimit, messages.teamLimit(5)].map((refusal): [string, string, string] => [
      refusal,
      refusal.replace(/Upgrade .*/u, "Delete something or get a larger plan."),
      "Ihr Tarif erlaubt nicht mehr. Löschen Sie etwas oder wechseln Sie den Tarif."
    ]),
    ["Domain not found.", "Domain not found.", "Das gibt es nicht mehr."],
    ["settings.url: Enter an https URL.", "settings.url: Enter an https URL.", "settings.url: Enter an https URL."]
  ])("names the field as the screen does, in its language: %s", (refusal, english, german) => {
    expect(refusalText(refusal, en)).toBe(english)
    expect(refusalText(refusal, de)).toBe(german)
  })

  it("shows no name of a field, whichever sentence of the contract it is", () => {
    const sentences = Object.values(messages).filter((one) => typeof one === "string")
    expect(sentences.length).toBeGreaterThan(100)
    const shown = sentences.flatMap((one) => [refusalText(one, en), refusalText(one, de)])
    expect(shown.filter((text) => FIELD.test(text))).toEqual([])
  })

  it.each([
    ["en", 0],
    ["de", 1]
  ] as const)("has the labels of the screens: %s", (language, place) => {
    const label = (field: string) => fieldLabels[field]?.[place]
    const { form } = maintenanceWords[language]
    const routes = routesWords[language]
    const pages = statusPagesWords[language]
    expect([
      label("startsAt"),
      label("minutes"),
      label("timezone"),
      label("recurrence"),
      label("wholeAccount")
    ]).toEqual([form.start, form.length, form.zone, form.rule, form.targets.account])
    expect([label("kinds"), label("severities"), label("scope"), label("steps"), label("targets")]).toEqual([
      routes.kindsTitle,
      routes.severitiesTitle,
      routes.scopeTitle,
      routes.stepsTitle,
      routes.who
    ])
    expect([label("afterMinutes"), label("reminderMinutes")]).toEqual([routes.minutes, routes.reminder])
    expect([label("access"), label("links"), label("slug"), label("impact")]).toEqual([
      pages.access,
      pages.links,
      pages.slug,
      pages.impact
    ])
    expect([label("target"), label("recipients")]).toEqual([
      reportWords[language].target,
      reportWords[language].recipients
    ])
  })
})
