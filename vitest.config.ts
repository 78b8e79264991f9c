// Vitest itself only searches for this name; the suites are listed in vitest.workspace.ts.
export { default } from "./vitest.workspace.ts"
