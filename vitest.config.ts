// This file exists because Vitest searches for its name. vitest.workspace.ts lists the suites.
export { default } from "./vitest.workspace.ts"
