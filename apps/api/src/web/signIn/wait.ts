import type { Fault } from "../page/Form.ts"

/** A wait for people. */
export const inWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

/** Too many attempts: what the form says, and the header for programs. */
export const tooMany = (
  seconds: number
): { readonly faults: ReadonlyArray<Fault>; readonly headers: Readonly<Record<string, string>> } => ({
  faults: [{ field: null, message: `Too many attempts. Try again in ${inWords(seconds)}.` }],
  headers: { "Retry-After": String(seconds) }
})
