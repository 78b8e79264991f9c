/** A worker that has not announced itself for this time (four announcements) counts as gone. */
export const ALIVE_MS = 20_000
/** When the location whose check is required has not made it within this time after the due time, any location may. */
export const ASKED_MS = 30_000
