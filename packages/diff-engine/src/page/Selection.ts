import { PathSyntaxError } from "@mon/bundled/json-path"

export interface Selection {
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
}

/**
 * Pseudo-classes that depend on a visitor or on a browser. The selector engine accepts these pseudo-classes, but
 * matches no elements with them, or different elements than a browser would.
 */
const OF_BROWSERS = /:(?:hover|active|visited|read-only|read-write|scope)(?![\w-])/iu
const ESCAPED_OR_QUOTED = /\\.|"[^"]*"|'[^']*'/gsu

class UnsupportedPseudo extends Error {}

/** Throws an error for a CSS selector that can match only in a browser. */
export const requireMatchable = (selector: string): void => {
  const [pseudo] = OF_BROWSERS.exec(selector.replace(ESCAPED_OR_QUOTED, "")) ?? []
  if (pseudo !== undefined) throw new UnsupportedPseudo(`${pseudo} needs a browser`)
}

/** The error for an invalid CSS selector or JSONPath. */
export class SelectorError extends TypeError {
  override readonly name = "SelectorError"
  readonly code = "ERR_INVALID_ARG_VALUE"
  readonly selector: string
  constructor(selector: string, cause: unknown, kind: "CSS selector" | "JSONPath" = "CSS selector") {
    const reason = cause instanceof PathSyntaxError || cause instanceof UnsupportedPseudo ? ` (${cause.message})` : ""
    super(`readPage: ${shownSelector(selector)} is not a ${kind}${reason}.`, { cause })
    this.selector = selector
  }
}

/** The error for an option that does not apply to the kind of content. The message is a sentence. */
export class NotApplicable extends Error {}

/** Returns whether a selector is a JSONPath (RFC 9535 section 2.2.1). No CSS selector begins with a dollar sign. */
export const isJsonPath = (selector: string): boolean => selector.trimStart().startsWith("$")

export const shownSelector = (selector: string): string => JSON.stringify(selector.slice(0, 200))

export const requireCss = ({ exclude, include }: Selection, content: string): void => {
  const path = [...include, ...exclude].find(isJsonPath)
  if (path === undefined) return
  throw new NotApplicable(
    `${shownSelector(path)} is a JSONPath, but the page is ${content}. Use a CSS selector such as "main".`
  )
}
