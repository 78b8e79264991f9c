import type { addingEn } from "./adding.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const addingDe: typeof addingEn = {
  title: "Seiten hinzufügen",
  field: "Welche Seiten?",
  hint: "Adressen, eine je Zeile. Mon vergleicht den sichtbaren Text und ein Bild mit denen der letzten Prüfung.",
  found: (count) => `${count} neue ${plural(count, "Seite", "Seiten")}`,
  submit: (count) => (count === 0 ? "Hinzufügen" : `${count} ${plural(count, "Seite", "Seiten")} hinzufügen`),
  results: "Hinzugefügte Seiten",
  done: "Alle Seiten zeigen",
  read: "Gelesen. Spätere Prüfungen werden mit dieser verglichen.",
  summary: (read, failed, waiting) => `${read} gelesen, ${failed} nicht lesbar, ${waiting} ausstehend`
}
