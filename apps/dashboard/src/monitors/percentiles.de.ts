import type { percentilesEn } from "./percentiles.en.ts"

export const percentilesDe: typeof percentilesEn = {
  per: { quarter: "p95 je 15 Minuten", hour: "p95 je Stunde", day: "p95 je Tag" },
  period: (range, checks, failed, average) =>
    `${range}: ${checks} ${checks === "1" ? "Prüfung" : "Prüfungen"}, ${failed} fehlgeschlagen${average === null ? "" : `, im Mittel ${average}`}.`,
  slowest: { quarter: "Langsamste 15 Minuten", hour: "Langsamste Stunde", day: "Langsamster Tag" },
  hints: {
    quarter: "p95 heißt: 95 von 100 Prüfungen waren schneller.",
    hour: "p95 heißt: 95 von 100 Prüfungen waren schneller. Gerechnet wird je Stunde, nicht für den ganzen Zeitraum.",
    day: "p95 heißt: 95 von 100 Prüfungen waren schneller. Gerechnet wird je Tag, nicht für den ganzen Zeitraum."
  }
}
