import type { FieldLine, FieldOutcome, GroupKind, ReportGroup } from "../ImportReport.ts"
import { plainText, shortened } from "./plainText.ts"

export const TURNED_OFF = "It is turned off."

const LONGEST_NAME = 200

export class Group<K extends string = GroupKind> {
  readonly kind: K
  readonly id: string
  readonly name: string
  path: string | null = null
  #lines: Array<FieldLine> = []
  #unset: Array<string> = []
  #reason: string | null = null
  #missingKind: string | null = null

  constructor(kind: K, id: string, name: string) {
    this.kind = kind
    this.id = shortened(plainText(id), LONGEST_NAME)
    this.name = shortened(plainText(name), LONGEST_NAME) || this.id
  }

  #add(field: string, outcome: FieldOutcome, to: string | null, note: string | null): void {
    this.#lines.push({
      field: plainText(field),
      outcome,
      to: to === null ? null : plainText(to),
      note: note === null ? null : plainText(note)
    })
  }

  /** Records that the file contains the field with its meaning unchanged. */
  carried(field: string, to: string): void {
    this.#add(field, "carried", to, null)
  }

  /** Records that the file contains the field with another value or meaning. */
  changed(field: string, to: string | null, note: string): void {
    this.#add(field, "changed", to, note)
  }

  leftOut(field: string, note: string): void {
    this.#add(field, "left_out", null, note)
  }

  unset(field: string): void {
    this.#unset.push(plainText(field))
  }

  /** Records that the file does not contain the object. If there are several reasons, keeps the first one. */
  skip(reason: string, missingKind: string | null = null): void {
    if (this.#reason !== null) return
    this.path = null
    this.#reason = plainText(reason)
    this.#missingKind = missingKind === null ? null : shortened(plainText(missingKind), LONGEST_NAME)
    this.#lines = []
    this.#unset = []
    this.leftOut("", reason)
  }

  get isSkipped(): boolean {
    return this.#reason !== null
  }

  /**
   * Records that the file format does not allow the value at a path. The source fields from which this value was
   * converted then count as left out.
   */
  refuse(place: string, why: string): void {
    const to = plainText(place)
    const isInside = (line: FieldLine): boolean =>
      line.to === to || line.to?.startsWith(`${to}.`) === true || line.to?.startsWith(`${to}[`) === true
    const note = plainText(`Mon rejects the value: ${why}`)
    if (!this.#lines.some(isInside)) this.leftOut(to, note)
    this.#lines = this.#lines.map((line) =>
      isInside(line) ? { field: line.field, outcome: "left_out", to: null, note } : line
    )
  }

  get report(): ReportGroup<K> {
    const { id, kind, name, path } = this
    return {
      kind,
      id,
      name,
      path,
      reason: this.#reason,
      missingKind: this.#missingKind,
      lines: this.#lines,
      unset: this.#unset
    }
  }
}
