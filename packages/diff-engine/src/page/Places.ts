interface Place {
  /** The list or object that contains the value. Null for the whole document. */
  readonly container: object | null
  readonly key: string | number
}

/**
 * A set of positions of values in one document. The positions are not stored as paths, because the paths could be much
 * longer than the document.
 */
export class Places {
  readonly #keys = new Map<object, Set<string | number>>()
  #hasRoot = false

  get hasRoot(): boolean {
    return this.#hasRoot
  }
  add({ container, key }: Place): void {
    if (container === null) {
      this.#hasRoot = true
      return
    }
    const keys = this.#keys.get(container)
    if (keys === undefined) this.#keys.set(container, new Set([key]))
    else keys.add(key)
  }
  has(container: object, key: string | number): boolean {
    return this.#keys.get(container)?.has(key) === true
  }
}
