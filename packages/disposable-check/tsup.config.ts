import { library } from "@mon/tooling/tsup"

// Each entry point is one file, so that importing it loads nothing else. The entry points that need the opened table
// take it from the main entry point, so that a process opens only one table.
const mainEntryPoint = {
  name: "main-entry-point",
  setup: (build: { onResolve: (options: { filter: RegExp }, found: () => { path: string; external: true }) => void }) =>
    build.onResolve({ filter: /^\.\.?\/index\.ts$/ }, () => ({ path: "./index.js", external: true }))
}

export default library({
  target: "node20",
  entry: [
    "src/index.ts",
    "src/embedded.ts",
    "src/core.ts",
    "src/effect.ts",
    "src/list.ts",
    "src/online.ts",
    "src/small.ts",
    "src/bin.ts"
  ],
  splitting: false,
  minify: true,
  esbuildPlugins: [mainEntryPoint],
  // The base64 modules are separate build products: all entry points share one copy, next to the binary.
  external: ["../table/embedded.js", "../table/small.js"]
})
