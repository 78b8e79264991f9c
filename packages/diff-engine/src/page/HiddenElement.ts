import { BREAKOUT, IMPLIED_END, INTEGRATION, kind, kindsOf } from "./Elements.ts"

interface HiddenTag {
  readonly name: string
  readonly isEnd: boolean
  readonly isSelfClosing: boolean
}

const isStructural = (name: string): boolean => (kindsOf(name) & kind.structural) !== 0

/**
 * Finds the end of a hidden element. The element ends at its end tag, at an element that implies the end tag, or at the
 * end of an enclosing element. Therefore, an unclosed hidden element does not hide the rest of the page.
 */
export class HiddenElement {
  readonly #name: string
  readonly #isForeign: boolean
  readonly #impliedBy: ReadonlySet<string> | undefined
  /** The number of open elements of the same name, including the hidden element. */
  #depth = 1
  /** The number of open elements inside the hidden element, by name. Only elements that require an end tag count. */
  readonly #open = new Map<string, number>()
  #inside = 0
  readonly #around: (name: string) => number

  /**
   * `isForeign` says whether the element is in SVG or MathML. `around` returns the number of open enclosing elements
   * with a name.
   */
  constructor(name: string, isForeign: boolean, around: (name: string) => number) {
    this.#name = name
    this.#around = around
    this.#isForeign = name === "svg" || name === "math" || (isForeign && !INTEGRATION.has(name))
    this.#impliedBy = Object.hasOwn(IMPLIED_END, name) ? IMPLIED_END[name] : undefined
  }

  /** Whether the next tags belong to SVG or MathML, where title and style are ordinary elements. */
  get inForeign(): boolean {
    return this.#isForeign || (this.#open.get("svg") ?? 0) > 0 || (this.#open.get("math") ?? 0) > 0
  }

  /**
   * Reads a tag and returns its position: "inside" for a tag in the hidden element, "own" for the element's end tag,
   * and "beyond" for the first tag after the element.
   */
  read(tag: HiddenTag): "inside" | "own" | "beyond" {
    return tag.isEnd ? this.#end(tag.name) : this.#start(tag)
  }

  #end(name: string): "inside" | "own" | "beyond" {
    if (name === this.#name) {
      // An element with an optional end tag can end without a tag, so the nesting depth cannot be derived from the
      // number of start tags.
      if (this.#impliedBy !== undefined) return this.#inside === 0 ? "own" : "inside"
      return --this.#depth === 0 ? "own" : "inside"
    }
    if (this.#isForeign && (name === "p" || name === "br")) return "beyond"
    if (!isStructural(name)) return "inside"
    const open = this.#open.get(name) ?? 0
    // The content of a template is a separate document.
    if (open === 0) return this.#around(name) > 0 && this.#name !== "template" ? "beyond" : "inside"
    this.#open.set(name, open - 1)
    this.#inside--
    return "inside"
  }

  #endForeign(): void {
    for (const name of ["svg", "math"]) {
      this.#inside -= this.#open.get(name) ?? 0
      this.#open.set(name, 0)
    }
  }

  #start({ isSelfClosing, name }: HiddenTag): "inside" | "beyond" {
    if (this.#isForeign && BREAKOUT.has(name)) return "beyond"
    if (this.inForeign && BREAKOUT.has(name)) this.#endForeign()
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
