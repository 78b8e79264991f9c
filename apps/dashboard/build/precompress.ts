import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { Plugin } from "vite"

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/u

/** Writes `.br` and `.gz` files beside each text file of the build, so that the server never has to compress a file. */
export const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  writeBundle: ({ dir }) => {
    if (dir === undefined) return
    for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
      if (!COMPRESSIBLE.test(file)) continue
      const path = join(dir, file)
      const bytes = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
      )
    }
  }
})
