import type { SentencePair } from "../../words/sentencePairs.ts"

/** The notes about the reasons why a file cannot be read, and about values that occur in files of any kind. */
export const readingNotes: ReadonlyArray<SentencePair> = [
  ["The input contains nothing that can be imported.", "Die Datei enthält nichts, was Mon importieren kann."],
  ["Only Uptime Kuma databases can be imported.", "Nur Datenbanken von Uptime Kuma lassen sich importieren."],
  ["It cannot be read.", "Es ist nicht lesbar."],
  ["{} cannot be read.", "{} ist nicht lesbar."],
  ["{}, line {}, column {}: {note}", "{}, Zeile {}, Spalte {}: {note}"],
  [
    "{} is not valid JSON: there is an error at line {}, column {}.",
    "{} ist kein gültiges JSON: Der Fehler ist in Zeile {}, Spalte {}."
  ],
  ["{} has more than {} bytes.", "{} hat mehr als {} Bytes."],
  ["{} has more than {} levels.", "{} hat mehr als {} Ebenen."],
  ["{} has more than {} names and values.", "{} hat mehr als {} Namen und Werte."],
  ["{} has more than {} rows.", "{} hat mehr als {} Tabellenzeilen."],
  ["{} has more than {} lines.", "{} hat mehr als {} Zeilen."],
  ["{} has more than {} columns in line {}.", "{} hat mehr als {} Spalten in Zeile {}."],
  [
    "{} has an unclosed quote, which starts after line {}.",
    "{} hat ein offenes Anführungszeichen, das nach Zeile {} beginnt."
  ],
  ["{} has a value that is not an object.", "{} hat einen Wert, der kein Objekt ist."],
  ["{} has no list of monitors.", "{} hat keine Liste von Monitoren."],
  ["It is not an object.", "Es ist kein Objekt."],
  [
    "Mon compares the type too: the value must be {} in JSON, and not the string {}.",
    "Mon vergleicht auch den Typ: Der Wert muss in JSON {} sein und nicht der Text {}."
  ]
]
