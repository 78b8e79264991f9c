import type { IgnoredArea } from "./RasterImage.ts"

/** The positions that a comparison ignores, in pixels from the top left of either image. */
export class IgnoredPixels {
  readonly #width: number
  readonly #height: number
  readonly #pixels: Uint8Array

  constructor(areas: ReadonlyArray<IgnoredArea>, width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#pixels = new Uint8Array(width * height)
    for (const area of areas) {
      if ("data" in area) this.#addMask(area.data)
      else this.#addRectangle(area.x, area.y, area.x + area.width, area.y + area.height)
    }
  }

  has(x: number, y: number): boolean {
    return this.#pixels[y * this.#width + x] === 1
  }

  othersIn(y: number): number {
    let others = this.#width
    for (let at = y * this.#width, end = at + this.#width; at < end; at++) others -= this.#pixels[at] ?? 0
    return others
  }

  /** Returns the parts of a row that are not ignored. Each part is a pair of a start and an exclusive end. */
  runsIn(y: number): ReadonlyArray<readonly [from: number, to: number]> {
    const runs: Array<readonly [number, number]> = []
    let from = -1
    for (let x = 0; x <= this.#width; x++) {
      const counts = x < this.#width && !this.has(x, y)
      if (counts && from === -1) from = x
      if (counts || from === -1) continue
      runs.push([from, x])
      from = -1
    }
    return runs
  }

  #addMask(data: Uint8Array | Uint8ClampedArray): void {
    for (let at = 0; at * 4 < data.length; at++) if (data[at * 4 + 3] !== 0) this.#pixels[at] = 1
  }

  #addRectangle(left: number, top: number, right: number, bottom: number): void {
    const from = Math.max(0, Math.floor(left))
    const to = Math.min(this.#width, Math.ceil(right))
    if (from >= to) return
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.#height, Math.ceil(bottom)); y++)
      this.#pixels.fill(1, y * this.#width + from, y * this.#width + to)
  }
}
