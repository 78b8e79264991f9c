import type { Options } from "tsup"

/** The type of an esbuild plugin in tsup's options. */
export type Plugin = NonNullable<Options["esbuildPlugins"]>[number]
