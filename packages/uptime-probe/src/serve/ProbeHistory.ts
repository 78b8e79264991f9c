interface PastProbe {
  readonly id: number
  readonly module: string
  readonly target: string
  readonly succeeded: boolean
  /** The text that the URL parameter `debug` shows. */
  readonly text: string
}

/** The latest probes, for people who need the reason for an alert. */
export class ProbeHistory {
  readonly #most: number
  readonly #probes: Array<PastProbe> = []
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  add(probe: Omit<PastProbe, "id">): void {
    this.#count += 1
    this.#probes.push({ id: this.#count, ...probe })
    if (this.#probes.length > this.#most) this.#probes.shift()
  }

  list(): ReadonlyArray<PastProbe> {
    return this.#probes.toReversed()
  }

  find(id: number): PastProbe | undefined {
    return this.#probes.find((probe) => probe.id === id)
  }

  /** Returns the newest probe of a target. If `module` is null, probes of any module count. */
  newest(target: string, module: string | null): PastProbe | undefined {
    return this.#probes.findLast((probe) => probe.target === target && (module === null || probe.module === module))
  }
}
