import process from "node:process"

/** The user that the browser runs as; null: the user of this process. */
export type BrowserUser = { readonly uid: number; readonly gid: number } | null

/**
 * In the range that systemd and Debian leave unused (60578 to 61183), and below 65,536, so that containers with mapped
 * users have it. Not "nobody", because the files of other services belong to that user.
 */
const BROWSER_ID = 60_977

/** As root: an unprivileged user that nothing else uses. Otherwise the user of this process. */
export const browserUser = (): BrowserUser => (process.geteuid?.() === 0 ? { uid: BROWSER_ID, gid: BROWSER_ID } : null)
