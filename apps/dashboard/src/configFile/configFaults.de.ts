import { serviceSentence } from "../alerts/serviceSentence.ts"
import { hostSentence } from "../words/hostSentence.ts"
import { written } from "../words/checkMessages.de.ts"
import { SUBJECT } from "../words/refusal.ts"
import { refusals } from "../words/refusals.de.ts"
import { patternsOf } from "../words/sentencePairs.ts"

/** The messages about faults of a configuration file, without the field name at the beginning. */
const configFaults = patternsOf([
  ["must be true or false.", "muss true oder false sein."],
  ["must be an object that maps keys to objects.", "muss ein Objekt sein, das Schlüsseln Objekte zuordnet."],
  [
    "must be an object with the fields in the documentation.",
    "muss ein Objekt mit den Feldern aus der Dokumentation sein."
  ],
  ["The file must be an object with version and project.", "Die Datei muss ein Objekt mit version und project sein."],
  [
    "must be a list of keys in this file, or in other projects, such as {}.",
    "muss eine Liste von Schlüsseln dieser Datei oder anderer Projekte sein, zum Beispiel {}."
  ],
  [
    "must be null or the key of a tag in this file, or in another project, such as {}.",
    "muss null oder der Schlüssel eines Tags dieser Datei oder eines anderen Projekts sein, zum Beispiel {}."
  ],
  [
    "must be null or the key of a group on the page.",
    "muss null oder der Schlüssel einer Gruppe dieser Statusseite sein."
  ],
  ["must have at most {} different keys.", "darf höchstens {} Schlüssel haben, und keinen doppelt."],
  ["must be 1.", "muss 1 sein."],
  [
    "must start with a letter, contain only letters, digits, dots, underscores and hyphens, and have at most {} characters.",
    "muss mit einem Buchstaben beginnen, darf nur Buchstaben, Ziffern, Punkte, Unterstriche und Bindestriche enthalten und höchstens {} Zeichen haben."
  ],
  ["is not allowed here. Did you mean {}?", "ist hier nicht erlaubt. Meinten Sie {}?"],
  ["is not allowed here.", "ist hier nicht erlaubt."],
  ["has a value that is not allowed.", "hat einen Wert, der nicht erlaubt ist."],
  ["{} is not the name of an environment variable.", "{} ist kein Name einer Umgebungsvariablen."],
  [
    "must not contain ${env:…}: only header values, bodies, credentials and channel secrets can.",
    "darf ${env:…} nicht enthalten: Das können nur Werte von Kopfzeilen, Inhalte, Zugangsdaten und Geheimnisse von Kanälen."
  ],
  ["The file has no tag with the key {}.", "Die Datei hat keinen Tag mit dem Schlüssel {}."],
  ["The file has no channel with the key {}.", "Die Datei hat keinen Kanal mit dem Schlüssel {}."],
  ["The file has no monitor with the key {}.", "Die Datei hat keinen Monitor mit dem Schlüssel {}."],
  ["Another monitor in the file has the same key.", "Ein anderer Monitor der Datei hat denselben Schlüssel."],
  ["The page has no group with the key {}.", "Die Statusseite hat keine Gruppe mit dem Schlüssel {}."],
  ["The key must not be one of: {}.", "Der Schlüssel darf keiner von diesen sein: {}."],
  ["The {} project already owns this object.", "Das Projekt {} hat das schon."],
  ["The file must have at most {} names and values.", "Die Datei darf höchstens {} Namen und Werte haben."],
  ["The file must have at most {} bytes.", "Die Datei darf höchstens {} Byte haben."],
  ["The file is nested too deeply.", "Die Datei ist zu tief verschachtelt."],
  ["The file must contain exactly one document.", "Die Datei muss genau ein Dokument enthalten."],
  [
    "has a name that is not a string. Put it in quotes.",
    "hat einen Namen, der kein Text ist. Setzen Sie ihn in Anführungszeichen."
  ],
  ["is not allowed as a name.", "ist als Name nicht erlaubt."],
  ["must not have an anchor or a tag.", "darf keinen Anker und kein Tag haben."],
  ["occurs twice.", "kommt doppelt vor."],
  ["is nested too deeply.", "ist zu tief verschachtelt."],
  ["must not be an alias. Repeat the value instead.", "darf kein Alias sein. Wiederholen Sie stattdessen den Wert."],
  ["is an alias without an anchor.", "ist ein Alias ohne Ziel."],
  ["cannot be read.", "lässt sich nicht lesen."],
  ["must not contain NUL characters or unpaired surrogates.", "enthält Zeichen, die sich nicht speichern lassen."]
])

const yamlFaults = patternsOf([
  ["All {} items must start at the same column.", "Alle Einträge müssen in derselben Spalte beginnen."],
  ["Tabs are not allowed as indentation.", "Einrückungen dürfen keine Tabulatoren enthalten."],
  ["Nested mappings are not allowed in compact mappings.", "In einer Zeile darf nur ein Name mit Doppelpunkt stehen."],
  [
    "Implicit map keys need to be followed by map values.",
    "Nach diesem Namen fehlt ein Doppelpunkt, oder die Einrückung passt nicht."
  ],
  ["Implicit keys need to be on a single line.", "Ein Name darf nicht über mehrere Zeilen gehen."],
  ["Missing closing {}quote.", "Das schließende Anführungszeichen fehlt."],
  ["Map keys must be unique.", "Ein Name kommt doppelt vor."],
  ["Unresolved tag: {}.", "Unbekanntes Tag: {}."]
])

const parsers = (sentence: string): string =>
  written(sentence, yamlFaults) ?? `Die Datei ist kein gültiges YAML: „${sentence}“`

/**
 * Returns the German message about a fault of a configuration file. Names of fields stay as they are in the file. A
 * message without a path may come from the YAML parser.
 */
export const germanFault = (sentence: string, path: string): string => {
  const whole = written(sentence, [...refusals.whole, ...configFaults])
  if (whole !== null) return whole
  const [start = ""] = SUBJECT.exec(sentence) ?? []
  const rest = written(sentence.slice(start.length), [...configFaults, ...refusals.rest])
  if (rest !== null) return `${start.replace(/^Enter /u, "")}${rest}`
  // The API already returns messages about settings in German.
  if (sentence.startsWith("settings.")) return sentence
  for (const said of [serviceSentence(sentence, "de"), hostSentence(sentence, "de")]) if (said !== sentence) return said
  return path === "" ? parsers(sentence) : sentence
}
