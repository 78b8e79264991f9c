import { messages } from "@mon/api-contract"
import type { Language } from "@mon/model"

interface Words {
  readonly ownerOnly: string
  readonly parts: string
  /**
   * Returns the sentence about a fault in the input. The dashboard's form shows the same sentence at the field when it
   * is saved.
   */
  readonly invalid: (message: string) => string
  readonly unavailable: (message: string) => string
}

export const previewWords: Readonly<Record<Language, Words>> = {
  en: {
    ownerOnly: messages.ownerOnly,
    parts: messages.statusPageParts,
    invalid: (message) => message,
    unavailable: (message) => message
  },
  de: {
    ownerOnly: "Das kann nur der Inhaber des Kontos.",
    parts: "Eine Seite hat höchstens 50 Gruppen und 200 Komponenten, und alle brauchen einen Namen.",
    invalid: () => "Mit diesen Angaben gibt es keine Vorschau. Beim Speichern steht, welches Feld nicht passt.",
    unavailable: () => "Die Vorschau ist gerade nicht möglich. Versuchen Sie es in einer Minute noch einmal."
  }
}
