/**
 * Public ids are UUIDs of version 7 (RFC 9562 section 5.7). They are ordered by time, and the application makes them.
 */

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/**
 * The UUIDv7 of a time in milliseconds since the epoch and 10 random bytes, as lower-case text.
 *
 * @example
 * ```ts
 * uuidv7(0, new Uint8Array(10)) // => "00000000-0000-7000-8000-000000000000"
 * ```
 */
export const uuidv7 = (timeMs: number, random: Uint8Array): string => {
  const time = Math.trunc(timeMs).toString(16).padStart(12, "0")
  const byte = (index: number) => random[index] ?? 0
  const tail = Array.from({ length: 6 }, (_, index) => hex[byte(index + 4)]).join("")
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${hex[byte(0)]?.slice(1)}${hex[byte(1)]}-` +
    `${hex[(byte(2) & 0x3f) | 0x80]}${hex[byte(3)]}-${tail}`
  )
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

/**
 * Whether a text has the form of an id. Callers treat any other text as an id that does not exist.
 *
 * @example
 * ```ts
 * isPublicId("00000000-0000-7000-8000-000000000000") // => true
 * isPublicId("1 or 1=1") // => false
 * ```
 */
export const isPublicId = (text: string): boolean => pattern.test(text)
