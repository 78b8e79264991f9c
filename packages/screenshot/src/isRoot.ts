import process from "node:process"

/** Chromium refuses to start as root with its sandbox, which requires an unprivileged user. */
export const isRoot = (): boolean => process.getuid?.() === 0
