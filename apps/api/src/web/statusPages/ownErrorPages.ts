import type { Language } from "@mon/model"
import { html } from "@mon/status-page"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { errorHead } from "../page/errorPages.ts"
import type { ErrorKind } from "../page/errorWords.ts"
import { absentPage, awayPage } from "./accessPages.ts"
import { simplePage } from "./simplePage.ts"

interface Text {
  readonly title: string
  readonly text: string
}

type TextKind = Exclude<ErrorKind, "absent" | "away">

const texts: Readonly<Record<Language, Readonly<Record<TextKind, Text>>>> = {
  en: {
    foreign: { title: "This form came from another site", text: "Open the status page and try again." },
    tooLarge: { title: "Form too large", text: "The form contains too much data." },
    flood: { title: "Too many requests", text: "Too many requests came from your network. Try again in a minute." },
    busy: { title: "One moment, please", text: "Many people are opening the page. Try again in a few seconds." },
    broken: { title: "Something went wrong", text: "Try again in a minute." }
  },
  de: {
    foreign: {
      title: "Das Formular kam von einer anderen Website",
      text: "Öffnen Sie die Statusseite und versuchen Sie es noch einmal."
    },
    tooLarge: { title: "Formular zu groß", text: "Das Formular enthält mehr Daten als erlaubt." },
    flood: {
      title: "Zu viele Anfragen",
      text: "Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal."
    },
    busy: {
      title: "Einen Moment bitte",
      text: "Viele öffnen gerade die Seite. Versuchen Sie es in einigen Sekunden noch einmal."
    },
    broken: { title: "Das hat nicht geklappt", text: "Versuchen Sie es in einer Minute noch einmal." }
  }
}

/** An error page on an own host name: nothing in it leads to the service. */
export const ownErrorPage = (kind: ErrorKind, language: Language): HttpResponse => {
  if (kind === "absent") return absentPage(language)
  if (kind === "away") return awayPage(language)
  const { text, title } = texts[language][kind]
  return simplePage({ language, title, body: html`<p>${text}</p>`, ...errorHead(kind) })
}
