import type { RenderableFact } from "@mon/alerts"
import { RUBRIC } from "@mon/email-health/core"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { diagnosedFact } from "../src/deliveries/deliveredFact.ts"
import { germanFinding, germanStep, germanStepTitle } from "../src/emailHealth/germanReport.ts"
import { germanStepTitles } from "../src/emailHealth/germanStepTitles.ts"

const engine = fileURLToPath(new URL("../../email-health/src", import.meta.url))

/** Fills a template with sample names and numbers. A sample has no space, so that no sentence of Mon contains it. */
const filled = (text: string): string =>
  text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/gu, "sample").replaceAll(/\\(["'`])/gu, "$1")

/** Returns the texts between quotes in source files, for each kind of quote. */
const textsIn = (...files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files
    .map((file) => readFileSync(`${engine}/${file}`, "utf8").replaceAll(/^ *(?:\/\*)?\*.*$|\/\/.*$|^import .*$/gmu, ""))
    .flatMap((source) => [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/gu)])
    .map(([, one, two, three]) => filled(one ?? two ?? three ?? ""))

/** Matches words of which every English sentence contains at least one, and no German sentence contains any. */
const ENGLISH =
  /\b(?:the|your|you|of|with|and|is|are|were|will|for|from|this|that|not|no|to|it|its|has|have|must|only|by|which)\b/iu

const codes = [...RUBRIC]

describe("the German findings of email health", () => {
  it.each(codes)("%s is German, with its values", (_, { message }) => {
    const values = message.replaceAll(/\{(\w+)\}/gu, (__, name: string) => (name === "clients" ? "" : `x-${name}`))
    const german = germanFinding(values)
    expect(german).not.toMatch(ENGLISH)
    expect([...german.matchAll(/x-\w+/gu)].map(String).toSorted()).toEqual(
      [...values.matchAll(/x-\w+/gu)].map(String).toSorted()
    )
  })

  const details = [
    ...textsIn("spf/SpfRecord.ts", "spf/MacroString.ts", "dmarc/DmarcRecord.ts", "dkim/DkimKey.ts").filter((text) =>
      /^\S+ .*[a-z"]\.$/u.test(text)
    ),
    ...textsIn("extras/problemWords.ts", "extras/mtaSts.ts").filter((text) =>
      / (?:is|are|has|does|must|not|be) /u.test(text)
    ),
    ...textsIn("blacklist/lists.ts", "blacklist/readListAnswer.ts").filter((text) => /^[A-Z].* .*\.$/u.test(text))
  ]

  it("have German details", () => {
    expect(details.length).toBeGreaterThan(60)
    const shown = details.map((detail) => germanFinding(`Senders cannot use the MTA-STS policy: ${detail}.`))
    expect(shown.filter((text) => ENGLISH.test(text))).toEqual([])
  })

  it("have several details, and leave names and quotations of others as they are", () => {
    expect(
      germanFinding("Mailbox providers do not accept the BIMI logo: the file is not SVG, scripts are not allowed.")
    ).toBe("Postfachanbieter nehmen das BIMI-Logo nicht an: die Datei ist kein SVG, Skripte sind nicht erlaubt.")
    expect(germanFinding('The key at "abuse" is revoked.')).toBe("Der Schlüssel an „abuse“ ist widerrufen.")
    expect(germanFinding('A TXT record resembles SPF but does not start with exactly "v=spf1": the "v = spf1"')).toBe(
      'Ein TXT-Eintrag ähnelt SPF, beginnt aber nicht genau mit „v=spf1“: the "v = spf1"'
    )
  })

  it("are in alerts, for those who read German", () => {
    const fact: RenderableFact = {
      kind: "email_health_alert",
      monitor: { id: "7", name: "Shop", url: "https://shop.example.com/" },
      checkedAt: "2026-11-21T13:05:09.000Z",
      score: 40,
      grade: "F",
      previousGrade: "B",
      newListings: [],
      findings: [{ severity: "critical", message: "shop.example has no SPF record.", fix: null }]
    }
    const messageIn = (language: "de" | "en") => {
      const shown = diagnosedFact(fact, null, language)
      return shown.kind === "email_health_alert" ? shown.findings[0]?.message : null
    }
    expect(messageIn("de")).toBe("shop.example hat keinen SPF-Eintrag.")
    expect(messageIn("en")).toBe("shop.example has no SPF record.")
  })

  it("of a later version stay as they are", () => {
    expect(germanFinding("Something new is wrong.")).toBe("Something new is wrong.")
  })
})

const repairs = readdirSync(`${engine}/repair`)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => `repair/${name}`)

describe("the German steps of repair plans", () => {
  /** Matches sentences that the engine composes from words. The complete sentences are below. */
  const COMPOSED = /^(?:Nothing in DNS shows that|The new record asks receivers to sample|The record keeps sample)/u
  const steps = textsIn(...repairs).filter((text) => /^["A-Z].* .*\.$/su.test(text) && !COMPOSED.test(text))

  it.each([
    'Nothing in DNS shows that a.example sends email, so the next step declares that it has no email. If it does send email, publish these records instead: TXT "v=spf1 mx -all" at a.example.',
    'Nothing in DNS shows that a.example sends or receives email, so the next step declares that it has no email. If it does have email, publish these records instead: the MX records of your mail hosts and TXT "v=spf1 mx -all" at a.example, and TXT "v=DMARC1; p=none" at _dmarc.a.example.',
    "The domain has no DMARC record of its own today. The new record asks receivers to quarantine email that fails.",
    "The record that is published today cannot be read. The new record asks receivers to reject email that fails.",
    "The record keeps your policy and your addresses.",
    "The record keeps the policy that receivers apply today and those of your addresses that can receive reports."
  ])("have a translation of each form: %s", (text) => {
    expect(germanStep(text)).not.toMatch(ENGLISH)
  })

  it("have a translation of each sentence", () => {
    expect(steps.length).toBeGreaterThan(55)
    expect(steps.filter((text) => germanStep(text) === text || ENGLISH.test(germanStep(text)))).toEqual([])
  })

  it("are German as a whole", () => {
    const texts = [
      'The record allows every server that passes today. "include:a.example" finds no records, so it is omitted. Lookups in the new record: 2 (mx) + 1 (a) = 3. Receivers allow 10.',
      "Create a new key with another selector, switch signing to it, and remove the old key a week later. s1, s2: In Mailchimp, go to Account > Domains > Authenticate. Publish the CNAME records shown there.",
      "The record keeps your policy, but not your addresses, which cannot receive reports.",
      'Nothing in DNS shows that a.example sends or receives email, so the next step declares that it has no email. If it does have email, publish these records instead: MX "10 a.example." and TXT "v=spf1 -all" at a.example, and TXT "v=DMARC1; p=none" at _dmarc.a.example.',
      'Serve this text at https://mta-sts.a.example/.well-known/mta-sts.txt:\nversion: STSv1\nmode: testing\nmx: a.example\nmax_age: 86400\nThen publish the TXT record _mta-sts.a.example with the value "v=STSv1; id=1". Change the id every time you change the text. When TLS reports show no failures, change the mode to "enforce".'
    ]
    expect(texts.map(germanStep)).toMatchInlineSnapshot(`
      [
        "Der Eintrag erlaubt jeden Server, der heute besteht. „include:a.example“ findet keine Einträge und entfällt daher. Abfragen im neuen Eintrag: 2 (mx) + 1 (a) = 3. Empfänger erlauben 10.",
        "Erzeugen Sie einen neuen Schlüssel mit einem anderen Selektor, signieren Sie damit, und entfernen Sie den alten eine Woche später. s1, s2: Gehen Sie in Mailchimp zu Account > Domains > Authenticate. Veröffentlichen Sie die CNAME-Einträge, die dort stehen.",
        "Der Eintrag behält Ihre Richtlinie, aber nicht Ihre Adressen, die keine Berichte empfangen können.",
        "Nichts im DNS zeigt, dass a.example E-Mails sendet oder empfängt. Der nächste Schritt erklärt daher, dass sie keine E-Mail hat. Hat sie doch E-Mail, veröffentlichen Sie stattdessen an a.example: MX "10 a.example." und TXT "v=spf1 -all", und an _dmarc.a.example: TXT "v=DMARC1; p=none".",
        "Stellen Sie diesen Text unter https://mta-sts.a.example/.well-known/mta-sts.txt bereit:
      version: STSv1
      mode: testing
      mx: a.example
      max_age: 86400
      Veröffentlichen Sie dann den TXT-Eintrag _mta-sts.a.example mit dem Wert „v=STSv1; id=1“. Ändern Sie die id mit jeder Änderung des Texts. Zeigen die TLS-Berichte keine Fehler, stellen Sie den Modus auf „enforce“.",
      ]
    `)
  })
})

/**
 * The texts that follow `title:` or begin a call of `step`, up to the end of the line, without the names in the texts.
 */
const titles = repairs.flatMap((file) =>
  [
    ...readFileSync(`${engine}/${file}`, "utf8").matchAll(/(?:\btitle: |\bstep\(\s*)(["'`].*|\w[\w.]* \? .*)/gu)
  ].flatMap(([, text = ""]) =>
    [...text.split(", text:")[0]!.matchAll(/"([A-Z][^"]+)"|'([A-Z][^']+)'|`([A-Z][^`]+)`/gu)]
      .map(([, one, two, three]) => (one ?? two ?? three ?? "").replace(/\$\{\w+\}/gu, "shop.example"))
      .filter((title) => !title.endsWith("."))
  )
)

describe("the German titles of steps", () => {
  it("are there for every step of a plan", () => {
    expect(titles.length).toBeGreaterThan(30)
    expect(titles.filter((title) => germanStepTitle(title) === title)).toEqual([])
    expect(germanStepTitle("Decide whether shop.example has email")).toBe("Entscheiden, ob shop.example E-Mail hat")
  })

  it("translate no title that the engine does not have", () => {
    const known = new Set(titles.map((title) => title.replace("shop.example", "{domain}")))
    expect(germanStepTitles.map(([title]) => title).filter((title) => !known.has(title))).toEqual([])
  })
})
