/** Safe markup, in which all text is already escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** The values of a template: text is escaped, lists are joined, `null` and `false` render nothing. */
export type HtmlPart = Html | string | number | null | false | ReadonlyArray<HtmlPart>

const render = (part: HtmlPart): string => {
  if (part === null || part === false) return ""
  if (part instanceof Html) return part.markup
  if (typeof part === "object") return part.map(render).join("")
  return String(part).replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character)
}

/** Builds markup from a template. Values are escaped for element content and quoted attributes. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<HtmlPart>): Html =>
  new Html(strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string))
