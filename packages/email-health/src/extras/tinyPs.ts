import { argumentsOf, aString } from "@mon/bundled/arguments"

const acceptLogoProblems = /* @__PURE__ */ argumentsOf("logoProblems", () => ({ text: aString }))

/**
 * A property of a BIMI logo that makes mailbox providers refuse it (draft-svg-tiny-ps-abrotman). The codes are stable.
 */
export type LogoProblem =
  | "not_svg"
  | "no_base_profile"
  | "wrong_version"
  | "no_title"
  | "long_title"
  | "not_square"
  | "script"
  | "external_reference"
  | "image"
  | "animation"
  | "position"
  | "doctype"
  | "large"

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly closing: boolean
  readonly end: number
}

/** The largest recommended size, in bytes. The draft recommends at most 32 kilobytes. */
const RECOMMENDED_BYTES = 32_768
const MAX_TITLE = 64
/** The most tags that are read. A file with more tags is longer than recommended. */
const MAX_TAGS = Math.ceil(RECOMMENDED_BYTES / "<g>".length)
const ATTRIBUTE = /\s*([^\s=/<>"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const NAME = /<\/?([A-Za-z_][\w.:-]*)/y
const ANIMATION: ReadonlySet<string> = new Set(["animate", "animatecolor", "animatemotion", "animatetransform", "set"])
const SCRIPT: ReadonlySet<string> = new Set(["script", "handler", "listener", "foreignobject"])
const REFERENCE: ReadonlySet<string> = new Set(["href", "xlink:href"])

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const after = (text: string, at: number, end: string): number => {
  const found = text.indexOf(end, at)
  return found === -1 ? text.length : found + end.length
}

const tagAt = (text: string, at: number): Tag | null => {
  NAME.lastIndex = at
  const match = NAME.exec(text)
  if (match === null) return null
  let attributes: Map<string, string> | null = null
  let end = NAME.lastIndex
  for (;;) {
    ATTRIBUTE.lastIndex = end
    const attribute = ATTRIBUTE.exec(text)
    if (attribute === null) break
    attributes ??= new Map()
    attributes.set((attribute[1] ?? "").toLowerCase(), attribute[2] ?? attribute[3] ?? "")
    end = ATTRIBUTE.lastIndex
  }
  return {
    name: (match[1] ?? "").toLowerCase().replace(/^svg:/, ""),
    attributes: attributes ?? NO_ATTRIBUTES,
    closing: text[at + 1] === "/",
    end: after(text, end, ">")
  }
}

/** Returns the tags of a text in order, without comments, instructions and CDATA. */
const tagsOf = (text: string): { readonly tags: ReadonlyArray<Tag>; readonly doctype: boolean } => {
  const tags: Array<Tag> = []
  let doctype = false
  for (let at = text.indexOf("<"); at !== -1 && tags.length < MAX_TAGS;) {
    let next = at + 1
    if (text.startsWith("<!--", at)) next = after(text, at, "-->")
    else if (text.startsWith("<![CDATA[", at)) next = after(text, at, "]]>")
    else if (text.startsWith("<?", at)) next = after(text, at, "?>")
    else if (text.startsWith("<!", at)) {
      doctype = true
      next = after(text, at, ">")
    } else {
      const tag = tagAt(text, at)
      if (tag !== null) {
        tags.push(tag)
        next = tag.end
      }
    }
    at = text.indexOf("<", next)
  }
  return { tags, doctype }
}

const isSquare = (root: Tag): boolean => {
  const box = root.attributes
    .get("viewbox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width, height] = box ?? []
  return width !== undefined && width > 0 && width === height
}

const isExternal = ({ attributes, name }: Tag): boolean =>
  name !== "image" &&
  [...attributes].some(([key, value]) => REFERENCE.has(key) && value !== "" && !value.trim().startsWith("#"))

const hasHandler = ({ attributes }: Tag): boolean => [...attributes.keys()].some((key) => /^on[a-z]/.test(key))

/** Returns the problems of a logo from the text of its file; empty if the logo has none. */
export const logoProblems = (text: string): ReadonlyArray<LogoProblem> => {
  acceptLogoProblems(text)
  const { doctype, tags } = tagsOf(text)
  const [root] = tags
  if (root === undefined || root.name !== "svg" || root.closing) return ["not_svg"]
  const opening = tags.filter(({ closing }) => !closing)
  const title = opening.find(({ name }) => name === "title")
  const words =
    title === undefined ? "" : text.slice(title.end, Math.max(title.end, text.indexOf("</", title.end))).trim()
  const problems: ReadonlyArray<readonly [LogoProblem, boolean]> = [
    ["no_base_profile", root.attributes.get("baseprofile") !== "tiny-ps"],
    ["wrong_version", root.attributes.get("version") !== "1.2"],
    ["no_title", words === ""],
    ["long_title", words.length > MAX_TITLE],
    ["not_square", !isSquare(root)],
    ["script", opening.some((tag) => SCRIPT.has(tag.name) || hasHandler(tag))],
    ["external_reference", opening.some(isExternal)],
    ["image", opening.some(({ name }) => name === "image")],
    ["animation", opening.some(({ name }) => ANIMATION.has(name))],
    ["position", root.attributes.has("x") || root.attributes.has("y")],
    ["doctype", doctype],
    ["large", new TextEncoder().encode(text).length > RECOMMENDED_BYTES]
  ]
  return problems.filter(([, found]) => found).map(([problem]) => problem)
}
