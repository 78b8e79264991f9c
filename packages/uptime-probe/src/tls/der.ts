/** The position of an element's content in DER (ITU-T X.690). */
export interface DerElement {
  readonly start: number
  readonly length: number
}

const readLength = (der: Uint8Array, at: number): DerElement | null => {
  const first = der[at]
  if (first === undefined) return null
  if (first < 0x80) return { length: first, start: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4) return null
  let length = 0
  for (let index = 1; index <= count; index++) length = length * 256 + (der[at + index] ?? 0)
  return { length, start: at + 1 + count }
}

/** Returns the element at a position. Null if the element there has another tag, or if its length is invalid. */
export const elementAt = (der: Uint8Array, at: number, tag: number): DerElement | null =>
  der[at] === tag ? readLength(der, at + 1) : null

/** Returns the first element with a tag inside another element. Null if there is none. */
export const elementIn = (der: Uint8Array, { length, start }: DerElement, tag: number): DerElement | null => {
  const end = Math.min(start + length, der.length)
  let at = start
  while (at < end) {
    const element = readLength(der, at + 1)
    if (element === null) return null
    if (der[at] === tag) return element
    at = element.start + element.length
  }
  return null
}
