import type { previewEn } from "./preview.en.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const previewDe: typeof previewEn = {
  preview: {
    title: "Vorschau",
    run: "Vorschau zeigen",
    again: "Neue Vorschau",
    hint: "Mon prüft die Seite einmal mit diesen Einstellungen und zeigt, welche Zeilen verglichen würden. Nichts wird gespeichert, und niemand wird benachrichtigt.",
    noAddress: "Geben Sie zuerst die Adresse einer Seite ein.",
    address: "Seite",
    running: "Die Seite wird geprüft…",
    outdated: "Seit dieser Vorschau haben Sie etwas geändert.",
    compared: (count, shown) => `${shown} ${plural(count, "Zeile wird", "Zeilen werden")} verglichen`,
    refused: "Es gibt keine Vorschau.",
    limited:
      "Das war genug für diese Minute: Vorschauen, Prüfungen von Hand und Tests zählen zusammen. Versuchen Sie es in einer Minute wieder.",
    busy: "Mon ist zu beschäftigt, um die Seite zu lesen. Versuchen Sie es in einer Minute wieder.",
    lines: "Verglichene Zeilen",
    linesOfFailed: "Zeilen der Seite",
    hidden: "Der Text der Seite ist nicht zu sehen, weil die Anfrage Header, einen Body oder Zugangsdaten hat.",
    firstLines: (shown, all) => `Die ersten ${shown} von ${all} Zeilen.`,
    leftOut: (label, count, shown) => `${label}: ${shown} ${plural(count, "Zeile fällt", "Zeilen fallen")} weg`,
    nothingLeftOut: (label) => `${label}: Zurzeit fällt keine Zeile weg`,
    masked: "Zeiten und erzeugte Werte sind durch ihre Art ersetzt, zum Beispiel <time-of-day>: Sie zählen nie.",
    cause: (label) => `Ohne „${label}“ könnte die Seite verglichen werden.`,
    goTo: (label) => `Zu „${label}“`
  },
  faults: {
    __proto__: null as never,
    filter_not_found: "Ein Teil steht nicht auf der Seite",
    not_applicable: "Eine Option passt nicht zu dieser Seite",
    empty: "Nichts bleibt zu vergleichen",
    blocked: "Der Server hat eine andere Seite gezeigt",
    too_slow: "Das Lesen der Seite dauert zu lange",
    render_failed: "Der Browser konnte die Seite nicht zeigen"
  }
}
