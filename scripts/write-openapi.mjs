// Writes docs/openapi.json from the contract: `npm run openapi`.
import { writeFileSync } from "node:fs"
import { openApiDocument } from "../packages/api-contract/src/index.ts"

writeFileSync(new URL("../docs/openapi.json", import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
