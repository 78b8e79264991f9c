/** A worker that announced itself longer ago than this is taken for gone: four announcements were missed. */
export const ALIVE_MS = 20_000
/** A location that is asked and does not check within this time after the due time is not waited for: anybody may check. */
export const ASKED_MS = 30_000
