import type { PageRulesWords } from "./pageRulesEn.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

/** The texts about what counts on a page, in German: the preview, and lines to ignore. */
export const pageRulesDe: PageRulesWords = {
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
  },
  ignoring: {
    open: "Zeilen ignorieren…",
    ofLine: (line) => `Zeilen wie diese ignorieren: ${line}`,
    title: "Zeilen wie diese ignorieren",
    line: "Geänderte Zeile",
    which: "Welche Zeilen?",
    kinds: { form: "Mit anderen Werten", words: "Mit denselben Wörtern", line: "Nur dieser Text" },
    pattern: "Muster",
    patternHint:
      "Zeilen, auf die es passt, zählen nicht. Im Muster steht \\d+ für eine Zahl und .* für beliebigen Text.",
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
}
