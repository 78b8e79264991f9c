import process from "node:process"

/** Chromium refuses to start as root with its sandbox, which is made for users without rights. */
export const isRoot = (): boolean => process.getuid?.() === 0
