import { MESSAGE_RULES, type MessageReport } from "@mon/email-health/message"
import { germanDetail, type TemplatePair, translationOf, translationOfSeries } from "@mon/notifications"
import { germanRules } from "./germanRules.ts"

const DETAILS: ReadonlyArray<TemplatePair> = [
  ["The signature uses SHA-1, which verifiers must not accept.", "Die Signatur verwendet SHA-1, das nicht mehr gilt."],
  ['The algorithm "{name}" is unknown.', "Das Verfahren „{name}“ ist unbekannt."],
  ['The tag "{name}" is missing.', "Das Tag „{name}“ fehlt."],
  ["The version is not 1.", "Die Version ist nicht 1."],
  ["The domain or the selector is not a name.", "Die Domain oder der Selektor ist kein Name."],
  ["The canonicalization is unknown.", "Die Kanonisierung ist unbekannt."],
  ["The key is not published in DNS.", "Der Schlüssel ist nicht im DNS veröffentlicht."],
  ["The signature or the body hash is not base64.", "Die Signatur oder der Hash des Inhalts ist kein Base64."],
  ["The signature expires before it was made.", "Die Signatur läuft ab, bevor sie entstand."],
  ["The signature lists more than {count} fields.", "Die Signatur nennt mehr als {count} Header."],
  ["The signature covers an ARC-Seal.", "Die Signatur umfasst ein ARC-Seal."],
  ["The signature does not cover the From header.", "Die Signatur umfasst den Header From nicht."],
  ["The header is not a list of tags.", "Der Header ist keine Liste von Tags."],
  ["The header section is too large.", "Die Header sind zu groß."],
  ["The key was revoked.", "Der Schlüssel wurde widerrufen."],
  ["The record does not contain a key.", "Der Eintrag enthält keinen Schlüssel."],
  [
    "The key is of type {type}, but the signature uses {algorithm}.",
    "Der Schlüssel hat den Typ {type}, aber die Signatur verwendet {algorithm}."
  ],
  [
    "The key has {bits} bits, and verifiers ignore keys below {least}.",
    "Der Schlüssel hat {bits} Bit. Schlüssel unter {least} Bit gelten nicht."
  ],
  [
    "The key has {bits} bits, and verifiers do not have to accept more than {most}.",
    "Der Schlüssel hat {bits} Bit. Mehr als {most} muss niemand annehmen."
  ],
  ["The data is not a public key.", "Die Daten sind kein öffentlicher Schlüssel."],
  ["No key is published.", "Es ist kein Schlüssel veröffentlicht."],
  ["The key's name is too long.", "Der Name des Schlüssels ist zu lang."],
  ["DNS did not respond ({reason}).", "Das DNS antwortete nicht ({reason})."],
  ["DNS did not respond.", "Das DNS antwortete nicht."],
  ["The signature was not made with the published key.", "Die Signatur stammt nicht vom veröffentlichten Schlüssel."],
  [
    "The signature does not match: a signed header or the key was changed.",
    "Die Signatur passt nicht: Ein signierter Header oder der Schlüssel wurde geändert."
  ],
  ["The body is shorter than its signed part.", "Der Inhalt ist kürzer als sein signierter Teil."],
  ["The body was changed after it was signed.", "Der Inhalt wurde nach dem Signieren geändert."],
  ["The signature has expired.", "Die Signatur ist abgelaufen."],
  [
    "The key does not allow a subdomain as the signature's identity.",
    "Der Schlüssel erlaubt keine Subdomain als Identität der Signatur."
  ],
  [
    "A header field in the chain has no instance tag, or has it twice.",
    "Ein Header der Kette hat keine Nummer oder zwei."
  ],
  ["The ARC set of instance {number} is incomplete.", "Der ARC-Satz {number} ist unvollständig."],
  [
    "The seal for instance {number} says that the chain is broken.",
    "Das Siegel {number} sagt, dass die Kette unterbrochen ist."
  ],
  ['The seal for instance {number} has an "{name}" tag.', "Das Siegel {number} hat ein Tag „{name}“."],
  ["The seal for instance {number} is malformed.", "Das Siegel {number} ist fehlerhaft."],
  ["The ARC seal for instance {number} cannot be verified.", "Das ARC-Siegel {number} lässt sich nicht prüfen."],
  ["The chain is longer than a check allows.", "Die Kette ist länger, als eine Prüfung erlaubt."],
  [
    "SPF was not checked, and no aligned DKIM signature passes.",
    "SPF wurde nicht geprüft, und keine passende DKIM-Signatur ist gültig."
  ]
]

/** The translations of placeholder values that are words. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ["the IP address of the sending server", "Die IP-Adresse des sendenden Servers"],
  ["the sender", "Der Absender"],
  ["the signer", "einem Unbekannten"],
  ["reject", "abzulehnen"],
  ["quarantine", "in Quarantäne zu legen"],
  ["deliver", "zuzustellen"]
])

const ownDetail = translationOf(DETAILS)

/** Translates the fault of a record, a key, a signature or a seal to German. Returns an unknown text unchanged. */
const detailInGerman = (text: string): string => ownDetail(text) ?? germanDetail(text)

const valueInGerman = (value: string, name: string): string | null => {
  if (name === "detail") return detailInGerman(value)
  if (name === "names") return value.replaceAll(" and ", " und ")
  return VALUES.get(value) ?? null
}

const messageInGerman = translationOf(
  [...MESSAGE_RULES].map(([code, { message }]) => [message, germanRules[code][0]]),
  valueInGerman
)
const stepInGerman = translationOfSeries(
  [...MESSAGE_RULES].flatMap(([code, { step }]): ReadonlyArray<TemplatePair> => {
    const [, german] = germanRules[code]
    return step === null || german === null ? [] : [[step, german]]
  }),
  valueInGerman
)

export const germanVerdict = <R extends Pick<MessageReport, "dkim" | "findings">>(report: R): R => ({
  ...report,
  dkim: {
    ...report.dkim,
    signatures: report.dkim.signatures.map((signature) => ({
      ...signature,
      detail: signature.detail === null ? null : detailInGerman(signature.detail)
    }))
  },
  findings: report.findings.map((finding) => ({
    ...finding,
    message: messageInGerman(finding.message) ?? finding.message,
    step: finding.step === null ? null : (stepInGerman(finding.step) ?? finding.step)
  }))
})
