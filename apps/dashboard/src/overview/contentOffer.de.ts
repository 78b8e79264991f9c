import type { ContentOfferWords } from "./contentOffer.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const contentOfferDe: ContentOfferWords = {
  title: "Gestörte Seiten können als Ausfall zählen",
  intro: (count) =>
    `Mon kann jetzt eine Fehlermeldung, eine gesperrte oder geparkte Website oder eine leere Seite als Ausfall zählen, obwohl der Status 200 ist. Bei ${count} ${plural(count, "Monitor", "Monitoren")} zeigt Mon bisher nur einen Hinweis auf eine solche Seite.`,
  none: "Keiner davon wäre jetzt ausgefallen.",
  would: (count) => `${count} davon ${plural(count, "wäre", "wären")} jetzt ausgefallen:`,
  more: (count) => `und ${count} ${plural(count, "weiterer", "weitere")}`,
  all: "Für alle als Ausfall zählen",
  later: "Jetzt nicht",
  laterHint: "Sie können das später in den Einstellungen jedes Monitors ändern.",
  confirmTitle: "Gestörte Seiten als Ausfall zählen?",
  confirm: (count) =>
    `Nach den nächsten Prüfungen ${plural(count, "gilt 1 Monitor", `gelten ${count} Monitore`)} als ausgefallen, und Mon sendet Alarme.`,
  done: (count) => `Gestörte Seiten zählen jetzt bei ${count} ${plural(count, "Monitor", "Monitoren")} als Ausfall.`,
  failed: (count, reason) => `${count} ${plural(count, "Monitor", "Monitore")} unverändert: ${reason}`,
  dismissed:
    "Mon bietet das nicht noch einmal an. Gestörte Seiten dieser Monitore zählen nicht als Ausfall: Mon zeigt dazu nur einen Hinweis."
}
