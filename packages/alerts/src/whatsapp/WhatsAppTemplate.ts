import { argumentsOf, aString, type Kind, listOf, oneOf, optionsOf, shape } from "@mon/bundled/arguments"

const kindName = (): Kind => oneOf("down", "up", "notice", "code")

/** A message before it takes the form of a template. */
const templateText = (): Kind =>
  shape<WhatsAppText>("an object with kind and parameters", { kind: kindName(), parameters: listOf(aString) })

/**
 * The templates of an account.
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

/** The kind of a message; each kind is one approved template. */
export type WhatsAppKind = "down" | "up" | "notice" | "code"

/** The words of a message; where and in which language is the sender's to know. */
export interface WhatsAppText {
  readonly kind: WhatsAppKind
  /** For {{1}}, {{2}}, … of the body. */
  readonly parameters: ReadonlyArray<string>
}

/** The approved templates of an account. */
export interface WhatsAppTemplates {
  readonly names: Readonly<Record<WhatsAppKind, string>>
  /** `en`, `en_US`, `de` */
  readonly language: string
}

/**
 * Names for those who have not chosen their own; `code` is an authentication template, the others are utility
 * templates.
 */
export const whatsAppTemplates: WhatsAppTemplates = {
  names: { down: "monitor_down", up: "monitor_up", notice: "monitor_notice", code: "confirmation_code" },
  language: "en"
}

/** Of one parameter; the whole body of a template message takes 1024 characters. */
const PARAMETER_CHARACTERS = 200
/** A parameter must not be empty. */
const NOTHING = "-"

const cut = (text: string): string => {
  const characters = [...text]
  return characters.length <= PARAMETER_CHARACTERS ? text : `${characters.slice(0, PARAMETER_CHARACTERS - 1).join("")}…`
}

/**
 * A text as a template parameter may be: one line, no tabs, no runs of spaces, not empty, at most 200 characters.
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

/** The body of a request to the Cloud API. */
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

/** Authentication templates have a button that copies the code, which wants the code a second time. */
const buttons = ({ kind, parameters }: WhatsAppText): ReadonlyArray<Component> =>
  kind === "code"
    ? [{ type: "button", sub_type: "url", index: "0", parameters: parameters.slice(0, 1).map(toParameter).map(asText) }]
    : []

/** Builds the request for a message to a number in the international form. */
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
