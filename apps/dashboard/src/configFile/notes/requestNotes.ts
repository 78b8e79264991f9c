import type { SentencePair } from "../../words/sentencePairs.ts"

/** The notes about curl commands and recorded requests. */
export const requestNotes: ReadonlyArray<SentencePair> = [
  ["{} has no curl commands with an address.", "{} hat keine curl-Befehle mit einer Adresse."],
  ["{} has no requests for documents or data.", "{} hat keine Anfragen nach Dokumenten oder Daten."],
  ["None of the requests can be a step.", "Keine der Anfragen kann ein Schritt sein."],
  ["Mon does not send {} requests.", "Mon sendet keine Anfragen mit {}."],
  ["A check has at most {} steps.", "Eine Prüfung hat höchstens {} Schritte."],
  ["Programs add this header by themselves.", "Programme ergänzen diesen Header selbst."],
  ["Mon does not send this header.", "Mon sendet diesen Header nicht."],
  ["Mon does not send files.", "Mon sendet keine Dateien."],
  [
    "Only requests to the site of the first request become steps.",
    "Nur Anfragen an die Website der ersten Anfrage werden Schritte."
  ],
  ["Only requests for documents and data become steps.", "Nur Anfragen nach Dokumenten und Daten werden Schritte."],
  ["The step before it follows the redirect.", "Der Schritt davor folgt der Weiterleitung."],
  ["The steps get their cookies from the responses.", "Die Schritte bekommen ihre Cookies aus den Antworten."],
  ["The {} plan does not allow {} requests.", "Der Tarif {} erlaubt keine Anfragen mit {}."],
  [
    "Requests with {} need proof that the host is yours. Import them again once you have proved this.",
    "Anfragen mit {} brauchen den Nachweis, dass der Host Ihnen gehört. Importieren Sie sie danach noch einmal."
  ]
]
