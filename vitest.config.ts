// Vitest searches for this file name. vitest.workspace.ts lists the suites.
export { default } from "./vitest.workspace.ts"
