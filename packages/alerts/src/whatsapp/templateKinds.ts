import { aString, type Kind, listOf, oneOf, optionsOf, shape } from "@mon/arguments"
import type { WhatsAppTemplates, WhatsAppText } from "./WhatsAppTemplate.ts"

const kindName = (): Kind => oneOf("down", "up", "notice", "code")

/** A message before it takes the form of a template. */
export const templateText = (): Kind =>
  shape<WhatsAppText>("an object with kind and parameters", { kind: kindName(), parameters: listOf(aString) })

/** The templates of an account. */
export const templatesOfAccount = (): Kind =>
  shape<WhatsAppTemplates>("templates, such as whatsAppTemplates", {
    names: optionsOf<WhatsAppTemplates["names"]>({ down: aString, up: aString, notice: aString, code: aString }),
    language: aString
  })
