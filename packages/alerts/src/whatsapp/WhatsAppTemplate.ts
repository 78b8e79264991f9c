import { argumentsOf, aString, type Kind, listOf, oneOf, optionsOf, shape } from "@mon/bundled/arguments"

const kindName = (): Kind => oneOf("down", "up", "notice", "code")

const templateText = (): Kind =>
  shape<WhatsAppText>("an object with kind and parameters", { kind: kindName(), parameters: listOf(aString) })

/**
 * Returns the argument check for an account's templates.
 *
 * @internal
 */
export const templatesOfAccount = (): Kind =>
  shape<WhatsAppTemplates>("templates, such as whatsAppTemplates", {
    names: optionsOf<WhatsAppTemplates["names"]>({ down: aString, up: aString, notice: aString, code: aString }),
    language: aString
  })

const acceptToParameter = /* @__PURE__ */ argumentsOf("toParameter", () => ({ text: aString }))
const acceptToTemplateRequest = /* @__PURE__ */ argumentsOf("toTemplateRequest", () => ({
  to: aString,
  message: templateText(),
  templates: templatesOfAccount()
}))

/** The kind of a WhatsApp message. Each kind has one approved template. */
export type WhatsAppKind = "down" | "up" | "notice" | "code"

/** The words of a message. The sender determines the recipient and the language. */
export interface WhatsAppText {
  readonly kind: WhatsAppKind
  /** The values of {{1}}, {{2}}, … in the body. */
  readonly parameters: ReadonlyArray<string>
}

/** The approved templates of an account. */
export interface WhatsAppTemplates {
  readonly names: Readonly<Record<WhatsAppKind, string>>
  /** The language of the templates, such as `en`, `en_US` or `de`. */
  readonly language: string
}

/** The default names of templates. `code` is an authentication template, and all others are utility templates. */
export const whatsAppTemplates: WhatsAppTemplates = {
  names: { down: "monitor_down", up: "monitor_up", notice: "monitor_notice", code: "confirmation_code" },
  language: "en"
}

/**
 * The maximum number of characters in one parameter. The whole body of a template message has at most 1024 characters.
 */
const PARAMETER_CHARACTERS = 200
/** The text for an empty parameter, because a parameter must not be empty. */
const NOTHING = "-"

const cut = (text: string): string => {
  const characters = [...text]
  return characters.length <= PARAMETER_CHARACTERS ? text : `${characters.slice(0, PARAMETER_CHARACTERS - 1).join("")}…`
}

/**
 * Converts a text to a valid template parameter: one line, no tabs, no runs of spaces, not empty, at most 200
 * characters.
 *
 * @example
 * toParameter("a\n\tb    c") // => "a b c"
 */
export const toParameter = (text: string): string => {
  acceptToParameter(text)
  const clean = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
  return clean === "" ? NOTHING : cut(clean)
}

interface Component {
  readonly type: "body" | "button"
  readonly sub_type?: "url"
  readonly index?: "0"
  readonly parameters: ReadonlyArray<{ readonly type: "text"; readonly text: string }>
}

export interface TemplateRequest {
  readonly messaging_product: "whatsapp"
  readonly recipient_type: "individual"
  readonly to: string
  readonly type: "template"
  readonly template: {
    readonly name: string
    readonly language: { readonly code: string }
    readonly components: ReadonlyArray<Component>
  }
}

const asText = (text: string) => ({ type: "text", text }) as const

/**
 * Returns the buttons of a template. An authentication template has a button that copies the code, so the code is
 * needed a second time.
 */
const buttons = ({ kind, parameters }: WhatsAppText): ReadonlyArray<Component> =>
  kind === "code"
    ? [{ type: "button", sub_type: "url", index: "0", parameters: parameters.slice(0, 1).map(toParameter).map(asText) }]
    : []

/** Builds the request that sends a message to a number in international form. */
export const toTemplateRequest = (to: string, message: WhatsAppText, templates: WhatsAppTemplates): TemplateRequest => {
  acceptToTemplateRequest(to, message, templates)
  const { names, language } = templates
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to,
    type: "template",
    template: {
      name: names[message.kind],
      language: { code: language },
      components: [
        ...(message.parameters.length === 0
          ? []
          : [{ type: "body" as const, parameters: message.parameters.map(toParameter).map(asText) }]),
        ...buttons(message)
      ]
    }
  }
}
