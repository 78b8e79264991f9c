import type { SentencePair } from "../../words/sentencePairs.ts"

export const listNotes: ReadonlyArray<SentencePair> = [
  ["line {}", "Zeile {}"],
  ["column {}", "Spalte {}"],
  ["(cells after the last column)", "(Zellen nach der letzten Spalte)"],
  ["They have no header.", "Sie haben keine Überschrift."],
  ["Mon does not recognise this column.", "Mon erkennt diese Spalte nicht."],
  ["The value is not a duration such as 300 or 5m.", "Es ist keine Dauer wie 300 oder 5m."],
  [
    "{} has no column with addresses. In the first line, name one of the columns: {}.",
    "{} hat keine Spalte mit Adressen. Nennen Sie eine Spalte in der ersten Zeile: {}."
  ],
  ["{} has no rows below its line of headers.", "{} hat unter den Überschriften keine Zeilen."],
  ["{} has two columns with the same name.", "{} hat zwei Spalten mit demselben Namen."]
]
