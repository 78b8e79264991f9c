import process from "node:process"

/** The user that the browser runs as. Null: the user of this process. */
export type BrowserUser = { readonly uid: number; readonly gid: number } | null

/**
 * The id of the browser's user and group. It is in the range that systemd and Debian leave unused (60578 to 61183), and
 * below 65,536, so that it exists in containers with mapped user ids. It is not "nobody", because that user owns files
 * of other services.
 */
const BROWSER_ID = 60_977

/**
 * Returns the user that the browser runs as: an unprivileged user that nothing else uses if this process runs as root,
 * and otherwise the user of this process.
 */
export const browserUser = (): BrowserUser => (process.geteuid?.() === 0 ? { uid: BROWSER_ID, gid: BROWSER_ID } : null)
