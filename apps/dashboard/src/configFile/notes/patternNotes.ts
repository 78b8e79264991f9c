import { patternsOf } from "../../words/sentencePairs.ts"

/** The messages about faults of a regular expression, without their German subjects "Das Muster" and "Es". */
export const patternNotes = patternsOf([
  ["ends too early", "endet zu früh"],
  ["is too large", "ist zu groß"],
  ["is nested too deeply", "ist zu tief verschachtelt"],
  ["is longer than {} characters", "ist länger als {} Zeichen"],
  ["has an escape for a character that does not exist", "hat ein Zeichen, das es nicht gibt"],
  ["has a flag group without a flag", "hat eine Gruppe von Flags ohne Flag"],
  ["has a lookahead, a lookbehind or a named group", "hat einen Lookahead, einen Lookbehind oder eine benannte Gruppe"],
  [
    "has a lookahead, a lookbehind or an unknown flag",
    "hat einen Lookahead, einen Lookbehind oder ein unbekanntes Flag"
  ],
  ["has two groups with the name {}", "hat zwei Gruppen mit dem Namen {}"],
  ["has an unclosed group", "hat eine offene Gruppe"],
  ["has an unclosed bracket", "hat eine offene Klammer"],
  ["has one closing bracket too many", "hat eine schließende Klammer zu viel"],
  ["has an invalid range", "hat einen ungültigen Bereich"],
  ["has a repetition with reversed limits", "hat eine Wiederholung mit vertauschten Grenzen"],
  ["repeats nothing", "wiederholt nichts"],
  ["repeats a repetition", "wiederholt eine Wiederholung"],
  ["repeats a part more than {} times", "wiederholt einen Teil mehr als {}-mal"],
  [String.raw`has \b in brackets`, String.raw`hat \b in Klammern`],
  [String.raw`has \B that is not beside a character`, String.raw`hat \B, das nicht neben einem Zeichen steht`],
  ["has a multiline {} in its middle", "hat {} für Zeilen in der Mitte"],
  [String.raw`has an invalid \{}`, String.raw`hat ein ungültiges \{}`],
  ["has {}, which is not supported", "hat {}, das Mon nicht unterstützt"]
])
