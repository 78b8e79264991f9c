import { BREAKOUT, IMPLIED_END, kind, kindsOf } from "./Elements.ts"

/** What of a tag matters here. */
interface HiddenTag {
  readonly name: string
  readonly isEnd: boolean
  readonly isSelfClosing: boolean
}

const isStructural = (name: string): boolean => (kindsOf(name) & kind.structural) !== 0

/**
 * A part of a page that shows nothing, until its element ends: by its own end tag, by what implies its end, or by the end of an element around it,
 * so that a hidden element that is never closed does not hide the rest of the page.
 */
export class HiddenElement {
  readonly #name: string
  readonly #isForeign: boolean
  readonly #impliedBy: ReadonlySet<string> | undefined
  /** Elements of the same name that are open, the hidden one too. */
  #depth = 1
  /** Elements inside that need an end tag and have had none. */
  readonly #open = new Map<string, number>()
  #inside = 0
  readonly #around: (name: string) => number

  /** `around`: how many elements of a name are open around it. */
  constructor(name: string, around: (name: string) => number) {
    this.#name = name
    this.#around = around
    this.#isForeign = name === "svg" || name === "math"
    this.#impliedBy = IMPLIED_END[name]
  }

  /** Whether tags are those of SVG or MathML, in which a title or style is an element as any other. */
  get inForeign(): boolean {
    return this.#isForeign || (this.#open.get("svg") ?? 0) > 0 || (this.#open.get("math") ?? 0) > 0
  }

  /** Takes a tag: "inside" belongs to what is skipped, "own" was its end tag, "beyond" is the first that is not skipped. */
  take(tag: HiddenTag): "inside" | "own" | "beyond" {
    return tag.isEnd ? this.#end(tag.name) : this.#start(tag)
  }

  #end(name: string): "inside" | "own" | "beyond" {
    if (name === this.#name) {
      // What ends by itself ends inside of other elements too, with no tag to be counted.
      if (this.#impliedBy !== undefined) return this.#inside === 0 ? "own" : "inside"
      return --this.#depth === 0 ? "own" : "inside"
    }
    if (this.#isForeign && (name === "p" || name === "br")) return "beyond"
    if (!isStructural(name)) return "inside"
    const open = this.#open.get(name) ?? 0
    // The content of a template is a document of its own.
    if (open === 0) return this.#around(name) > 0 && this.#name !== "template" ? "beyond" : "inside"
    this.#open.set(name, open - 1)
    this.#inside--
    return "inside"
  }

  #start({ isSelfClosing, name }: HiddenTag): "inside" | "beyond" {
    if (this.#isForeign && BREAKOUT.has(name)) return "beyond"
    if (this.#inside === 0 && this.#impliedBy?.has(name) === true) return "beyond"
    if (isSelfClosing && this.inForeign) return "inside"
    if (name === this.#name) {
      this.#depth++
    } else if (isStructural(name) && !(isSelfClosing && (name === "svg" || name === "math"))) {
      this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
      this.#inside++
    }
    return "inside"
  }
}
