import type { Plugin } from "./Plugin.ts"

const LAZY = "lazy-module"

/**
 * Returns the source of a module that exports functions of another module, and evaluates that module at the first call
 * of one of them. esbuild wraps a module that is loaded with `require`, and all its imports, in a function.
 */
export const lazyFunctions = (module: string, functions: ReadonlyArray<string>): string =>
  [
    `let loaded`,
    `const load = () => (loaded ??= require(${JSON.stringify(module)}))`,
    ...functions.map((name) => `export const ${name} = (...given) => load().${name}(...given)`)
  ].join("\n")

/**
 * Bundles a dependency so that it is evaluated at the first call of one of its functions instead of at the import of
 * the package. Use it for dependencies that compute tables when they are loaded. `functions` lists the functions that
 * the package uses.
 */
export const lazyModule = (name: string, functions: ReadonlyArray<string>): Plugin => ({
  name: `lazy-${name}`,
  setup: (build) => {
    const filter = new RegExp(`^${name}$`)
    build.onResolve({ filter }, ({ kind, path, resolveDir }) =>
      kind === "import-statement" ? { path, namespace: LAZY, pluginData: resolveDir } : undefined
    )
    build.onLoad({ filter, namespace: LAZY }, ({ pluginData }) => ({
      contents: lazyFunctions(name, functions),
      resolveDir: pluginData
    }))
  }
})
