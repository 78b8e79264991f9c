// Writes the files that are generated from the contract and are not committed: a part of the client without Effect, if
// its sources have changed. With --build, also writes the OpenAPI document of the package. With --hashes, also writes
// the committed hashes of the client and the document.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("..", import.meta.url))
const target = join(folder, "src/plain/generated.ts")
const option = process.argv[2]

// Two builds may write the same file at the same time.
const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

const sourcesHash = () => {
  const hash = createHash("sha256")
  for (const part of ["../model/src", "src", "scripts"])
    for (const name of readdirSync(join(folder, part), { recursive: true }).toSorted()) {
      const file = join(folder, part, name)
      if (file !== target && /\.(?:mjs|ts)$/u.test(name)) hash.update(`${name}\n${readFileSync(file, "utf8")}`)
    }
  return hash.update(readFileSync(new URL(import.meta.resolve("effect/package.json")))).digest("hex")
}

// The hash is in the last line, so that an incompletely written file is written again.
const mark = `// Hash of the sources: ${sourcesHash()}\n`
const isWritten = existsSync(target) && readFileSync(target, "utf8").endsWith(mark)
if (option !== undefined || !isWritten) {
  const { openApiDocument } = await import("../src/index.ts")
  const { hashesOf, plainClientText } = await import("./plain-client.mjs")
  const document = openApiDocument()
  if (!isWritten) write(target, plainClientText(document) + mark)
  if (option === "--build") write(join(folder, "dist/openapi.json"), JSON.stringify(document))
  if (option === "--hashes")
    write(join(folder, "scripts/contract-hashes.json"), `${JSON.stringify(hashesOf(document), null, 2)}\n`)
}
