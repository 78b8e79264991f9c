/**
 * The description of a part of a value as plain data, from which forms are built. Sealed texts are shown as
 * {@link SEALED}.
 */
export type PartForm =
  | {
      readonly kind: "text"
      readonly about: string
      readonly example: string
      readonly maximum: number
      /** Whether the text may have several lines. */
      readonly isLong?: boolean
      readonly isSealed?: boolean
      /** Whether the text may be empty. */
      readonly mayBeEmpty?: boolean
    }
  | {
      readonly kind: "number"
      readonly about: string
      readonly example: number
      readonly minimum: number
      readonly maximum: number
      /** The unit of a duration. */
      readonly unit?: "seconds"
    }
  /** Absence of a flag means false, or true if `isOnByDefault`. */
  | { readonly kind: "flag"; readonly about: string; readonly isOnByDefault?: boolean }
  | { readonly kind: "word"; readonly about: string; readonly words: ReadonlyArray<string | number> }
  /** A text, a number, true, false or null. */
  | { readonly kind: "scalar"; readonly about: string; readonly maximum: number }
  | { readonly kind: "list"; readonly about: string; readonly maximum: number; readonly item: PartForm }
  /** A map of names to values. */
  | { readonly kind: "map"; readonly about: string; readonly maximum: number; readonly value: PartForm }
  | { readonly kind: "object"; readonly about: string; readonly parts: ReadonlyArray<NamedPartForm> }
  /** A choice between several objects. The name of the first part identifies the object, or its only word does. */
  | { readonly kind: "choice"; readonly about: string; readonly choices: ReadonlyArray<PartForm> }

/** A part of an object. */
export interface NamedPartForm {
  readonly name: string
  readonly isOptional: boolean
  readonly form: PartForm
}

/** The text that is shown instead of a sealed text. In a request, it means "unchanged". */
export const SEALED = "***"

/** The names and the list positions that lead to a part of a value. */
export type PartPath = ReadonlyArray<string | number>

const written = (path: PartPath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    ""
  )

/**
 * Replaces the sealed texts inside a value. `where` is the path of a text as a text, such as "headers.authorization" or
 * "steps[0].body".
 */
export const mapSealed = (
  form: PartForm,
  value: unknown,
  replace: (text: string, where: string, path: PartPath) => string | undefined,
  path: PartPath = []
): unknown => {
  if (value === null || value === undefined) return value
  switch (form.kind) {
    case "text":
      return form.isSealed === true && typeof value === "string" ? replace(value, written(path), path) : value
    case "list":
      return Array.isArray(value)
        ? value.map((item, index) => mapSealed(form.item, item, replace, [...path, index]))
        : value
    case "map":
      return mapEntries(value, (name, part) => mapSealed(form.value, part, replace, [...path, name]))
    case "object":
      return mapEntries(value, (name, part) => {
        const known = form.parts.find((candidate) => candidate.name === name)
        return known === undefined ? part : mapSealed(known.form, part, replace, [...path, name])
      })
    case "choice": {
      const chosen = form.choices.find((choice) => isChosen(choice, value))
      return chosen === undefined ? value : mapSealed(chosen, value, replace, path)
    }
    default:
      return value
  }
}

/** Returns the sealed texts inside a value, by their path. */
export const sealedTexts = (form: PartForm, value: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  mapSealed(form, value, (text, where) => {
    found.set(where, text)
    return text
  })
  return found
}

const mapEntries = (value: unknown, change: (name: string, part: unknown) => unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(name, part)]))
    : value

/** Returns the word of an object whose first part is a `type` with one word. Null for other objects. */
export const tagOf = (form: PartForm): { readonly word: string | number } | null => {
  const [first] = form.kind === "object" ? form.parts : []
  if (first?.name !== "type" || first.form.kind !== "word" || first.form.words.length !== 1) return null
  const [word] = first.form.words
  return word === undefined ? null : { word }
}

/** Returns the name of a choice: its word, or the name of its first part. */
export const nameOfChoice = (form: PartForm): string => {
  const tag = tagOf(form)
  return tag === null ? (form.kind === "object" ? (form.parts[0]?.name ?? "") : "") : String(tag.word)
}

/**
 * Returns whether a value is the object that a form describes: it contains the first part of the form, which the forms
 * of the other choices do not have, or the word of the first part.
 */
export const isChosen = (form: PartForm, value: unknown): boolean => {
  const [first] = form.kind === "object" ? form.parts : []
  if (first === undefined || typeof value !== "object" || value === null) return false
  const tag = tagOf(form)
  return Object.hasOwn(value, first.name) && (tag === null || ("type" in value && value.type === tag.word))
}

/** Returns whether a form contains sealed texts. */
export const hasSealed = (form: PartForm): boolean => {
  switch (form.kind) {
    case "text":
      return form.isSealed === true
    case "list":
      return hasSealed(form.item)
    case "map":
      return hasSealed(form.value)
    case "object":
      return form.parts.some((part) => hasSealed(part.form))
    case "choice":
      return form.choices.some(hasSealed)
    default:
      return false
  }
}
