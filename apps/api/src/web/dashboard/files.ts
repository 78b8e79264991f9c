import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { contentCoding, type HttpResponse, type ResponseHeaders } from "../../http/HttpResponse.ts"

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"]
])

const SUFFIX = { br: ".br", gzip: ".gz" } as const

interface BuiltFile {
  readonly contentType: string
  readonly plain: Uint8Array
  readonly br: Uint8Array | null
  readonly gzip: Uint8Array | null
}

/** The files of the built dashboard, by their path below the build folder. Null: there is no build. */
export type DashboardFiles = ReadonlyMap<string, BuiltFile> | null

const readIfThere = (path: string): Uint8Array | null => (existsSync(path) ? readFileSync(path) : null)

/** Reads a build into memory. A build is smaller than two megabytes, and does not change while the program runs. */
export const readDashboard = (folder: string): DashboardFiles => {
  if (!existsSync(join(folder, "index.html"))) return null
  return new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
      const contentType = CONTENT_TYPES.get(extname(name))
      if (contentType === undefined) return []
      const path = join(folder, name)
      const file: BuiltFile = {
        contentType,
        plain: readFileSync(path),
        br: readIfThere(path + SUFFIX.br),
        gzip: readIfThere(path + SUFFIX.gzip)
      }
      return [[name.replaceAll("\\", "/"), file] as const]
    })
  )
}

export const builtFolder = (): string =>
  fileURLToPath(new URL("dist", import.meta.resolve("@mon/dashboard/package.json")))

export const fileResponse = (
  file: BuiltFile,
  acceptEncoding: string | ReadonlyArray<string> | undefined,
  headers: ResponseHeaders
): HttpResponse => {
  const coding = contentCoding(acceptEncoding)
  const compressed = coding === null ? null : file[coding]
  return {
    status: 200,
    contentType: file.contentType,
    body: compressed ?? file.plain,
    headers: {
      ...headers,
      Vary: "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
      ...(compressed === null || coding === null ? {} : { "Content-Encoding": coding })
    }
  }
}
