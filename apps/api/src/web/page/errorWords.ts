import type { Language } from "@mon/model"

export type ErrorKind = "absent" | "away" | "broken" | "busy" | "flood" | "foreign" | "tooLarge"

interface ErrorText {
  readonly title: string
  readonly text: string
}

interface Words {
  readonly start: string
  readonly texts: Readonly<Record<ErrorKind, ErrorText>>
}

export const errorWords: Readonly<Record<Language, Words>> = {
  en: {
    start: "Go to the start page",
    texts: {
      absent: { title: "Page not found", text: "The address may be mistyped, or the page may no longer exist." },
      foreign: {
        title: "This form came from another site",
        text: "For your security, we only accept forms from our own pages. Reload the page and try again."
      },
      tooLarge: { title: "Form too large", text: "The form contains too much data." },
      flood: { title: "Too many requests", text: "Too many requests came from your network. Try again in a minute." },
      busy: {
        title: "One moment, please",
        text: "Many people are signing in right now. Try again in a few seconds."
      },
      away: {
        title: "We will be right back",
        text: "The service cannot reach its database at the moment. Try again in a minute."
      },
      broken: {
        title: "Something went wrong",
        text: "This is an error on our side, and it has been logged. Try again, or go back to the start page."
      }
    }
  },
  de: {
    start: "Zur Startseite",
    texts: {
      absent: {
        title: "Seite nicht gefunden",
        text: "Vielleicht ist die Adresse falsch geschrieben, oder es gibt die Seite nicht mehr."
      },
      foreign: {
        title: "Das Formular kam von einer anderen Website",
        text: "Zu Ihrer Sicherheit nehmen wir nur Formulare unserer eigenen Seiten an. Laden Sie die Seite neu und versuchen Sie es noch einmal."
      },
      tooLarge: { title: "Formular zu groß", text: "Das Formular enthält mehr Daten als erlaubt." },
      flood: {
        title: "Zu viele Anfragen",
        text: "Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal."
      },
      busy: {
        title: "Einen Moment bitte",
        text: "Gerade melden sich viele an. Versuchen Sie es in einigen Sekunden noch einmal."
      },
      away: {
        title: "Wir sind gleich zurück",
        text: "Der Dienst erreicht gerade seine Datenbank nicht. Versuchen Sie es in einer Minute noch einmal."
      },
      broken: {
        title: "Das hat nicht geklappt",
        text: "Der Fehler liegt bei uns und wurde aufgezeichnet. Versuchen Sie es noch einmal, oder gehen Sie zur Startseite."
      }
    }
  }
}
