import type { Catalogue } from "../../words/catalogue.en.ts"
import type { Pattern } from "../../words/refusals.en.ts"
import { patternsOf, type SentencePair } from "../../words/sentencePairs.ts"

/**
 * Matches the beginnings of the YAML parser's messages. A short German sentence replaces such a message, because its
 * line number is more useful than its words.
 */
const OF_PARSER =
  /^(?:A (?:block sequence|node) |Alias |All (?:mapping|sequence) items |An alias |Anchors? |Block |Comments must |Directive|Expected a flow |Flow |Implicit |Invalid escape |Map |Missing |Nested mappings |Not a YAML token|Plain value |Sequence item |Source contains |Tabs are |Tags and anchors |The : indicator |Un(?:expected|resolved|supported) )/u

/** The notes about faults at a place in a file. The path of the place may precede them. */
const ofPlaces: ReadonlyArray<SentencePair> = [
  [
    "has a name that is not a string. Put it in quotes.",
    "hat einen Namen, der kein Text ist. Setzen Sie ihn in Anführungszeichen."
  ],
  ["has a value that is not allowed.", "hat einen Wert, der nicht erlaubt ist."],
  ["is not allowed as a name.", "ist als Name nicht erlaubt."],
  ["is nested too deeply.", "ist zu tief verschachtelt."],
  ["is an alias without an anchor.", "ist ein Alias von nichts."],
  ["occurs twice.", "kommt doppelt vor."],
  ["cannot be read.", "ist nicht lesbar."],
  ["must not be an alias. Repeat the value instead.", "darf kein Alias sein. Wiederholen Sie stattdessen den Wert."],
  ["must not have an anchor or a tag.", "darf weder Anker noch YAML-Tag haben."],
  ["must not contain NUL characters or unpaired surrogates.", "enthält Zeichen, die sich nicht speichern lassen."],
  ["must have at most {} different keys.", "darf höchstens {} verschiedene Einträge haben."],
  [
    "must not contain ${env:…}: only header values, bodies, credentials and channel secrets can.",
    "darf ${env:…} nicht enthalten: Das geht nur in Headern, Inhalten, Zugangsdaten und Geheimnissen von Kanälen."
  ]
]

const whole: ReadonlyArray<SentencePair> = [
  ["The file must have at most {} names and values.", "Die Datei darf höchstens {} Namen und Werte haben."],
  ["The file must have at most {} bytes.", "Die Datei darf höchstens {} Bytes haben."],
  ["The file is nested too deeply.", "Die Datei ist zu tief verschachtelt."],
  ["The file must contain exactly one document.", "Die Datei muss genau ein Dokument enthalten."],
  ["The file has no {} with the key {}.", "Die Datei hat keinen Eintrag {} mit dem Schlüssel {}."],
  ["The page has no group with the key {}.", "Die Seite hat keine Gruppe mit dem Schlüssel {}."],
  ["{} is not the name of an environment variable.", "{} ist kein Name einer Umgebungsvariable."],
  ["A selector can have at most {} characters.", "Ein Selektor kann höchstens {} Zeichen haben."],
  ["A selector must have at least one character.", "Ein Selektor braucht mindestens ein Zeichen."]
]

export const filePairs: ReadonlyArray<SentencePair> = [...whole, ...ofPlaces]

/** The patterns of notes that follow a path, which contains no spaces. */
const behindPaths = patternsOf(ofPlaces).map(([pattern, write]): Pattern => [
  new RegExp(pattern.source.replace("^", String.raw`^(\S+) `), "su"),
  (path, ...parts) => `${path} ${write(...parts)}`
])

/** Returns the patterns of the notes about files. Parts such as paths and selectors have no translation. */
export const fileNotes = (
  translate: (note: string) => string,
  labels: Catalogue["form"]["labels"]
): ReadonlyArray<Pattern> => [
  ...behindPaths,
  [OF_PARSER, () => "Das ist kein gültiges YAML."],
  [/^(?:(\S+) )?is not allowed here\./u, (place) => `${place === undefined ? "" : `${place} `}ist hier nicht erlaubt.`],
  [
    /^(".*") is not a (CSS selector|JSONPath)(?: \(.*\))?\.$/su,
    (selector, kind) => `${selector} ist kein ${kind === "JSONPath" ? kind : "CSS-Selektor"}.`
  ],
  [
    /^expect\.(\w+) must be .+, but it is (?:the string )?(.+)\.$/su,
    (field = "", value) => `Der Wert ${value} von „${labels[`expect.${field}`] ?? field}“ ist nicht erlaubt.`
  ],
  // The form of a webhook has a different label for the field `url`.
  [/^url (must .+)$/su, (rule = "") => `„Adresse“ ${translate(rule)}`],
  // The key of an object can contain a hyphen.
  [/^([A-Za-z]+\.[\w.-]*-[^ ]+) (.+)$/su, (place, what = "") => `${place} ${translate(what)}`]
]
