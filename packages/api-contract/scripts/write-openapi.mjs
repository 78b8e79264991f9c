// Writes docs/openapi.json and the generated sources of the client without Effect from the contract: `npm run openapi`.
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { openApiDocument } from "../src/index.ts"
import { plainClientFiles } from "./plain-client.mjs"

const document = openApiDocument()
writeFileSync(new URL("../../../docs/openapi.json", import.meta.url), `${JSON.stringify(document, null, 2)}\n`)

const folder = fileURLToPath(new URL("../src/plain", import.meta.url))
const files = plainClientFiles(document)
const wanted = new Set(files.map(([path]) => join(folder, path)))
for (const part of ["records", "groups"]) {
  mkdirSync(join(folder, part), { recursive: true })
  for (const name of readdirSync(join(folder, part)))
    if (!wanted.has(join(folder, part, name))) rmSync(join(folder, part, name))
}
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const formatter = fileURLToPath(new URL("../../../node_modules/.bin/oxfmt", import.meta.url))
execFileSync(formatter, ["--write", folder], {
  stdio: ["ignore", "ignore", "inherit"],
  shell: process.platform === "win32"
})
