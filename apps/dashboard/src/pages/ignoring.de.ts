import type { IgnoringWords } from "./ignoring.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const ignoringDe: IgnoringWords = {
  open: "Zeilen ignorieren…",
  ofLine: (line) => `Zeilen wie diese ignorieren: ${line}`,
  title: "Zeilen wie diese ignorieren",
  line: "Geänderte Zeile",
  which: "Welche Zeilen?",
  kinds: { form: "Mit anderen Werten", words: "Mit denselben Wörtern", line: "Nur dieser Text" },
  pattern: "Muster",
  patternHint: "Zeilen, auf die es passt, zählen nicht. Im Muster steht \\d+ für eine Zahl und .* für beliebigen Text.",
  ignoreCase: "Groß- und Kleinschreibung ist gleich",
  effect: "Was damit nicht gezählt hätte",
  invalid: "Dieses Muster ist noch nicht gültig.",
  tooSlow: "Dieses Muster braucht hier zu lange, deshalb ist seine Wirkung nicht zu sehen.",
  here: (ignored, all) => `In dieser Änderung: ${ignored} von ${all} geänderten ${plural(all, "Zeile", "Zeilen")}`,
  before: (date, ignored, all) => `${date}: ${ignored} von ${all} geänderten ${plural(all, "Zeile", "Zeilen")}`,
  unreported: "wäre nicht gemeldet worden",
  ignoredLine: "ignoriert",
  countedLine: "zählt weiter",
  unchanged: (count) => `Auch ${count} unveränderte ${plural(count, "Zeile", "Zeilen")} in der Nähe`,
  misses: "Das Muster passt nicht auf die gewählte Zeile.",
  everything:
    "Das Muster passt auf jede Zeile, die hier steht. Machen Sie es enger, sonst bleibt nichts zu vergleichen.",
  baseline: "Die nächste Prüfung ist ein neuer Anfang: Was sich bis dahin ändert, wird nicht gemeldet.",
  save: "Diese Zeilen ignorieren",
  saved: "Solche Zeilen zählen ab der nächsten Prüfung nicht mehr.",
  known: "Solche Zeilen zählen schon jetzt nicht."
}
